// Package harness judges a lock for readers and writers.
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
	Programs: []*kernel.Program{&Train, &Stream, &Pair},
	Parts: []lab.Part{
		{Name: "exclusion", Points: 30, Do: exclusion,
			Property: "a writer is alone: no other writer writes, and nobody reads"},
		{Name: "progress", Points: 25, Do: progress,
			Property: "whoever waits goes on: every run ends, whichever of the waiting threads a signal wakes"},
		{Name: "together", Points: 15, Do: together,
			Property: "readers read together: in some run two read at once"},
		{Name: "writers", Points: 15, Do: writers,
			Property: "readers cannot keep a writer out: once it wants to write, at most 120 more are let in before it"},
		{Name: "proof", Points: 15, Do: proof,
			Property: "of two or three threads that come once, every run that there is ends well"},
	},
}

func exclusion(t *lab.Trial) {
	for _, name := range []string{"first", "second", "third"} {
		t.Run(&Train, simtest.Seeds(150), simtest.With("readers", t.Number(name+" readers", 1, 4)),
			simtest.With("writers", t.Number(name+" writers", 2, 4)), simtest.With("rounds", t.Number(name+" rounds", 2, 4)))
	}
}

// waits sees that the lock keeps anybody out at all. Without that the other parts would be there for nothing.
func waits(t *lab.Trial) { t.Run(&Pair, simtest.Seeds(5)) }

// progress is about waiting alone: who comes in together is no business of it.
func progress(t *lab.Trial) {
	waits(t)
	for _, name := range []string{"first", "second", "third"} {
		t.Run(&Train, simtest.Seeds(150), simtest.Weak(), simtest.With("blind", 1),
			simtest.With("readers", t.Number(name+" readers", 2, 4)),
			simtest.With("writers", t.Number(name+" writers", 1, 3)), simtest.With("rounds", t.Number(name+" rounds", 2, 4)))
	}
}

func together(t *lab.Trial) {
	waits(t)
	t.Run(&Train, simtest.Seeds(60), simtest.With("readers", t.Number("readers", 3, 5)), simtest.With("writers", 1),
		simtest.With("blind", 1), simtest.Reaches("two read at once"))
}

func writers(t *lab.Trial) {
	waits(t)
	t.Run(&Stream, simtest.Seeds(40), simtest.With("readers", t.Number("readers", 3, 5)))
}

func proof(t *lab.Trial) {
	never := []string{"some writer (label write) and some reader (label read)", "two different writers (label write)"}
	for i, readers := range []int{2, 1, 0} {
		t.Prove(&Train, simtest.With("readers", readers), simtest.With("writers", 1+min(i, 1)), simtest.With("rounds", 1),
			simtest.With("turns", 0), simtest.NoState(never[min(i, 1)]))
	}
}

// Train has readers and writers of one table of seats.
var Train = kernel.Program{
	Name: "train",
	Doc:  "readers and writers of a table of seats, behind the lock of the lab",
	Params: []kernel.Param{
		{Name: "readers", Default: "3", Doc: "how many read"},
		{Name: "writers", Default: "2", Doc: "how many write"},
		{Name: "rounds", Default: "2", Doc: "how often each of them does"},
		{Name: "turns", Default: "3", Doc: "each stays for fewer turns than this, at random"},
		{Name: "blind", Default: "0", Doc: "1: nobody looks who is there at a time"},
	},
	Main: func(b *kernel.Boot) {
		t := &train{rounds: b.IntIn("rounds", 1, 100), turns: b.IntIn("turns", 0, 100), blind: b.Int("blind") == 1}
		readers, writers := b.IntIn("readers", 0, 20), b.IntIn("writers", 0, 20)
		b.Task(b.Host("station"), "train", func(th *kernel.Thread) { t.run(th, readers, writers) })
	},
}

// train is the table, and who is at it. All of it belongs to one task.
type train struct {
	rounds, turns    int
	blind            bool
	lock             *student.Lock
	reading, writing int
	read, written    int
}

func (t *train) run(th *kernel.Thread, readers, writers int) {
	t.lock = student.New(th)
	all := append(fork(th, "writer", writers, t.write), fork(th, "reader", readers, t.look)...)
	cthreads.JoinAll(th, all)
	th.Check(t.read == readers*t.rounds && t.written == writers*t.rounds, "%d have read and %d written, not %d and %d",
		t.read, t.written, readers*t.rounds, writers*t.rounds)
}

// fork begins so many threads of a name.
func fork(th *kernel.Thread, name string, n int, body func(*kernel.Thread)) (all []cthreads.Thread) {
	for i := range n {
		all = append(all, cthreads.Fork(th, fmt.Sprint(name, i+1), body))
	}
	return all
}

func (t *train) write(th *kernel.Thread) {
	for range t.rounds {
		t.stay(th)
		t.lock.WriteLock(th)
		t.writing++
		th.Label("write")
		t.check(th, t.writing == 1 && t.reading == 0)
		t.stay(th)
		t.check(th, t.writing == 1 && t.reading == 0)
		t.writing--
		t.written++
		t.lock.WriteUnlock(th)
	}
}

func (t *train) look(th *kernel.Thread) {
	for range t.rounds {
		t.stay(th)
		t.lock.ReadLock(th)
		t.reading++
		th.Label("read")
		if t.reading > 1 {
			th.Reach("two read at once")
		}
		t.check(th, t.writing == 0)
		t.stay(th)
		t.check(th, t.writing == 0)
		t.reading--
		t.read++
		t.lock.ReadUnlock(th)
	}
}

func (t *train) check(th *kernel.Thread, ok bool) {
	th.Check(ok || t.blind, "%d write and %d read at once", t.writing, t.reading)
}

// stay lets others go for some turns.
func (t *train) stay(th *kernel.Thread) {
	if t.turns == 0 {
		return
	}
	for range th.Random(t.turns) {
		th.Yield()
	}
}

// most is how many readers may be let in before a writer that has wanted to write.
const most = 120

// Stream has readers that come and come, and stay long, until a writer has written.
var Stream = kernel.Program{
	Name:   "stream",
	Doc:    "readers that come until a writer has written, behind the lock of the lab",
	Params: []kernel.Param{{Name: "readers", Default: "4", Doc: "how many read"}},
	Main: func(b *kernel.Boot) {
		s := &stream{}
		readers := b.IntIn("readers", 2, 20)
		b.Task(b.Host("station"), "train", func(th *kernel.Thread) {
			s.lock = student.New(th)
			cthreads.JoinAll(th, append(fork(th, "reader", readers, s.look), fork(th, "writer", 1, s.write)...))
			th.Check(s.done, "the writer has not written")
		})
	},
}

// stream is who has come, and whether the writer has written.
type stream struct {
	lock       *student.Lock
	wants      bool
	done       bool
	since, all int // readers that were let in: since the writer wants to write, and at all
}

func (s *stream) write(th *kernel.Thread) {
	for s.all < 5 { // the stream flows
		th.Yield()
	}
	s.wants = true
	s.lock.WriteLock(th)
	th.Label("write")
	s.done = true
	s.lock.WriteUnlock(th)
}

func (s *stream) look(th *kernel.Thread) {
	for !s.done {
		s.lock.ReadLock(th)
		th.Label("read")
		if s.all++; s.wants && !s.done {
			s.since++
		}
		th.Check(s.since <= most, "a writer waits, and %d readers were let in since", s.since)
		for range 8 {
			th.Yield()
		}
		s.lock.ReadUnlock(th)
	}
}

// Pair has a writer that stays while a reader and another writer come, each by itself.
var Pair = kernel.Program{
	Name: "pair",
	Doc:  "a writer, and somebody who comes meanwhile, behind the lock of the lab",
	Main: func(b *kernel.Boot) {
		b.Task(b.Host("station"), "train", func(th *kernel.Thread) {
			l := student.New(th)
			pair(th, l, "reader", l.ReadLock, l.ReadUnlock)
			pair(th, l, "writer", l.WriteLock, l.WriteUnlock)
		})
	},
}

// pair writes while somebody comes, who has to wait.
func pair(th *kernel.Thread, l *student.Lock, name string, lock, unlock func(*kernel.Thread)) {
	l.WriteLock(th)
	in := false
	other := cthreads.Fork(th, name, func(th *kernel.Thread) {
		lock(th)
		in = true
		unlock(th)
	})
	for range 30 {
		th.Yield()
	}
	th.Check(!in, "a writer writes, and a %s was let in beside it", name)
	l.WriteUnlock(th)
	cthreads.JoinAll(th, []cthreads.Thread{other})
	th.Check(in, "the %s was not let in", name)
}
