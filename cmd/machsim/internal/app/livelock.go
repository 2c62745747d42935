package app

import (
	"slices"

	"machsim/debugger/cycle"
	"machsim/debugger/livelock"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs/hooked"
)

// provesLivelocks has it found out whether a run that repeats itself is in a livelock. It returns false if the run is
// not asked whether it repeats itself.
func (m *machsim) provesLivelocks(o runner.Choosing) bool {
	x := o.Shared()
	if x.Repeats {
		x.Prove = func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
			p, why := m.withHooks(x.Program)
			if p == nil {
				with := *c
				with.Looked, with.Why = true, why
				return &with
			}
			return livelock.Judge(p, rec, w, c, x.LoopLimit)
		}
	}
	return x.Repeats
}

// withHooks returns a program with hooks, or says why there is none here.
func (m *machsim) withHooks(p *kernel.Program) (with *kernel.Program, why string) {
	if m.samples && len(hook.Packages()) == 0 {
		hooked.Register()
	}
	switch {
	case len(hook.Packages()) == 0:
		return nil, "this program has no hooks"
	case m.samples:
		i := slices.IndexFunc(hooked.All, func(q *kernel.Program) bool { return q.Name == p.Name })
		if i < 0 {
			return nil, "this program has no hooks"
		}
		return hooked.All[i], ""
	}
	return p, ""
}
