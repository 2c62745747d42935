package kernel

import "machsim/kernel/hook"

// A machine that makes its run in pieces can be halted in the middle of what a thread computes. The thread is parked in
// a hook then, in a step that has been taken and is not over, and goes on from there. For the program nothing happens.

// Halt makes GoOn return at the next step, as Interrupt does, or where the program that runs is before a statement, if
// it has hooks (Within). Call it from one goroutine, if the Config says that it Halts; when GoOn has returned, call it
// with false, before the next GoOn.
func (m *Machine) Halt(yes bool) {
	if m.halts.Swap(yes) != yes {
		hook.Ask(yes)
	}
	if yes {
		m.Interrupt()
	}
}

// Within returns the thread that is parked before a statement, after the last event: it has not come to its next call.
// It is 0 if all threads stand at their calls.
func (m *Machine) Within() ThreadID {
	if !m.within {
		return 0
	}
	return m.turn.id
}

// mayHalt lets hooks stop the thread between two calls, if its machine may be halted there.
func (th *Thread) mayHalt() {
	if th.m.cfg.Halts {
		hook.Halts(th.g, th.halt)
	}
}

// halt parks the thread in a hook, if its machine is to stand still. Whoever has resumed the thread gives way until
// loop has the turn, and leaves it as it is: so loop lets the thread go on.
func (th *Thread) halt() {
	m := th.m
	if !m.halts.Load() || th.inside || th.dying {
		return
	}
	m.turn, m.within = th, true
	m.cfg.Heartbeat.comesBack(th.id)
	th.park()
}
