package cause

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs/philosophers"
	"machsim/test/effort"
)

// naive makes all continuations of a recorded run from an event, one after the other. It returns false if there are
// more than most.
func naive(o *Options, r *recorded, event, most int) (well, all int, ok bool) {
	var path []int
	for ; all < most; all++ {
		var options []int
		d := &door{rec: r, until: place{event, 0}, force: slices.Clone(path), then: kernel.First{}}
		d.look = func(p kernel.Point, _ int) { options = append(options, p.N) }
		m := kernel.Must(kernel.New(o.Program, kernel.Config{Args: o.Recording.Args, Door: d}))
		if m.Run() == kernel.Finished {
			well++
		}
		m.Close()
		path = d.own
		for len(path) > 0 && path[len(path)-1]+1 == options[len(path)-1] {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			return well, all + 1, true
		}
		path[len(path)-1]++
	}
	return 0, 0, false
}

// same holds what is found against all continuations from the last events, as far as these are few.
func sameAsNaive(t *testing.T, p *kernel.Program, args map[string]string, seed uint64, most int) (compared bool) {
	t.Helper()
	ro := runner.New(p, seed)
	ro.Args = args
	run, data := runner.InMemory(ro)
	run.Close()
	if !run.Failed() {
		return false
	}
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Guarded: true, Program: p, Recording: rec, Samples: 5, Runs: 1 << 20, Exact: 1 << 16}
	x, err := Find(o)
	if err != nil {
		t.Fatal(err)
	}
	again := runner.Replay(p, rec)
	answers := again.Replayed().Keep()
	runner.Do(again).Close()
	r := newRecorded(answers)
	if !x.Certain.Exact {
		t.Errorf("%s, seed %d: not exact: %+v", p.Name, seed, x.Certain)
	}
	for n := r.events(); n >= 0; n-- {
		well, all, ok := naive(&o, r, n, most)
		if !ok {
			return n < x.Certain.Event
		}
		if certain := well == 0; certain != (n >= x.Certain.Event) {
			t.Fatalf("%s, seed %d: of %d continuations from event %d %d end well; found: %+v, %v", p.Name, seed, all, n, well,
				x.Certain, x.Certain.Step)
		}
	}
	return true
}

// TestNaive holds the event from which on a failure is certain against all continuations, of random programs and of a
// few philosophers.
func TestNaive(t *testing.T) {
	compared := 0
	for i := range effort.Of(12) {
		p, text := random(rand.New(rand.NewPCG(1, uint64(i))))
		p.Name = text
		for seed := range uint64(2) {
			if sameAsNaive(t, p, nil, seed, 300) {
				compared++
			}
		}
	}
	if compared < effort.Of(12)/6 {
		t.Errorf("only %d runs were compared", compared)
	}
	for _, n := range []string{"2", "3"} {
		done := false
		for seed := uint64(1); !done && seed < 200; seed++ {
			done = sameAsNaive(t, &philosophers.Program, map[string]string{"n": n, "meals": "1", "think": "0"}, seed, 300)
		}
		if !done {
			t.Errorf("no deadlock of %s philosophers was compared", n)
		}
	}
}

type call struct {
	what string
	i    int
}

// random returns a small program: threads that lock, send, receive, and check what they receive or draw.
func random(r *rand.Rand) (*kernel.Program, string) {
	calls := []string{"lock", "unlock", "lock", "unlock", "send", "receive", "draw"}
	threads := make([][]call, 2+r.IntN(2))
	for i := range threads {
		for range 2 + r.IntN(2) {
			threads[i] = append(threads[i], call{calls[r.IntN(len(calls))], r.IntN(2)})
		}
	}
	return &kernel.Program{Main: func(b *kernel.Boot) {
		b.Task(b.Host("host"), "main", func(th *kernel.Thread) {
			o := &shared{}
			for i := range 2 {
				o.m = append(o.m, cthreads.NewMutex(th, fmt.Sprint("m", i)))
				o.ports = append(o.ports, th.NewPort(fmt.Sprint("p", i)))
			}
			for i, calls := range threads {
				cthreads.Detach(th, cthreads.Fork(th, fmt.Sprint("t", i), func(th *kernel.Thread) { o.do(th, i, calls) }))
			}
		})
	}}, fmt.Sprint(threads)
}

// shared is what the threads of a random program use.
type shared struct {
	m     []cthreads.Mutex
	ports []kernel.Name
}

func (o *shared) do(th *kernel.Thread, me int, calls []call) {
	var held [2]bool
	for _, c := range calls {
		switch c.what {
		case "lock":
			if !held[c.i] {
				o.m[c.i].Lock(th)
				held[c.i] = true
			}
		case "unlock":
			if held[c.i] {
				o.m[c.i].Unlock(th)
				held[c.i] = false
			}
		case "send":
			m := ipc.NewMessage(int32(me)).To(o.ports[c.i], ipc.MakeSend) // kernel.Send looks at the names it has
			_ = th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, ipc.Null, 0, ipc.Null)
		case "receive":
			m, _ := th.Mach().Receive(o.ports[c.i])
			th.Check(int(m.ID) != c.i, "a message of %d", c.i)
		case "draw":
			th.Check(th.Random(2) != c.i || me != c.i, "drew %d", c.i)
		}
	}
}

// TestDelayOption: the options of a delay say how long it is.
func TestDelayOption(t *testing.T) {
	var said []string
	for i := range 2 {
		said = append(said, optionName(kernel.Point{Kind: kernel.PointDelay, N: 9}, 3*i))
	}
	if want := []string{"the wire's least delay", "3 ms more"}; !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}
