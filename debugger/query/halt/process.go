package halt

import "slices"

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
	if p.active {
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
