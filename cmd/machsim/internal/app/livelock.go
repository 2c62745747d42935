package app

import (
	"slices"

	"machsim/debugger/commandline"
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
func (m *machsim) provesLivelocks(o runner.Options) bool {
	x := o.Shared()
	if x.Repeats {
		x.Prove = func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
			if p := m.withHooks(x.Program); p != nil {
				return livelock.Judge(p, rec, w, c, x.LoopLimit)
			}
			if m.user == nil || x.Recording == "" {
				return c
			}
			with := *c
			with.Why = "they take hooks; " + commandline.Open("replay", x.Recording, x.Trust) + " has them"
			return &with
		}
	}
	return x.Repeats
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
