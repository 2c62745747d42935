package detect

import (
	"errors"

	"machsim/debugger/graph"
	"machsim/debugger/predicate"
)

// Effort is what it takes to halt a replay at the first state that satisfies a conjunction,
// by Manabe and Aoyagi's algorithm (section 4 of their paper) in place of a recording's
// causal order: a process is active while its condition is false, or while another waits for
// what it has not done yet; the program halts when all are passive.
type Effort struct {
	Cut      graph.Cut // where it halts: by their theorem 1 that is Inf(P)
	Events   int       // that the processes take
	Requests int       // control messages that ask a process to go on: to send, to fork, ...
	Changes  int       // from passive to active or back, each of which the termination detector is told
}

// Effort runs the algorithm on the recorded run, each active process taking a step in turn;
// nil if the run ends and the conjunction has not held.
func (p *Predicate) Effort() (e *Effort, err error) {
	defer predicate.Caught(&err)
	if p.Form != Conjunctive || len(p.disjuncts) != 1 {
		return nil, errors.New("only conjunctions, conditions of single processes joined by and, " +
			"are what Manabe and Aoyagi's algorithm halts at")
	}
	n := len(p.r.Tape.Lanes)
	h := &halter{r: p.r, conjunction: p.disjuncts[0], asked: make([]uint32, n), active: make([]bool, n)}
	h.Cut = p.r.Graph.Start()
	for {
		p.r.Tick()
		before := h.Effort
		waiting := h.round()
		switch {
		case !waiting:
			return &h.Effort, nil
		case h.Events == before.Events && h.Requests == before.Requests:
			return nil, nil // who should go on has ended
		}
	}
}

// halter is the algorithm at work.
type halter struct {
	Effort
	r           *Run
	conjunction []*predicate.Atom
	asked       []uint32 // how far each lane was asked to go
	active      []bool
}

// round lets each active lane take a step, if it can, and says whether some are active.
func (h *halter) round() (waiting bool) {
	wrong := h.unsatisfied()
	for lane := range h.active {
		active := wrong[lane] || h.Cut[lane] < h.asked[lane]
		if active != h.active[lane] {
			h.active[lane] = active
			h.Changes++
		}
		if active {
			waiting = true
			if h.step(lane) {
				wrong = h.unsatisfied()
			}
		}
	}
	return waiting
}

// unsatisfied are the lanes whose next step is wanted because a condition is false.
func (h *halter) unsatisfied() map[int]bool {
	lanes := map[int]bool{}
	for _, l := range h.conjunction {
		if predicate.In(h.r.Graph, l.Spans, h.Cut) < 0 {
			lanes[h.next(l)] = true
		}
	}
	return lanes
}

// next is the lane that makes a condition true: its process's own, unless another thread of
// its task does. A condition that never holds again keeps its process going to its end.
func (h *halter) next(l *predicate.Atom) int {
	if i := predicate.Begun(h.r.Graph, l.Spans, h.Cut); i < len(l.Spans) {
		return h.r.Tape.Lane(l.Spans[i].Lo)
	}
	return l.Lane
}

// step takes a lane's next event, or asks those on whom it has to wait to go on.
func (h *halter) step(lane int) bool {
	l := &h.r.Tape.Lanes[lane]
	if int(h.Cut[lane]) == l.Len() {
		return false
	}
	e, free := l.Event(int(h.Cut[lane])), true
	h.r.Graph.Into(e, func(edge graph.Edge) {
		if edge.Kind != graph.Arrival {
			free = h.has(h.r.Tape.Lane(edge.From), uint32(h.r.Tape.Nth(edge.From))+1) && free
		}
	})
	if free { // what is in one line with it beside the edges
		for other := range h.r.Tape.Lanes {
			free = other == lane || h.has(other, h.r.Graph.Needs(e, other)) && free
		}
	}
	if free {
		h.Cut[lane]++
		h.Events++
	}
	return free
}

// has says whether a lane has done so many events; if not, it is asked to, once.
func (h *halter) has(lane int, events uint32) bool {
	if h.Cut[lane] >= events {
		return true
	}
	if h.asked[lane] < events {
		h.asked[lane] = events
		h.Requests++
	}
	return false
}
