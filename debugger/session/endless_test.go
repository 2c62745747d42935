package session_test

import (
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// TestEndless looks again and again at a run whose threads have a deferred function that does not come back. Nobody
// waits for one once it is known that it does not: not for another thread, walk, motion or fork.
func TestEndless(t *testing.T) {
	var begun atomic.Int64
	p := &kernel.Program{Name: "endless", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			x := 0
			body := func(th *kernel.Thread) {
				defer func() { begun.Add(1); select {} }()
				th.Watch("x", &x)
				for range 10 {
					x++
					th.Yield()
				}
				_, _ = th.Mach().Receive(th.NewPort("never"))
			}
			th.CThreads().Fork("kid", body)
			body(th)
		})
	}}
	const limit = 50 * time.Millisecond
	run, data := runner.InMemory(&runner.NewOptions{Common: runner.Common{Program: p, LoopLimit: limit}})
	run.Close()
	rec, err := record.Read(data)
	must(t, err)
	for name, open := range map[string]func(*kernel.Program, *record.Recording, session.Options) (*session.Session, error){
		"opened": session.Open, "early": session.Begin,
	} {
		begun.Store(0)
		s, err := open(p, rec, session.Options{})
		must(t, err)
		for range 3 {
			for n := s.Len() - 1; n > 0; n -= 5 {
				must(t, s.MoveTo(s.After(n)))
				_, err := s.Variables()
				must(t, err)
			}
		}
		must(t, s.LastShown(func([]kernel.Variable) {}))
		must(t, s.MoveTo(s.After(s.Len()/2)))
		f, _, err := s.Branch(session.Branch{Seed: 9}, session.Options{})
		must(t, err)
		must(t, f.MoveTo(f.After(f.Len()/3)))
		_, err = f.Variables()
		must(t, err)
		f.Close()
		s.Close()
		if n := begun.Load(); n > 1 {
			t.Errorf("%s: %d deferred functions were waited for", name, n)
		}
	}
}
