package report

import (
	"fmt"
	"sync/atomic"

	"machsim/debugger/record"
)

// ManyLeft is how many runs of a search may be left to themselves before it ends: the n-th is known after n times the
// limit of program code, as they share the computer.
const ManyLeft = 3

// Lefts counts runs that were left to themselves, from any goroutine.
type Lefts struct {
	n    atomic.Int64
	many atomic.Pointer[TooManyLeft]
}

// Count counts a run, by how it ended. The error says that there are too many of them.
func (l *Lefts) Count(e record.Ending) error {
	if v := e.Verdict(); v.Left() && l.n.Add(1) >= ManyLeft {
		l.many.CompareAndSwap(nil, &TooManyLeft{v})
	}
	return l.Err()
}

// Err is the last answer of Count.
func (l *Lefts) Err() error {
	if many := l.many.Load(); many != nil {
		return many
	}
	return nil
}

// TooManyLeft is the error for a search that ends because of runs that were left to themselves.
type TooManyLeft struct{ Verdict Verdict } // of the last one

func (e *TooManyLeft) Error() string { return e.Why() + ": no more are made" }

// Why says why no more are made.
func (e *TooManyLeft) Why() string {
	return fmt.Sprintf("%d runs were given up (%s), and each goes on beside those after it", ManyLeft, e.Verdict)
}
