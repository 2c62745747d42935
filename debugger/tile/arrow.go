package tile

import (
	"cmp"
	"slices"

	"machsim/debugger/graph"
	"machsim/kernel"
)

// Arrow leads from an event to one that it affected; both are counted from 1.
type Arrow struct {
	Kind     string // "message", "fork", "wake" or "lock"
	From, To int    // To is 0 for a message that was never received
	FromLane int
	ToLane   int // -1 if To is 0
}

// Arrows are those of a part of a run.
type Arrows struct {
	Rows []Arrow // by the event they lead to
	Left int     // how many are left out: the shortest
	Wide bool    // the part has too many events to look for arrows
}

// maxSearched is the number of events among which arrows are looked for.
const maxSearched = 1 << 15

// Arrows finds the arrows to the events from one to before another, and from them; at most so many.
func (m *Map) Arrows(from, to, most int) Arrows {
	from, to = max(from, 0), min(to, m.s.Len())
	if to-from > maxSearched {
		return Arrows{Wide: true}
	}
	var a Arrows
	for event := from; event < to; event++ {
		a.Rows = m.into(event, a.Rows)
	}
	a.Rows = append(a.Rows, m.outOf(from, to)...)
	a.Rows = append(a.Rows, m.unreceived(from, to)...)
	if a.Left = len(a.Rows) - most; a.Left <= 0 {
		a.Left = 0
		return a
	}
	slices.SortStableFunc(a.Rows, byLength)
	a.Rows = a.Rows[:most]
	slices.SortStableFunc(a.Rows, func(x, y Arrow) int { return x.To - y.To })
	return a
}

// into adds the arrows to an event.
func (m *Map) into(event int, all []Arrow) []Arrow {
	lane, first := m.s.LaneAt(event), len(all)
	id := m.s.ThreadIn(lane)
	if id == 0 {
		return m.loss(event, all)
	}
	add := func(kind string, from int) {
		known := slices.ContainsFunc(all[first:], func(a Arrow) bool { return a.From == from+1 })
		if from >= 0 && !known {
			all = append(all, Arrow{kind, from + 1, event + 1, m.s.LaneAt(from), lane})
		}
	}
	add("message", m.s.Received(event))
	if m.s.LaneEvent(lane, 0) == event {
		add("fork", m.s.AskerOf(id))
	}
	m.s.Into(event, func(e graph.Edge) {
		if kind := m.flow(e, event); kind != "" {
			add(kind, e.From)
		}
	})
	return all
}

// byLength orders arrows by their length, the longest first: those that lead nowhere.
func byLength(x, y Arrow) int { return cmp.Compare(uint(y.To-y.From), uint(x.To-x.From)) }

// flow returns the kind of arrow to draw for an edge of the causal order, "" for none. Arrows of messages and
// forks come from the events themselves.
func (m *Map) flow(e graph.Edge, to int) string {
	switch {
	case m.s.ThreadIn(m.s.LaneAt(e.From)) == 0:
		return ""
	case e.Kind == graph.Wake:
		return "wake"
	case e.Kind == graph.Lock && takes[m.class(to)] && gives[m.class(e.From)]:
		return "lock"
	}
	return ""
}

// The classes of calls that take a mutex, and that give one back.
var (
	takes = map[kernel.Class]bool{kernel.ClassLock: true, kernel.ClassTryLock: true, kernel.ClassWait: true}
	gives = map[kernel.Class]bool{kernel.ClassUnlock: true, kernel.ClassWait: true}
)

// class returns the class of an event's call.
func (m *Map) class(event int) kernel.Class {
	c, _ := m.s.CallOf(event)
	return c.Op.Class()
}

// outOf returns the arrows that lead from some events to later ones: of messages, and to threads made there. They are
// looked for among so many of the events that follow as there are.
func (m *Map) outOf(from, to int) (all []Arrow) {
	var one []Arrow
	for event := to; event < min(to+max(to-from, minFollowing), m.s.Len()); event++ {
		for _, a := range m.messages(event, one[:0]) {
			if a.From > from && a.From <= to {
				all = append(all, a)
			}
		}
	}
	return all
}

// minFollowing is among how many following events the other end of an arrow is looked for, at least.
const minFollowing = 256

// messages adds the arrow of the message, or the fork, that leads to an event.
func (m *Map) messages(event int, all []Arrow) []Arrow {
	lane := m.s.LaneAt(event)
	id := m.s.ThreadIn(lane)
	if id == 0 {
		return m.loss(event, all)
	}
	if from := m.s.Received(event); from >= 0 {
		all = append(all, Arrow{"message", from + 1, event + 1, m.s.LaneAt(from), lane})
	}
	if from := m.s.AskerOf(id); from >= 0 && m.s.LaneEvent(lane, 0) == event {
		all = append(all, Arrow{"fork", from + 1, event + 1, m.s.LaneAt(from), lane})
	}
	return all
}

// loss adds the arrow of the message that is lost at an event of its packet.
func (m *Map) loss(event int, all []Arrow) []Arrow {
	from, ok := m.lost[event]
	if !ok {
		return all
	}
	return append(all, Arrow{"message", from + 1, event + 1, m.s.LaneAt(from), m.s.LaneAt(event)})
}

// unreceived returns the messages sent by some events that were not received by the end of the run.
func (m *Map) unreceived(from, to int) (all []Arrow) {
	msgs := &m.s.Final().IPC.Msgs
	for id := range msgs.All {
		msg := msgs.At(id)
		at := int(msg.Sent) - 1
		if !msg.Draft && at >= from && at < to && m.s.ThreadIn(m.s.LaneAt(at)) != 0 {
			all = append(all, Arrow{"message", at + 1, 0, m.s.LaneAt(at), -1})
		}
	}
	slices.SortFunc(all, func(x, y Arrow) int { return x.From - y.From })
	return all
}
