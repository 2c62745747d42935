package kernel

import (
	"maps"
	"reflect"

	"machsim/kernel/hook"
)

// Leave returns a machine on which the threads of Feeders go on by themselves, from a state in which each stands at
// the call that it is at in its Feeder. The machine takes over the state and the threads: the Feeders are not to be
// used any more. home returns the Feeder of a thread. asked returns the event in which a thread made a call that asks
// for another thread, by the number of State.Steps after it, for that may be made on another host yet; 0 if the call
// has not begun.
func Leave(cfg Config, s *State, feeders []*Feeder, home func(ThreadID) *Feeder, asked func(Asked) uint64) *Machine {
	first := feeders[0].m
	vars := first.vars
	if vars.Under(cfg.Heartbeat.abandoned()); vars == nil {
		vars = hook.Begin(cfg.hooked(), cfg.Heartbeat.abandoned())
	}
	m := newMachine(cfg.WithDefaults(), s, vars)
	m.restarts = first.restarts
	for id := range s.Threads.All {
		if f := home(ThreadID(id)); s.Threads.At(id).Status != Ended && f.Has(ThreadID(id)) {
			f.m.threads[id].handOver(m)
		}
	}
	m.codecs = map[reflect.Type]*codec{}
	for _, f := range feeders {
		maps.Copy(m.codecs, f.m.codecs)
		m.cfg.Heartbeat.takes(f.m.cfg.Heartbeat)
		for by, body := range f.bodies {
			if event := asked(by); event > 0 {
				m.keep(event, body)
			}
		}
	}
	return m
}

// handOver hands a thread that is fed over to a machine, whose state has the call that it stands at.
func (th *Thread) handOver(m *Machine) {
	for int(th.id) >= len(m.threads) {
		m.threads = append(m.threads, nil)
	}
	th.m.threads[th.id], m.threads[th.id] = nil, th
	th.m, th.script, th.feeder = m, nil, nil
	th.mayHalt()
	if th.apart = th.hooks != nil; th.apart {
		th.hooks.Lost = m.cfg.Heartbeat.abandoned()
	}
}

// left says whether a thread, which has stood in a call while it was fed, has been handed over to a machine. That has
// done the call.
func (th *Thread) left() bool {
	if th.script != nil {
		return false
	}
	if th.preempted() {
		th.meets()
	}
	th.heard(true)
	return true
}
