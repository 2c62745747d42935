package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
)

// A search follows each thread as far as that goes, without regard to whether others get their turns. So a run of it
// may have no end where all others have: a thread looks at what another is to change, and yields, again and again,
// while that other could go on. Each number of rounds is a class of its own then, and the search ends where it has
// met that.

// How long runs are followed.
const (
	mostIdle  = 2000   // steps that a thread takes one after the other and that change nothing, while others could go on
	mostRound = 64     // of these, in a round of a loop
	mostAfter = 10_000 // events after a thread has failed
)

// endless ends a run that goes on for too long.
func (r *run) endless(s *kernel.State) {
	switch failed := len(s.Failures) > 0; {
	case r.bounds.stop == nil:
	case failed && s.Steps > s.Failures[0].Step+mostAfter || failed && r.circles():
		r.bounds.end(After)
	case !r.bounds.reach() && r.circles() && r.others(s):
		r.spins = s.ThreadName(r.idling.who)
		r.bounds.end(Spins)
	}
}

// circles says whether the thread that took the last steps goes round in a loop that changes nothing: again and again
// it has used the same, and written no variable.
func (r *run) circles() bool {
	n := r.idling.steps
	if n == 0 || n%mostIdle != 0 || len(r.events) < mostIdle {
		return false
	}
	last := r.events[len(r.events)-mostIdle:]
	if slices.ContainsFunc(last, func(e event) bool { return e.writes() }) {
		return false
	}
	for k := 1; k <= mostRound; k++ {
		if slices.EqualFunc(last[k:], last[:len(last)-k], func(a, b event) bool { return slices.Equal(a.uses, b.uses) }) {
			return true
		}
	}
	return false
}

// writes says whether a step has written to variables.
func (e *event) writes() bool {
	return slices.ContainsFunc(e.touches, func(t touch.Touch) bool { return t.Uses.Writes() })
}

// others says whether somebody else than who took the last steps could do more than wait.
func (r *run) others(s *kernel.State) bool {
	return len(r.ready(nil, s, func(a kernel.Actor) bool {
		waits, _ := r.wouldWait(s, a)
		return !waits && a.Thread != r.idling.who
	})) > 0
}

// idling is that a thread has only looked, and yielded, with its last steps.
type idling struct {
	who   kernel.ThreadID
	steps int
}

// looked counts the steps in a row by which a thread has only looked, and yielded.
func (r *run) looked(s *kernel.State, e *event, t kernel.Taken) {
	if t.Actor.Thread == 0 || !idle(s, e, t) {
		r.idling = idling{}
		return
	}
	if r.idling.who != t.Actor.Thread {
		r.idling = idling{who: t.Actor.Thread}
	}
	r.idling.steps++
}

// idle says whether a step has changed nothing that lasts: it has yielded, looked, tried in vain, taken a lock or given
// it back.
func idle(s *kernel.State, e *event, t kernel.Taken) bool {
	switch c := &s.Threads.At(uint32(t.Actor.Thread)).Call; c.Op {
	case kernel.OpThreadSwitch, kernel.OpMutexLock, kernel.OpMutexUnlock:
		return t.Done
	case kernel.OpPeek:
		return true
	case kernel.OpPreempt:
		return !e.uses.Writes()
	case kernel.OpMutexTryLock:
		return t.Result.N == 0
	case kernel.OpMachMsg:
		return t.Done && (t.Result.Code == ipc.MACH_RCV_TIMED_OUT || t.Result.Code == ipc.MACH_SEND_TIMED_OUT)
	}
	return false
}
