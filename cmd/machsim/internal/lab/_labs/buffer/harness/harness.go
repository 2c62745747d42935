// Package harness judges a bounded buffer.
package harness

import (
	"fmt"

	"lab/student"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Office, &Evening},
	Parts: []lab.Part{
		{Name: "order", Points: 25, Do: order,
			Property: "what was put comes out once, and nothing else; what one thread has put comes out in its order"},
		{Name: "bound", Points: 15, Do: bound,
			Property: "a Put that has come back has room: there are never more than size of them that nobody gets"},
		{Name: "full", Points: 10, Do: full,
			Property: "in some run as many as size are there, and nobody gets any yet"},
		{Name: "progress", Points: 25, Do: progress,
			Property: "whoever waits goes on: every run ends, whichever of the waiting threads a signal wakes"},
		{Name: "close", Points: 15, Do: closing,
			Property: "at Close all who wait come back; nothing is lost that was put, and nothing is put any more"},
		{Name: "proof", Points: 10, Do: proof,
			Property: "of two or three threads with little to do, every run that there is ends well"},
	},
}

// looks says what somebody looks at in a run of Office.
func looks(what string) simtest.Option { return simtest.With("look", what) }

// sizes are numbers that follow from the course key.
func sizes(t *lab.Trial, name string) []simtest.Option {
	return []simtest.Option{simtest.With("writers", t.Number(name+" writers", 2, 4)),
		simtest.With("stampers", t.Number(name+" stampers", 2, 3)), simtest.With("size", t.Number(name+" size", 1, 3)),
		simtest.With("rounds", t.Number(name+" rounds", 1, 3))}
}

func order(t *lab.Trial) {
	for _, name := range []string{"first", "second", "third"} {
		o := append(sizes(t, name), simtest.Seeds(120), looks("order"))
		t.Run(&Office, o...)
		t.Run(&Office, append(o, simtest.With("stampers", 1), simtest.With("size", 3),
			simtest.With("rounds", 3))...) // alone, one sees the order
	}
}

func bound(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Office, append(sizes(t, name), simtest.Seeds(120), looks("bound"), simtest.With("stampers", 1),
			simtest.With("writers", t.Number(name+" writers", 3, 5)), simtest.With("rounds", 4))...)
	}
}

func full(t *lab.Trial) {
	t.Run(&Office, simtest.Seeds(100), looks("nothing"), simtest.With("size", t.Number("size", 2, 4)),
		simtest.With("writers", 3), simtest.With("stampers", 1), simtest.With("rounds", 3), simtest.Reaches("full"))
}

func progress(t *lab.Trial) {
	for _, name := range []string{"first", "second", "third"} {
		o := append(sizes(t, name), simtest.Seeds(200), simtest.Weak(), looks("nothing"))
		t.Run(&Office, o...)
		t.Run(&Office, append(o, simtest.With("size", 1), simtest.With("writers", 4), simtest.With("stampers", 3))...)
	}
}

func closing(t *lab.Trial) {
	for _, name := range []string{"first", "second", "third"} {
		t.Run(&Evening, simtest.Seeds(150), simtest.With("writers", t.Number(name+" writers", 1, 3)),
			simtest.With("stampers", t.Number(name+" stampers", 2, 4)), simtest.With("size", t.Number(name+" size", 1, 3)),
			simtest.Reaches("something is got"))
	}
}

func proof(t *lab.Trial) {
	t.Prove(&Office, simtest.With("writers", 1), simtest.With("stampers", 2), simtest.With("size", 1),
		simtest.With("rounds", 1), simtest.With("turns", 0))
	t.Prove(&Evening, simtest.With("writers", 1), simtest.With("stampers", 1), simtest.With("size", 1),
		simtest.With("letters", 1), simtest.With("turns", 0))
}

// Office has threads that write letters and threads that stamp them, and each knows how many.
var Office = kernel.Program{
	Name: "office",
	Doc:  "threads that put and threads that get, with the buffer of the lab between them",
	Params: []kernel.Param{
		{Name: "writers", Default: "2", Doc: "how many put"},
		{Name: "stampers", Default: "2", Doc: "how many get"},
		{Name: "rounds", Default: "2", Doc: "each writer puts so many for each stamper"},
		{Name: "size", Default: "2", Doc: "the room of the buffer"},
		{Name: "turns", Default: "3", Doc: "each stays away for fewer turns than this, at random"},
		{Name: "look", Default: "order", Doc: "what is looked at: order, bound or nothing"},
	},
	Main: func(b *kernel.Boot) {
		o := &office{rounds: b.IntIn("rounds", 1, 50), turns: b.IntIn("turns", 0, 50), size: b.IntIn("size", 1, 50),
			writers: b.IntIn("writers", 1, 20), stampers: b.IntIn("stampers", 1, 20), look: b.Text("look")}
		b.Task(b.Host("house"), "office", o.run)
	},
}

// office is what was put and got. All of it belongs to one task.
type office struct {
	rounds, turns, size, writers, stampers int
	look                                   string
	buffer                                 *student.Buffer
	put, asked, got                        int
	next                                   map[int]int  // of each writer, when there is one stamper: its next letter
	seen                                   map[int]bool // letters
}

func (o *office) run(th *kernel.Thread) {
	o.buffer, o.next, o.seen = student.New(th, o.size), map[int]int{}, map[int]bool{}
	var all []cthreads.Thread
	for i := range o.writers {
		all = append(all, cthreads.Fork(th, fmt.Sprint("writer", i+1), func(th *kernel.Thread) { o.write(th, i) }))
	}
	for i := range o.stampers {
		all = append(all, cthreads.Fork(th, fmt.Sprint("stamper", i+1), o.stamp))
	}
	cthreads.JoinAll(th, all)
	want := o.writers * o.stampers * o.rounds
	th.Check(o.put == want && o.got == want, "%d were put and %d got, not %d", o.put, o.got, want)
}

func (o *office) write(th *kernel.Thread, writer int) {
	for n := range o.stampers * o.rounds {
		stay(th, o.turns)
		ok := o.buffer.Put(th, writer*1000+n)
		th.Check(ok, "Put says that it is closed, and nobody has closed it")
		o.put++
		th.Check(o.look != "bound" || o.put <= o.size+o.asked, "%d were put, %d get, and there is room for %d", o.put,
			o.asked, o.size)
		if o.put-o.got == o.size && o.asked == o.got {
			th.Reach("full")
		}
		th.Label("put")
	}
}

func (o *office) stamp(th *kernel.Thread) {
	for range o.writers * o.rounds {
		stay(th, o.turns)
		o.asked++
		letter, ok := o.buffer.Get(th)
		th.Check(ok, "Get says that it is closed, and nobody has closed it")
		o.got++
		o.judge(th, letter)
		th.Label("got")
	}
}

// judge looks at a letter that was got.
func (o *office) judge(th *kernel.Thread, letter int) {
	if o.look != "order" {
		return
	}
	writer, n := letter/1000, letter%1000
	th.Check(writer >= 0 && writer < o.writers && n < o.stampers*o.rounds, "%d was got, which nobody has put", letter)
	th.Check(!o.seen[letter], "%d was got twice", letter)
	o.seen[letter] = true
	if o.stampers == 1 {
		th.Check(n == o.next[writer], "%d was got, and %d of the same thread was put before it", letter,
			writer*1000+o.next[writer])
		o.next[writer]++
	}
}

// stay lets others go for some turns.
func stay(th *kernel.Thread, turns int) {
	if turns == 0 {
		return
	}
	for range th.Random(turns) {
		th.Yield()
	}
}

// Evening has threads that put and get until somebody closes the buffer.
var Evening = kernel.Program{
	Name: "evening",
	Doc:  "threads that put and get until somebody closes the buffer of the lab",
	Params: []kernel.Param{
		{Name: "writers", Default: "2", Doc: "how many put"},
		{Name: "stampers", Default: "2", Doc: "how many get"},
		{Name: "letters", Default: "4", Doc: "how many each puts at most"},
		{Name: "size", Default: "2", Doc: "the room of the buffer"},
		{Name: "turns", Default: "6", Doc: "it is closed after fewer turns than this, at random"},
	},
	Main: func(b *kernel.Boot) {
		e := &evening{letters: b.IntIn("letters", 1, 50), turns: b.IntIn("turns", 0, 50), size: b.IntIn("size", 1, 50),
			writers: b.IntIn("writers", 1, 20), stampers: b.IntIn("stampers", 1, 20)}
		b.Task(b.Host("house"), "office", e.run)
	},
}

// evening is what was put and got.
type evening struct {
	letters, turns, size, writers, stampers int
	buffer                                  *student.Buffer
	closed                                  bool
	put, got                                int // their sums, and each letter counts
	puts, gots                              int
}

func (e *evening) run(th *kernel.Thread) {
	e.buffer = student.New(th, e.size)
	var all []cthreads.Thread
	for i := range e.writers {
		all = append(all, cthreads.Fork(th, fmt.Sprint("writer", i+1), func(th *kernel.Thread) { e.write(th, i) }))
	}
	for i := range e.stampers {
		all = append(all, cthreads.Fork(th, fmt.Sprint("stamper", i+1), e.stamp))
	}
	stay(th, e.turns)
	e.buffer.Close(th)
	e.closed = true
	cthreads.JoinAll(th, all)
	th.Check(e.puts == e.gots && e.put == e.got, "%d letters were put, and %d got", e.puts, e.gots)
	th.Check(!e.buffer.Put(th, 1), "Put says that it has put something, and the buffer is closed")
	_, ok := e.buffer.Get(th)
	th.Check(!ok, "Get says that it has got something, and the buffer is closed and empty")
}

func (e *evening) write(th *kernel.Thread, writer int) {
	for n := range e.letters {
		closed, letter := e.closed, writer*1000+n
		if !e.buffer.Put(th, letter) {
			return
		}
		th.Check(!closed, "Put says that it has put something, and the buffer was closed before")
		e.put, e.puts = e.put+letter, e.puts+1
	}
}

func (e *evening) stamp(th *kernel.Thread) {
	for {
		letter, ok := e.buffer.Get(th)
		if !ok {
			return
		}
		th.Reach("something is got")
		e.got, e.gots = e.got+letter, e.gots+1
	}
}
