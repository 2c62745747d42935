package halt

import (
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Effort is what it takes to halt a replay at the first state that satisfies a conjunction. Its Moves are told with the
// events of the run in which the conjunction is detected, and its Cut is one of that run.
type Effort struct {
	Cut      graph.Cut     // where it halts: by Manabe and Aoyagi's theorem 1 that is Inf(P)
	Events   int           // taken by the processes
	Requests [NumSorts]int // control messages that ask a process to go on
	Answers  [NumSorts]int // what has come to a process that had asked for it; these are no control messages
	Changes  int           // from passive to active or back
	Starts   int           // termination detection: the debugger process starts a process
	Acks     int           // termination detection: a process acknowledges a start or a request
	Halted   int           // the step in which the last process has become passive
	Known    int           // the step in which the debugger process knows
	Moves    []Move        // in order, if they were wanted: the first MostMoves
	Untold   int           // how many there are beside these

	r           *predicate.Run
	conjunction []*predicate.Atom
}

// MostMoves is how many moves are told one by one.
const MostMoves = 200_000

// Asked is how many requests there were.
func (e *Effort) Asked() (n int) {
	for _, k := range e.Requests {
		n += k
	}
	return n
}

// Control says how control messages travel.
type Control struct {
	Delay int    // the steps that each takes; 0 for 1
	Seed  uint64 // unless 0, it chooses how many each takes, from 1 to Delay; those of one channel stay in order
	Trace bool   // Effort.Moves are wanted
}

// At runs the algorithm on a run; nil if that ends and the conjunction has not held, because the processes that should
// go on have ended.
func At(r *predicate.Run, conjunction []*predicate.Atom, o Control) *Effort {
	h := newHalter(r, conjunction, o)
	if !h.run() {
		return nil
	}
	return &h.Effort
}
