package halt

import (
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// halter is the algorithm at work.
type halter struct {
	Effort
	channels
	trace      bool
	conditions []clause
	processes  []process         // by lane
	owed       int               // acknowledgements that the debugger process waits for
	running    []int             // lanes that are to try their next event
	wanted     map[int][]message // by event: the answers to those who wait for it
}

func newHalter(r *predicate.Run, conjunction []*predicate.Atom, o Control) *halter {
	h := &halter{Effort: Effort{r: r, conjunction: conjunction}, channels: newChannels(o), trace: o.Trace,
		processes: make([]process, len(r.Tape.Lanes)), wanted: map[int][]message{}}
	h.Cut = r.Graph.Start()
	for _, l := range conjunction {
		h.conditions = append(h.conditions, clause{Atom: l, holds: len(l.Spans) > 0 && l.Spans[0].Lo == predicate.Always})
	}
	return h
}

// run runs the algorithm until the debugger process knows that the program has halted; false if it never does.
func (h *halter) run() bool {
	for k := range h.conditions {
		if !h.conditions[k].holds {
			h.tell(Debugger, k)
		}
	}
	for h.owed > 0 {
		h.r.Tick()
		lanes := h.running
		h.running = nil
		slices.Sort(lanes)
		for _, lane := range lanes {
			h.turn(lane)
		}
		if !h.pass(len(h.running) > 0) {
			return false
		}
		for m, ok := h.next(); ok; m, ok = h.next() {
			h.get(m)
		}
	}
	h.Known = h.now
	h.move(Move{Kind: MoveHalts, Lane: Debugger, Event: none})
	return true
}

// turn lets a lane try its next event.
func (h *halter) turn(lane int) {
	p, l := &h.processes[lane], &h.r.Tape.Lanes[lane]
	p.running = false
	if !p.active || int(h.Cut[lane]) == l.Len() {
		return
	}
	e := l.Event(int(h.Cut[lane]))
	h.r.Graph.Direct(e, func(edge graph.Edge) {
		if !h.has(edge.From) && !slices.Contains(p.waits, edge.From) {
			p.waits = append(p.waits, edge.From)
			h.ask(lane, edge)
		}
	})
	if len(p.waits) == 0 {
		h.take(lane, e)
	}
}

// has says whether an event was taken, and what others need of it has got there: in a later step.
func (h *halter) has(event int) bool {
	lane, nth := h.r.Tape.At(event)
	n := int(h.Cut[lane])
	return nth < n-1 || nth == n-1 && h.processes[lane].took < h.now
}

// ask asks the lane of an event to take it: the program's message, or whatever comes of it, is not there.
func (h *halter) ask(lane int, edge graph.Edge) {
	sort := sortOf(h.r.Tape, edge)
	h.Requests[sort]++
	h.send(message{kind: request, from: lane, to: h.r.Tape.Lane(edge.From), sort: sort, event: edge.From})
	a := message{kind: answer, from: h.r.Tape.Lane(edge.From), to: lane, sort: sort, event: edge.From}
	if h.r.Graph.Holds(h.Cut, edge.From) { // it is on its way
		h.post(a, 1)
	} else {
		h.wanted[edge.From] = append(h.wanted[edge.From], a)
	}
}

// take takes a lane's next event.
func (h *halter) take(lane, e int) {
	h.Cut[lane]++
	h.Events++
	h.processes[lane].took = h.now
	h.move(Move{Kind: MoveTakes, Lane: lane, Event: e})
	for _, a := range h.wanted[e] {
		h.post(a, 1)
	}
	delete(h.wanted, e)
	for k := range h.conditions {
		h.judge(lane, k, e)
	}
	h.settle(lane)
}

// send sends a control message; whoever gets it owes an acknowledgement, unless it is one.
func (h *halter) send(m message) {
	kind := MoveAcks
	if m.kind != ack {
		kind = MoveAsks
		if m.from == Debugger {
			h.owed++
		} else {
			h.processes[m.from].owed++
		}
	}
	m = h.dispatch(m)
	h.move(m.move(kind, m.from, m.to))
}

// move tells of a move.
func (h *halter) move(m Move) {
	switch {
	case !h.trace:
	case len(h.Moves) == MostMoves:
		h.Untold++
	default:
		m.Step = h.now
		h.Moves = append(h.Moves, m)
	}
}
