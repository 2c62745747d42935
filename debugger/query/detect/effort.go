package detect

import (
	"errors"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Effort is what it takes to halt a replay at the first state that satisfies a conjunction by Manabe and Aoyagi's
// algorithm (section 4 of their paper), which does without the causal order. A process is active while its condition
// is false, or while it has not yet taken an event for which another has asked; the program halts when all processes
// are passive. The debugger process learns of that by Dijkstra and Scholten's algorithm.
//
// The processes are the lanes of the run, each with a local debugger that knows its own history. Time is counted in
// steps: in one an active process takes an event, if it has got all that this needs. What others need of an event gets
// there one step later, by the program's own message or the memory and the kernel that both share.
type Effort struct {
	Cut      graph.Cut     // where it halts: by their theorem 1 that is Inf(P)
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

// Effort runs the algorithm on the recorded run; nil if the run ends and the conjunction has not held.
func (p *Predicate) Effort(o Control) (e *Effort, err error) {
	defer predicate.Caught(&err)
	if err := p.Conjunction(); err != nil || len(p.disjuncts) == 0 {
		return nil, err
	}
	h := newHalter(p.r, p.disjuncts[0], o)
	if !h.run() {
		return nil, nil // because the processes that should go on have ended
	}
	h.Cut = p.r.Position(h.Cut, graph.Position{}).Cut
	return &h.Effort, nil
}

// Conjunction is the error of Effort and Together for a predicate that is not one conjunction of conditions of single
// processes; nil for one that is, or that never holds because the run never comes to a place in it.
func (p *Predicate) Conjunction() error {
	if p.Form == Conjunctive || p.Form == Disjunctive && len(p.disjuncts) == 0 {
		return nil
	}
	return errors.New("this is no conjunction, that is conditions of single processes joined by and: only there Manabe " +
		"and Aoyagi's algorithm halts, and only for these spans can be listed in which they hold")
}
