package graph

import (
	"fmt"
	"slices"

	"machsim/kernel"
)

// Position is where a run stands. A thread's life is a sequence of kernel calls and, between two of
// them, a stretch: the statements of its program that it runs alone. A Position is a consistent cut,
// which says how many events each thread has done, and how far one thread is in its stretch.
//
// If N is 0, all threads stand at their calls; Thread is 0 then. If N is greater, Thread has done N
// statements since its birth, the last of which is in the stretch between the thread's last event in
// Cut and its next; all others stand at their calls. As only one thread of a run is in a stretch at a
// time, every such position is a state that a run goes through.
//
// A Position is a value: once it is made, nobody writes to its Cut. It belongs to one run, and means
// nothing in another. The zero Position is none.
type Position struct {
	Cut    Cut
	Thread kernel.ThreadID
	N      uint64
}

// At returns the position of a cut at which all threads stand at their calls.
func At(c Cut) Position { return Position{Cut: c} }

// IsZero says whether p is no position.
func (p Position) IsZero() bool { return p.Cut == nil }

// AtCalls says whether all threads stand at their calls: no thread is within a stretch.
func (p Position) AtCalls() bool { return p.N == 0 }

// Equal says whether p and q, of the same run, are the same position.
func (p Position) Equal(q Position) bool {
	return p.Thread == q.Thread && p.N == q.N && slices.Equal(p.Cut, q.Cut)
}

// Events returns the number of events that p holds.
func (p Position) Events() (n int) {
	for _, done := range p.Cut {
		n += int(done)
	}
	return n
}

// String returns p for errors and tests: how many events each lane has done and, within a stretch,
// how many statements which thread has.
func (p Position) String() string {
	text := fmt.Sprint([]uint32(p.Cut))
	if !p.AtCalls() {
		text += fmt.Sprintf(" and %d statements of thread %d", p.N, p.Thread)
	}
	return text
}
