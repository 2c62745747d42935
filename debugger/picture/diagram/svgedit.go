package diagram

import "fmt"

// Changes made at the debugger, and faults, have a band across the lanes, in which their words stand.
const bandHigh = 19

// bands draws the bands of the changes made at the debugger, and of the faults.
func (p *picture) bands() {
	for i, r := range p.Rows {
		if e := &p.Events[r.Events[0]]; e.Kind.banded() {
			p.add(`<rect class="by" x="%d" y="%.1f" width="%.1f" height="%d"/>`+"\n", timeWidth, p.ys[i]-bandHigh/2.0, p.edge(len(p.Lanes))-timeWidth, bandHigh)
		}
	}
}

// place returns the place of an event's mark; an event without a lane has it at the left.
func (p *picture) place(e *Event) float64 {
	if e.Lane == Nowhere {
		return p.edge(0) + laneInset - 8
	}
	return p.x(e.Lane)
}

// lostAt returns the end of the arrow of a dropped message: on the band of the change, beside its
// words or number.
func (p *picture) lostAt(a Arrow, dir float64) (x, y float64) {
	e := p.at(a.To)
	x = p.place(e)
	if dir > 0 {
		x -= 20 + letter*float64(len(fmt.Sprint(e.Number())))
	} else {
		x += 24 + letter*float64(len([]rune(e.Label)))
	}
	if from := p.x(a.FromLane); (x-from)*dir < 16 {
		x = from + 16*dir
	}
	return x + dir*reach, p.y(a.To)
}

// at returns the event with an index in the run; nil if it is not shown.
func (d *Diagram) at(index int) *Event {
	lo, hi := 0, len(d.Events)
	for lo < hi {
		if mid := (lo + hi) / 2; d.Events[mid].Index < index {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(d.Events) && d.Events[lo].Index == index {
		return &d.Events[lo]
	}
	return nil
}

// others says whether the event that ended or halted a lane has its mark in another lane.
func (d *Diagram) others(lane, at int) bool {
	if at == Nowhere {
		return false
	}
	e := d.at(at)
	return e == nil || e.Lane != lane
}
