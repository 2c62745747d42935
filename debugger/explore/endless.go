package explore

import (
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
	mostAfter = 10_000 // events after a thread has failed
)

// endless ends a run that goes on for too long.
func (r *run) endless(s *kernel.State) {
	switch {
	case r.bounds.stop == nil:
	case len(s.Failures) > 0 && (s.Steps > s.Failures[0].Step+mostAfter || r.idles > mostIdle):
		r.bounds.end(After)
	case r.idles > mostIdle && !r.bounds.reach() && r.others(s):
		r.spins = s.ThreadName(r.idler)
		r.bounds.end(Spins)
	}
}

// others says whether somebody else than who took the last steps could do more than wait.
func (r *run) others(s *kernel.State) bool {
	return len(r.ready(nil, s, func(a kernel.Actor) bool {
		waits, _ := r.wouldWait(s, a)
		return !waits && a.Thread != r.idler
	})) > 0
}

// looked counts the steps in a row by which a thread has only looked, and yielded.
func (r *run) looked(s *kernel.State, e *event, t kernel.Taken) {
	if t.Actor.Thread == 0 || !idle(s, e, t) {
		r.idles, r.idler = 0, 0
		return
	}
	if r.idler != t.Actor.Thread {
		r.idles, r.idler = 0, t.Actor.Thread
	}
	r.idles++
}

// idle says whether a step has changed nothing: it has yielded, looked, or tried in vain.
func idle(s *kernel.State, e *event, t kernel.Taken) bool {
	switch c := &s.Threads.At(uint32(t.Actor.Thread)).Call; c.Op {
	case kernel.OpThreadSwitch:
		return t.Done
	case kernel.OpPeek:
		return true
	case kernel.OpPreempt:
		for _, u := range e.uses {
			if u.mode != read && u.mode != partRead {
				return false
			}
		}
		return true
	case kernel.OpMutexTryLock:
		return t.Result.N == 0
	case kernel.OpMachMsg:
		return t.Done && (t.Result.Code == ipc.MACH_RCV_TIMED_OUT || t.Result.Code == ipc.MACH_SEND_TIMED_OUT)
	}
	return false
}
