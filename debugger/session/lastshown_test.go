package session_test

import (
	"fmt"
	"machsim/debugger/session"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// counters is a program of three threads that each count a variable of their own and one that
// all have, behind a lock; the last of them is ended by another.
var counters = &kernel.Program{Name: "counters", Main: func(b *kernel.Boot) {
	b.Task(b.Host("one"), "kids", func(th *kernel.Thread) {
		m, all := cthreads.NewMutex(th, "m"), 0
		body := func(th *kernel.Thread) {
			x := 0
			th.Watch("x", &x)
			th.Watch("all", &all)
			for ; x < 2; x++ {
				m.Lock(th)
				all++
				m.Unlock(th)
			}
		}
		a, c := cthreads.Fork(th, "a", body), cthreads.Fork(th, "c", body)
		killed := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(th *kernel.Thread) {
			x := 10
			th.Watch("x", &x)
			for ; ; x++ {
				th.Yield()
			}
		}))
		kernel.Must(th.Mach().ThreadResume(killed))
		cthreads.Join(th, a)
		kernel.Must(th.Mach().ThreadTerminate(killed))
		cthreads.Join(th, c)
	})
}}

// TestLastShown compares what threads that have ended showed last with what predicates know.
func TestLastShown(t *testing.T) {
	for seed := range effort.Of(uint64(3)) {
		s := testsession.Open(t, counters, kernel.Config{Seed: seed, MaxSteps: 150})
		values := map[string]*detect.Expression{}
		shown, err := s.Predicates().Shown()
		must(t, err)
		for _, v := range shown {
			values[v.Name], err = s.Expression(v.Name) // may put the task's events into one line
			must(t, err)
		}
		cuts, known := allCuts(session.GraphOf(s)), 0
		for i := 0; i < len(cuts); i += 1 + len(cuts)/25 {
			must(t, s.MoveTo(graph.At(cuts[i])))
			must(t, s.LastShown(func(vars []kernel.Variable) {
				for _, v := range vars {
					name := s.Final().ThreadName(v.Thread) + "." + v.Name
					known++
					if got, want := fmt.Sprint(v.Value), values[name].At(s.Position()).String(); got != want {
						t.Errorf("seed %d, at %v: %s is %s; predicates know %s", seed, s.Position().Cut, name, got, want)
					}
				}
			}))
		}
		must(t, s.MoveTo(s.End()))
		last := 0
		must(t, s.LastShown(func(vars []kernel.Variable) { last += len(vars) }))
		if len(shown) != last || known == 0 {
			t.Errorf("seed %d: %d variables at the end, %d known to predicates, %d compared", seed, last, len(shown), known)
		}
	}
}
