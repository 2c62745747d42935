package predicate

import (
	"slices"

	"machsim/kernel"
)

// A program's own variables change at statements, which are events of one thread alone. A thread's event e completes
// a call; then the thread does the statements of a stretch, and comes to its next call. What e itself has done is seen
// before the first of these statements, what that has done before the second, ..., and what the last one has done at
// the call.

// moment is an event, or a place in the stretch after it: event<<placeBits + place. Place 0 is the event itself, place
// i is when the thread has done i statements of the stretch, and atCall when it has come to its next call. Moments
// are ordered as in the recorded run.
type moment = int

const (
	placeBits = 31
	atCall    = 1<<placeBits - 1
)

func momentOf(event, place int) moment { return event<<placeBits + min(place, atCall) }

// eventOf and placeOf are the parts of a moment.
func eventOf(m moment) int { return m >> placeBits }
func placeOf(m moment) int { return m & atCall }

// stretch returns the statements of the stretch after an event that completes a call: the first, and the first of the
// next stretch. These are equal if the thread does none.
func (r *Run) stretch(event int) (first, next uint64) {
	if r.marks == nil {
		return 0, 0
	}
	lane := r.Tape.Lane(event)
	l, marks := &r.Tape.Lanes[lane], r.marks[lane]
	n := r.Tape.Nth(event) + 1
	k := l.Completed(n) - 1
	if k < 0 || l.DoneBy(k) != n || k >= len(marks) {
		return 0, 0
	}
	if k > 0 {
		first = marks[k-1]
	}
	return first + 1, marks[k] + 1
}

// before returns the moment at which a thread comes to a statement.
func (r *Run) before(id kernel.ThreadID, n uint64) moment {
	lane := r.Tape.LaneOf(id)
	k, _ := slices.BinarySearch(r.marks[lane], n)
	l := &r.Tape.Lanes[lane]
	if k < l.Earlier() {
		return Always // it is before the log
	}
	event := l.Event(l.DoneBy(min(k, l.Done()-1)) - 1)
	first, _ := r.stretch(event)
	return momentOf(event, int(n-first))
}

// arrival returns the moment at which a thread whose call an event has completed comes to its next call.
func (r *Run) arrival(event int) moment {
	if first, next := r.stretch(event); first < next {
		return momentOf(event, atCall)
	}
	return momentOf(event, 0)
}

// precedes says whether a moment of an atom comes before a later one in the causal order. Both are of threads of one
// task, so a stretch is over when an event comes that depends on that before it.
func (r *Run) precedes(a, b moment) bool {
	e, f := eventOf(a), eventOf(b)
	return r.Tape.Lane(e) == r.Tape.Lane(f) || r.Graph.Before(e, f)
}
