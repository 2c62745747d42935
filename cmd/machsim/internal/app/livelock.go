package app

import (
	"fmt"
	"os"
	"slices"
	"sync"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/record"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/livelock"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs/hooked"
)

// provesLivelocks has it found out whether a run repeats itself that is given up at its limit of events, and whether it
// is in a livelock then.
func (m *machsim) provesLivelocks(o runner.Options) {
	x := o.Shared()
	x.Repeats, x.Prove = true, m.prove(x)
}

// prove returns what says whether runs with such options are in a livelock. What has no hooks in this process is asked
// in another.
func (m *machsim) prove(o *runner.Common) runner.Prove {
	p, limit := o.Program, o.LoopLimit
	return func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
		switch with := m.withHooks(p); {
		case with != nil:
			return livelock.Judge(with, rec, w, c, limit)
		case m.user != nil:
			return m.askHooked(rec, c)
		}
		return c
	}
}

// withHooks returns a program with hooks, nil if there is none here.
func (m *machsim) withHooks(p *kernel.Program) *kernel.Program {
	if !m.samples {
		if len(hook.Packages()) > 0 {
			return p
		}
		return nil
	}
	i := slices.IndexFunc(hooked.All, func(q *kernel.Program) bool { return q.Name == p.Name })
	if i < 0 {
		return nil
	}
	if len(hook.Packages()) == 0 {
		hooked.Register()
	}
	return hooked.All[i]
}

// second is the executable whose programs have hooks: it is built when it is asked first.
type second struct {
	once sync.Once
	exe  string
	err  error
}

// path returns the executable of a user's package. The error says why there is none.
func (s *second) path(user *userprog.Linked) (string, error) {
	s.once.Do(func() {
		var p *userprog.Package
		if p, s.err = userprog.Find(".", user.Dir); s.err == nil {
			s.exe, s.err = buildHooked(p, os.Stderr)
		}
	})
	return s.exe, s.err
}

// askHooked asks the executable with hooks about the cycle of a recorded run.
func (m *machsim) askHooked(rec *record.Recording, c *cycle.Cycle) *cycle.Cycle {
	exe, err := m.second.path(m.user)
	if err == nil {
		var found *cycle.Cycle
		if found, err = userprog.Cycle(exe, rec.Data()); err == nil && found != nil {
			return found
		}
	}
	with := *c
	with.Why = "the program with hooks makes another run"
	if err != nil {
		with.Why = "they take hooks: " + quote.Line(fmt.Sprint(err))
	}
	return &with
}
