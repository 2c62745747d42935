package graph

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/kernel"
)

// Position is where a run stands. A thread's life is a sequence of kernel calls and, between two of
// them, a stretch: the statements of its program that it runs alone. A Position is a consistent cut,
// which says how many events each thread has done, and how far one thread is in its stretch.
//
// If N is 0, all threads stand at their calls; Thread is 0 then. If N is greater, Thread has done N - 1
// statements since its birth and is about to begin the N-th, which is in the stretch between the thread's last
// event in Cut and its next. Others are further threads that stand so, in the order of their ids; all that are not
// named stand at their calls. As only one thread of a run is in a stretch at a time, a position without Others is a
// state that the run goes through. One with Others is a state of the same events in another order: threads that
// do not affect each other are between two calls at once.
//
// A Position is a value: once it is made, nobody writes to its Cut and Others. It belongs to one run, and means
// nothing in another. The zero Position is none.
type Position struct {
	Cut    Cut
	Thread kernel.ThreadID
	N      uint64
	Others []Stand
}

// Stand says before which of its statements a thread stands.
type Stand struct {
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
	return p.Thread == q.Thread && p.N == q.N && slices.Equal(p.Cut, q.Cut) && slices.Equal(p.Others, q.Others)
}

// Stands returns the threads that stand within a stretch, that of p first.
func (p Position) Stands() []Stand {
	if p.AtCalls() {
		return nil
	}
	return append([]Stand{{p.Thread, p.N}}, p.Others...)
}

// With returns p with one more thread that stands before a statement.
func (p Position) With(id kernel.ThreadID, n uint64) Position {
	if p.AtCalls() {
		p.Thread, p.N = id, n
		return p
	}
	p.Others = append(slices.Clone(p.Others), Stand{id, n})
	slices.SortFunc(p.Others, func(a, b Stand) int { return cmp.Compare(a.Thread, b.Thread) })
	return p
}

// Statement returns the statement before which a thread stands; 0 if it stands at a call.
func (p Position) Statement(id kernel.ThreadID) uint64 {
	for _, s := range p.Stands() {
		if s.Thread == id {
			return s.N
		}
	}
	return 0
}

// Events returns the number of events that p holds.
func (p Position) Events() int { return p.Cut.Events() }

// String returns p for errors and tests: how many events each lane has done and, within a stretch,
// how many statements which thread has.
func (p Position) String() string {
	text := fmt.Sprint([]uint32(p.Cut))
	for _, s := range p.Stands() {
		text += fmt.Sprintf(" and %d statements of thread %d", s.N, s.Thread)
	}
	return text
}
