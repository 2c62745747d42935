package runner

import (
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/kernel"
)

// Loop is what a run was doing when it was given up.
type Loop struct {
	watch.Loop
	Interrupted bool // by the user; otherwise a limit was reached
	Input       bool // it waits for a line of console input
	Check       bool // it is no code of the program but the run's Check
}

// outcome is what a recording calls it.
func (l *Loop) outcome() string {
	switch {
	case l.Interrupted:
		return record.Interrupted
	case l.Depth > 0:
		return record.Overflow
	case l.Waits != "":
		return record.Blocked
	}
	return record.Loop
}

// Whose is the name of the thread whose program code was given up, or Main, or what else it was.
func (r *Run) Whose() string {
	if r.Loop != nil && r.Loop.Check {
		return "the test's own condition"
	}
	if id := r.Computing(); id != 0 && r.State != nil {
		return r.State.ThreadName(id)
	}
	return "Main"
}

// Subject is whose program code was given up, to begin a sentence with.
func (r *Run) Subject() string {
	if r.Loop.Unwinds {
		return "a deferred function of " + r.Whose() + ", which was ended,"
	}
	return r.Whose()
}

// limited says at which limit the run was given up, and where.
func (r *Run) limited() string {
	switch {
	case r.Greedy:
		return TookMemory(r.MaxMemory)
	case r.Loop.Interrupted:
		return r.Subject() + " was running program code" + r.Loop.in()
	}
	return r.Subject() + " " + r.Loop.What() + r.Loop.in()
}

// TookMemory says of a run that it has taken more memory than it may. What is noted of it counts: a search notes some
// hundred bytes of each event.
func TookMemory(most uint64) string {
	return fmt.Sprintf("it has taken more than %d MB of memory, with what is noted of it", most/1e6)
}

// unmoved returns, of a run that was given up, what says whether its program code has not come back since; nil of
// others.
func (r *Run) unmoved() func() bool {
	if r.Loop == nil {
		return nil
	}
	return func() bool { return r.at.Inside && r.heartbeat.Look() == r.at }
}

// limit says that the run was given up at a limit.
func (r *Run) limit() bool { return r.Greedy || r.Loop != nil && !r.Loop.Interrupted }

// in is the line where the code was, to go on with in a sentence; "" if that is not known.
func (l *Loop) in() string {
	if at := l.At(); at != "" {
		return " (" + at + ")"
	}
	return ""
}

// ForeignUse says what a goroutine that the program has started did with a Thread or a Boot, "" if
// nothing: such a run fails, unless something else comes first.
func (r *Run) ForeignUse() string {
	if m := r.machine.Load(); m != nil {
		return m.ForeignUse()
	}
	return ""
}

// Computing is the thread whose program code was running, at the end of a run that was given
// up, or would have gone on, at that of a replay that was held; 0 if there is none.
func (r *Run) Computing() kernel.ThreadID {
	if r.Loop != nil {
		return r.Loop.Thread
	}
	if r.replay != nil {
		if id, held := r.replay.Held(); held {
			return id
		}
	}
	return 0
}
