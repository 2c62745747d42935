package detect

import (
	"errors"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Effort is the cost of halting a replay at the first state that satisfies a conjunction by Manabe and
// Aoyagi's algorithm (section 4 of their paper), which does without the causal order. A process is
// active while its condition is false, or while another waits for its events; the program halts when
// all processes are passive.
type Effort struct {
	Cut      graph.Cut // where it halts: by their theorem 1 that is Inf(P)
	Events   int       // taken by the processes
	Requests int       // control messages that ask a process to go on: to send, to fork, ...
	Changes  int       // from passive to active or back; the termination detector hears of each
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
			h.Cut = p.r.Position(h.Cut, graph.Position{}).Cut
			return &h.Effort, nil
		case h.Events == before.Events && h.Requests == before.Requests:
			return nil, nil // because the processes that should go on have ended
		}
	}
}

// halter is the algorithm at work.
type halter struct {
	Effort
	r           *Run
	conjunction []*predicate.Atom
	asked       []uint32 // by lane: the number of events that it was asked to take
	active      []bool
}

// round lets each active lane take a step, if it can, and says whether any is active.
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

// unsatisfied returns the lanes that have to go on because a condition is false.
func (h *halter) unsatisfied() map[int]bool {
	lanes := map[int]bool{}
	for _, l := range h.conjunction {
		if predicate.In(h.r.Graph, l.Spans, h.Cut) < 0 {
			lanes[h.next(l)] = true
		}
	}
	return lanes
}

// next returns the lane whose event makes a condition true: that of its process, or of another thread of
// the task. If it never holds again, its process runs to the end.
func (h *halter) next(l *predicate.Atom) int {
	if i := predicate.Begun(h.r.Graph, l.Spans, h.Cut); i < len(l.Spans) {
		return h.r.Tape.Lane(l.Spans[i].Lo)
	}
	return l.Lane
}

// step takes a lane's next event, or asks the lanes that it has to wait for to go on.
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
	if free { // serialized tasks have an order beside the edges
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

// has says whether a lane has taken a number of events. If it has not, has asks it to, once.
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
