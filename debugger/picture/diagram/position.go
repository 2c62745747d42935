package diagram

import (
	"fmt"

	"machsim/debugger/session"
)

// position describes the session's position.
func position(s *session.Session) string {
	n, prefix := s.Prefix(s.Position())
	switch {
	case n == s.Len():
		return "position: the end of the run"
	case prefix && n == 0:
		return "position: the start of the run"
	case prefix:
		return fmt.Sprintf("position: after event %d", n)
	}
	return fmt.Sprintf("position: with event %d, without event %d", s.LastOf(s.Position())+1, n+1)
}

// levels finds where the position crosses each lane: between the last row of the lane
// that it holds and the first that it does not, and as near as that allows to one
// straight line, which is below all rows that it holds. The tape's numbers of the lanes
// are in order.
func (b *builder) levels(order []int) {
	d := b.d
	d.Levels = make([]int, len(order))
	if d.replay != nil {
		for i := range d.Levels {
			d.Levels[i] = len(d.Rows)
		}
		return
	}
	low, high := b.outside(order)
	straight := 0
	for at, r := range d.Rows {
		for _, i := range r.Events {
			e := &d.Events[i]
			switch {
			case e.Inside:
				straight = at + 1
			case e.Kind.ofThread():
				high[e.Lane] = min(high[e.Lane], at)
			}
			if e.Inside && e.Lane != Nowhere {
				low[e.Lane] = max(low[e.Lane], at+1)
			}
		}
	}
	d.above(low, high)
	for i := range order {
		d.Levels[i] = min(max(straight, low[i]), high[i])
	}
}

// above puts the position above edits and halts that it does not hold, in their lanes, where
// the threads' own events allow it.
func (d *Diagram) above(low, high []int) {
	for at, r := range d.Rows {
		e := &d.Events[r.Events[0]]
		if !e.Inside && !e.Kind.ofThread() && e.Lane != Nowhere && low[e.Lane] <= at {
			high[e.Lane] = min(high[e.Lane], at)
		}
	}
}

// outside finds the rows between which the position crosses the lanes, according to the events
// before and after the window.
func (b *builder) outside(order []int) (low, high []int) {
	low, high = make([]int, len(order)), make([]int, len(order))
	for i, lane := range order {
		if high[i] = len(b.d.Rows); lane == debuggerLane {
			continue
		}
		done := int(b.s.Position().Cut[lane])
		high[i] = len(b.d.Rows)
		if done < b.s.InLane(lane, b.d.From) {
			high[i] = 0
		}
		if done > b.s.InLane(lane, b.d.To) {
			low[i] = len(b.d.Rows)
		}
	}
	return low, high
}
