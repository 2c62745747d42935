package diagram

import (
	"fmt"
	"strings"
)

// shapes are the marks of the kinds, around the point 0,0.
var shapes = [numKinds]string{
	Local:   "M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z",
	Mail:    "M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z",
	Sync:    "M0,-5.5L5.5,0L0,5.5L-5.5,0z",
	Start:   "M-5.5,-4H5.5L0,5z",
	End:     "M-6,-2H6V2H-6z",
	Made:    "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0zM-2.5,0H2.5M0,-2.5V2.5",
	Note:    "M-4,-4H4V4H-4z",
	Fault:   "M0,-6L6,5H-6z",
	Refused: "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0zM-3.5,3.5L3.5,-3.5",
	Timeout: "M-5,-6H5L-5,6H5z",
	Failure: "M-5.5,-5.5L5.5,5.5M-5.5,5.5L5.5,-5.5",
}

// marks draws the events.
func (p *picture) marks() {
	for i, r := range p.Rows {
		if len(r.Events) == 1 {
			p.mark(&p.Events[r.Events[0]], p.ys[i])
		} else {
			p.fold(r, p.ys[i])
		}
	}
	for i := range p.Lanes {
		p.last(i)
	}
}

// mark draws an event: its number and what it is stand above the row, so that arrows
// pass below.
func (p *picture) mark(e *Event, y float64) {
	x := p.x(e.Lane)
	class := e.Kind.String()
	if e.Blocks {
		class += " waiting"
	}
	p.add(`<g class="e %s" id="e%d"><title>%s</title>`, class, e.Number(), escaped(p.tip(e)))
	if e.Held {
		p.add(`<circle class="held" cx="%.1f" cy="%.1f" r="8"/>`, x, y)
	}
	p.add(`<path class="m" transform="translate(%.1f %.1f)" d="%s"/>`, x, y, shapes[e.Kind])
	p.add(`<text class="n" x="%.1f" y="%.1f">%d</text>`, x-9, y-4, e.Number())
	p.add(`<text class="l" x="%.1f" y="%.1f">%s</text></g>`+"\n", x+9, y-4, escaped(clip(e.Label, p.room(e))))
}

// room is how many letters an event's label may have: a failure's may run on over the
// other lanes.
func (p *picture) room(e *Event) int {
	if e.Kind == Failure {
		return max(p.words(), int((p.wide-p.x(e.Lane)-2*margin)/letter))
	}
	return p.words()
}

// tip is all that is known of an event.
func (p *picture) tip(e *Event) string {
	lines := []string{fmt.Sprintf("event %d at %s: %s", e.Number(), shortTime(e.Time), p.Lanes[e.Lane].Name), e.Text}
	if e.Where != "" {
		lines = append(lines, e.Where)
	}
	if e.Held {
		lines = append(lines, "its message is held at the position, an artificial delay")
	}
	if p.lost(e) {
		lines = append(lines, "its message was never received")
	}
	return strings.Join(lines, "\n")
}

// fold draws events that share a row: of a lane that has several, how many.
func (p *picture) fold(r Row, y float64) {
	for lane := range p.Lanes {
		switch events := p.of(r, lane); len(events) {
		case 0:
		case 1:
			p.mark(events[0], y)
		default:
			p.several(events, y)
		}
	}
}

// of is the events that a lane has in a row.
func (d *Diagram) of(r Row, lane int) (all []*Event) {
	for _, i := range r.Events {
		if d.Events[i].Lane == lane {
			all = append(all, &d.Events[i])
		}
	}
	return all
}

// several draws events that one lane has in a row.
func (p *picture) several(events []*Event, y float64) {
	var tips []string
	for _, e := range events {
		tips = append(tips, fmt.Sprintf("%d %s", e.Number(), e.Text))
	}
	x := p.x(events[0].Lane)
	p.add(`<g class="fold"><title>%s</title>%s`, escaped(strings.Join(tips, "\n")), foldMark(x, y, len(events)))
	p.add(`<text class="l" x="%.1f" y="%.1f">%s</text></g>`+"\n", x+15, y+3, escaped(clip(alike(events), p.words()-1)))
}

// alike is the call of several events, and whether there are others.
func alike(events []*Event) string {
	first, _, _ := strings.Cut(events[0].Label, " ")
	for _, e := range events {
		if call, _, _ := strings.Cut(e.Label, " "); call != first {
			return first + ", …"
		}
	}
	return first
}

func foldMark(x, y float64, n int) string {
	return fmt.Sprintf(`<rect class="m" x="%.1f" y="%.1f" width="22" height="13" rx="6.5"/><text class="c" x="%.1f" y="%.1f">%d</text>`, x-11, y-6.5, x, y+3, n)
}

// last marks a lane that ended by another's doing, or that waits for ever.
func (p *picture) last(i int) {
	l := &p.Lanes[i]
	if l.Killed != Nowhere {
		p.add(`<g class="fault"><title>%s was ended by event %d</title><path class="m" transform="translate(%.1f %.1f)" d="%s"/></g>`+"\n",
			escaped(l.Name), l.Killed+1, p.x(i), p.y(l.Killed), shapes[Fault])
	}
	if l.Stuck != "" {
		p.add(`<g class="stuck"><title>%s %s</title><path class="m" transform="translate(%.1f %.1f)" d="%s"/>`,
			escaped(l.Name), escaped(l.Stuck), p.x(i), p.bottom, shapes[Refused])
		p.add(`<text class="l" x="%.1f" y="%.1f">waits for ever</text></g>`+"\n", p.x(i)+10, p.bottom+13)
	}
}

// lives draws the lanes: solid where a thread runs or could, dashed where it waits.
func (p *picture) lives() {
	for i, l := range p.Lanes {
		for _, s := range l.Spans {
			class := "life"
			if s.Blocked {
				class = "life waits"
			}
			p.add(`<path class="%s" d="M%.1f,%.1fV%.1f"/>`+"\n", class, p.x(i), p.y(s.From), p.y(s.To))
		}
	}
}
