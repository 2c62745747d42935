package cycle

import "machsim/kernel"

// Recurring returns the events, in order, after which the state is one that came more than once in what was looked at.
func (w *Watch) Recurring() (events []uint64) {
	times := map[uint64]int{}
	for i := range w.moments {
		times[w.moments[i].state]++
	}
	for i := range w.moments {
		if times[w.moments[i].state] > 1 {
			events = append(events, w.moments[i].event)
		}
	}
	return events
}

// Same says whether the states after two events that were looked at are the same.
func (w *Watch) Same(a, b uint64) bool { return w.at(a).state == w.at(b).state }

// Fair says whether everybody who could go after the event a has had a turn up to the event b.
func (w *Watch) Fair(a, b uint64) bool {
	return a >= b || len(w.fairness().fair([]int{w.index(a), w.index(b)})) == 2
}

// Between describes the cycle that begins after the event a and ends with the event b.
func (w *Watch) Between(a, b uint64) *Cycle { return w.between(w.index(a), w.index(b)) }

// Calls calls f with the call of each step after the event a up to the event b, until that returns false. A packet
// makes none.
func (w *Watch) Calls(a, b uint64, f func(thread string, op kernel.Op) bool) {
	for e := a + 1; e <= b; e++ {
		if m := w.at(e); m.actor.Thread != 0 && !f(m.name, m.op) {
			return
		}
	}
}

// First is the first event that was looked at, 0 if none was.
func (w *Watch) First() uint64 {
	if len(w.moments) == 0 {
		return 0
	}
	return w.moments[0].event
}

// index is where an event stands among those that were looked at, which follow each other.
func (w *Watch) index(event uint64) int { return int(event - w.moments[0].event) }

func (w *Watch) at(event uint64) *moment { return &w.moments[w.index(event)] }
