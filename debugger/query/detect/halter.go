package detect

import (
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// halter is the algorithm at work.
type halter struct {
	Effort
	channels
	r          *Run
	trace      bool
	conditions []partly
	processes  []process         // by lane
	owed       int               // acknowledgements that the debugger process waits for
	active     int               // processes that are
	running    []int             // lanes that are to try their next event
	wanted     map[int][]message // by event: the answers to those who wait for it
}

// process is a lane with its local debugger.
type process struct {
	took    int    // the step in which it has taken its last event
	asked   uint32 // the number of events that it was asked to take
	wrong   int    // conditions that it knows to be false, and that its next events are to make true
	active  bool
	running bool  // it is among halter.running
	waits   []int // the events of others that it waits for
	engaged bool  // in Dijkstra and Scholten's tree
	parent  int   // who has engaged it
	owed    int   // acknowledgements that it waits for
}

// partly is one condition of the conjunction.
type partly struct {
	*predicate.Atom
	at    int  // its first span that is not over
	holds bool // the span has begun
	told  bool // the lane that is to make it hold knows that it does not
}

// lane is the lane whose event makes a condition true: that of its process, or of another thread of the task. If it
// never holds again, its process runs to the end.
func (c *partly) lane(r *Run) int {
	if c.at < len(c.Spans) {
		return r.Tape.Lane(c.Spans[c.at].Lo)
	}
	return c.Lane
}

func newHalter(r *Run, conjunction []*predicate.Atom, o Control) *halter {
	h := &halter{channels: newChannels(o), r: r, trace: o.Trace, processes: make([]process, len(r.Tape.Lanes)),
		wanted: map[int][]message{}}
	h.Cut = r.Graph.Start()
	for _, l := range conjunction {
		h.conditions = append(h.conditions, partly{Atom: l, holds: len(l.Spans) > 0 && l.Spans[0].Lo == predicate.Always})
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
	sort := h.r.sort(edge)
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

// judge looks whether an event changes a condition.
func (h *halter) judge(lane, k, e int) {
	c := &h.conditions[k]
	if c.at == len(c.Spans) {
		return
	}
	ends := c.holds && c.Spans[c.at].Hi == e
	if ends {
		c.at, c.holds = c.at+1, false
	}
	switch {
	case c.at < len(c.Spans) && c.Spans[c.at].Lo == e:
		if c.told {
			h.processes[lane].wrong--
		}
		c.holds, c.told = true, false
	case ends:
		h.tell(lane, k)
	}
}

// tell makes a lane go on until a condition holds that does not: a thread of the task that has made it false, the
// one that will make it true, or the debugger process, each process whose condition is false at first.
func (h *halter) tell(from, k int) {
	to := h.conditions[k].lane(h.r)
	m := message{kind: request, from: from, to: to, sort: ToFulfil, event: none, condition: k,
		span: h.conditions[k].at}
	switch {
	case to < 0: // of no process: it is as it is
		h.owed++
	case from == Debugger:
		m.kind = start
		h.Starts++
		h.send(m)
	case from == to:
		h.know(m)
	default:
		h.Requests[ToFulfil]++
		h.send(m)
	}
}

// know makes a lane go on if a condition is still as it was when it was told.
func (h *halter) know(m message) {
	c := &h.conditions[m.condition]
	if c.at == m.span && !c.holds && !c.told {
		c.told = true
		h.processes[m.to].wrong++
	}
}

// get is the arrival of a message.
func (h *halter) get(m message) {
	if m.kind != answer {
		h.move(m.move(MoveGets, m.to, m.from))
	}
	switch {
	case m.kind == ack && m.to == Debugger:
		h.owed--
		return
	case m.kind == ack:
		h.processes[m.to].owed--
	case m.kind == answer:
		h.arrive(m)
	default:
		h.engage(m)
	}
	h.settle(m.to)
}

// arrive is the arrival of what a process waits for.
func (h *halter) arrive(m message) {
	p := &h.processes[m.to]
	p.waits = slices.DeleteFunc(p.waits, func(e int) bool { return e == m.event })
	h.Answers[m.sort]++
	h.move(m.move(MoveAnswered, m.to, m.from))
}

// engage is the arrival of a start or a request: it is acknowledged at once, unless it engages the process.
func (h *halter) engage(m message) {
	p := &h.processes[m.to]
	if p.engaged {
		h.acknowledge(m.to, m.from)
	} else {
		p.engaged, p.parent = true, m.from
	}
	if m.sort == ToFulfil {
		h.know(m)
	} else {
		p.asked = max(p.asked, uint32(h.r.Tape.Nth(m.event))+1)
	}
}

// settle tells whether a process is active or passive now. One that is passive, and owed nothing, leaves the tree.
func (h *halter) settle(lane int) {
	p := &h.processes[lane]
	if active := p.wrong > 0 || h.Cut[lane] < p.asked; active != p.active {
		p.active = active
		h.change(lane)
	}
	switch {
	case p.active && len(p.waits) == 0 && !p.running:
		p.running = true
		h.running = append(h.running, lane)
	case !p.active && p.engaged && p.owed == 0:
		p.engaged = false
		h.acknowledge(lane, p.parent)
	}
}

// change counts that a process has become active or passive.
func (h *halter) change(lane int) {
	h.Changes++
	p := &h.processes[lane]
	m := Move{Kind: MovePassive, Lane: lane, Event: none}
	if n := int(h.Cut[lane]); n > 0 {
		m.Event = h.r.Tape.Lanes[lane].Event(n - 1)
	}
	if h.active--; p.active {
		h.active += 2
		m = Move{Kind: MoveActive, Lane: lane, Event: none}
		if p.wrong == 0 {
			m.Event = h.r.Tape.Lanes[lane].Event(int(p.asked) - 1)
		}
	}
	h.Halted = h.now
	h.move(m)
}

func (h *halter) acknowledge(lane, to int) {
	h.Acks++
	h.send(message{kind: ack, from: lane, to: to, event: none})
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
