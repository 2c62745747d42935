package tile

import (
	"cmp"
	"slices"

	"machsim/debugger/picture/arrow"
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
	from, to = max(from, m.s.First()), min(to, m.s.Len())
	if to-from > maxSearched {
		return Arrows{Wide: true}
	}
	var a Arrows
	for event := from; event < to; event++ {
		a.Rows = m.into(event, a.Rows)
	}
	a.Rows = append(a.Rows, m.outOf(from, to)...)
	for _, at := range arrow.Unreceived(m.s, from, to) {
		a.Rows = append(a.Rows, Arrow{"message", at + 1, 0, m.s.LaneAt(at), -1})
	}
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
	lane := m.s.LaneAt(event)
	if m.s.ThreadIn(lane) == 0 {
		return m.loss(event, all)
	}
	arrow.Into(m.s, event, func(k arrow.Kind, from int) {
		all = append(all, Arrow{k.String(), from + 1, event + 1, m.s.LaneAt(from), lane})
	})
	return all
}

// byLength orders arrows by their length, the longest first: those that lead nowhere.
func byLength(x, y Arrow) int { return cmp.Compare(uint(y.To-y.From), uint(x.To-x.From)) }

// outOf returns the arrows that lead from some events to later ones: of messages, and to threads made there. They are
// looked for among so many of the events that follow as there are.
func (m *Map) outOf(from, to int) (all []Arrow) {
	var one []Arrow
	for event := to; event < min(to+max(to-from, minFollowing), m.s.Len()); event++ {
		for _, a := range m.into(event, one[:0]) {
			if a.From > from && a.From <= to && (a.Kind == "message" || a.Kind == "fork") {
				all = append(all, a)
			}
		}
	}
	return all
}

// minFollowing is among how many following events the other end of an arrow is looked for, at least.
const minFollowing = 256

// loss adds the arrow of the message that is lost at an event of its packet.
func (m *Map) loss(event int, all []Arrow) []Arrow {
	from, ok := m.lost[event]
	if !ok {
		return all
	}
	return append(all, Arrow{"message", from + 1, event + 1, m.s.LaneAt(from), m.s.LaneAt(event)})
}
