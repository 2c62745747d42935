package rows

import (
	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Waiting is a thread that does not go on by itself: a row of the blocked or of the
// suspended table (Krawczuk 3.5).
type Waiting struct {
	waitfor.Explanation
	ID    kernel.ThreadID
	Hold  Hold
	Host  string
	Since int64 // virtual time at which the wait, or the suspension, began, in microseconds; -1 if none has
	Idle  bool  // a server that waits for requests
}

// Blocked is the blocked table: the threads that wait in a call, or would wait in the one that
// they are about to make.
func (x Places) Blocked() (all []Waiting) {
	for _, p := range x.Where() {
		switch p.Hold {
		case Waits:
			all = append(all, x.waiting(&p, x.Explain(&p), p.Row.Since))
		case WouldWait:
			all = append(all, x.waiting(&p, x.Explain(&p), -1))
		}
	}
	return all
}

// Suspended is the suspended table: the threads that nothing but the debugger keeps from going
// on, those at one of its breakpoints whatever else keeps them, and those that Mach has
// suspended. The breakpoints that a place is at are for the caller to say.
func (x Places) Suspended(at func(*Place) bool) (all []Waiting) {
	for _, p := range x.Where() {
		switch {
		case p.Hold == Ended || p.Hold == Failed:
		case p.Row.Suspended:
			r := p.Row.Suspension(x.at.State())
			all = append(all, x.waiting(&p, waitfor.Explain(x.at.State(), &r), r.Since))
		case p.Hold == Free || at(&p):
			all = append(all, x.waiting(&p, x.Explain(&p), -1))
		}
	}
	return all
}

// waiting is a row of a table.
func (x Places) waiting(p *Place, e waitfor.Explanation, since int64) Waiting {
	st := x.at.State()
	host := st.HostName(st.Tasks.At(uint32(st.Threads.At(uint32(p.Thread)).Task)).Host)
	return Waiting{e, p.Thread, p.Hold, host, since, p.Row.Idle}
}
