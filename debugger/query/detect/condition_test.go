package detect_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestCondition compares conditions on whichever thread stops with what it shows before each
// of its events, in the recorded order.
func TestCondition(t *testing.T) {
	trials(t, func(x *trial) {
		k := x.rng.IntN(3)
		c, err := x.r.Condition(fmt.Sprintf("x = %d and not y > 1", k))
		must(t, err)
		for e := range x.g.Tape.Len() {
			id := x.g.Tape.Lanes[x.g.Tape.Lane(e)].Thread
			if id == 0 {
				continue
			}
			name, cut := x.g.Tape.End.ThreadName(id), x.index[fmt.Sprint(x.g.First(e))]
			v, known := x.values[cut][name+".x"]
			want := known && v == k && x.values[cut][name+".y"] <= 1
			if got := c.At(e); got != want {
				t.Errorf("seed %d: at event %d of %s %s is %t", x.seed, e+1, name, c.Text, got)
			}
			o := breakpoint.Occurrence{Tape: x.g.Tape, Lane: x.g.Tape.Lane(e), Done: uint32(x.g.Tape.Nth(e))}
			if got := c.Holds(&o); got != want {
				t.Errorf("seed %d: %s stands before event %d, and %s is %t", x.seed, name, e+1, c.Text, got)
			}
		}
	})
}

// TestPrograms compares the variables of all programs at random positions with what
// Session.Variables shows there.
func TestPrograms(t *testing.T) {
	compared := 0
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(1)) {
			s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 2000})
			shown, err := s.Predicates().Shown()
			must(t, err)
			all := map[string]*detect.Expression{}
			for _, v := range shown {
				if all[v.Name], err = s.Expression(v.Name); err != nil {
					t.Fatalf("%s, seed %d: %v", p.Name, seed, err)
				}
			}
			rng := rand.New(rand.NewPCG(seed, 3))
			for range 20 {
				if len(all) == 0 {
					break
				}
				cut := testrun.Cut(testsession.Graph(s), rng)
				must(t, s.MoveTo(graph.At(cut)))
				vars, err := s.Variables()
				must(t, err)
				for _, v := range vars {
					if strings.Contains(fmt.Sprint(v.Value), "0x") {
						continue // addresses differ
					}
					name := s.State().ThreadName(v.Thread) + "." + v.Name
					got, want := all[name].At(s.Position()).String(), fmt.Sprintf("%+v", v.Value)
					if got = strings.ReplaceAll(got, `"`, ""); got != want { // texts are in quotes
						t.Errorf("%s, seed %d: in %v %s is %s, and is shown as %s", p.Name, seed, s.Position().Cut, name, got, want)
					}
					compared++
				}
			}
			s.Close()
		}
	}
	t.Logf("%d values", compared)
}

// TestUnordered shows what threads share without a lock: their events are put into one line,
// and all positions agree with what is shown there.
func TestUnordered(t *testing.T) {
	p := &kernel.Program{Name: "counting", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			n := 0
			th.Watch("n", &n)
			for i := range 3 {
				th.CThreads().Fork(fmt.Sprint("w", i), func(th *kernel.Thread) {
					for range 4 {
						n++
						th.Yield()
					}
				})
			}
		})
	}}
	s := testsession.Open(t, p, kernel.Config{Seed: 5})
	must(t, s.MoveTo(s.Greatest(5)))
	e, err := s.Expression("n")
	must(t, err)
	if !testsession.Graph(s).Serialized(s.Final().Threads.At(1).Task) {
		t.Errorf("the events of the task are not in one line")
	}
	for i := range s.Len() + 1 {
		must(t, s.MoveTo(s.After(i)))
		vars, err := s.Variables()
		must(t, err)
		for _, v := range vars {
			if got := e.At(s.Position()).String(); got != fmt.Sprint(v.Value) {
				t.Errorf("after %d events n is %s, and is shown as %v", i, got, v.Value)
			}
		}
	}
}

// TestShownLate shows a variable that another thread has changed before, in the recorded order
// alone: what it is where it is shown first may be another in another order.
func TestShownLate(t *testing.T) {
	p := &kernel.Program{Name: "late", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			n := 0
			th.CThreads().Fork("w", func(th *kernel.Thread) {
				th.Watch("n", &n)
				th.Label("shown")
			})
			th.Label("on")
			n = 1
			th.Label("over")
		})
	}}
	lined := 0
	for seed := range uint64(20) {
		s := testsession.Open(t, p, kernel.Config{Seed: seed})
		e, err := s.Expression("n")
		must(t, err)
		if testsession.Graph(s).Serialized(s.Final().Threads.At(1).Task) {
			lined++
		}
		for i := range s.Len() {
			must(t, s.MoveTo(s.Least(i)))
			vars, err := s.Variables()
			must(t, err)
			for _, v := range vars {
				if got := e.At(s.Position()).String(); got != fmt.Sprint(v.Value) {
					t.Errorf("seed %d: in %v n is %s, and is shown as %v", seed, s.Position().Cut, got, v.Value)
				}
			}
		}
	}
	if lined != 20 {
		t.Errorf("the events of the task are in one line in %d runs of 20", lined)
	}
}
