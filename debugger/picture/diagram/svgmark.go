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
	Edit:    "M-6.5,6.5L-5,1.5L2.5,-6L6,-2.5L-1.5,5zM-5,1.5L-1.5,5",
	Met:     "M0,-7L1.8,-2.4L6.7,-2.2L2.9,0.9L4.1,5.7L0,3L-4.1,5.7L-2.9,0.9L-6.7,-2.2L-1.8,-2.4z",
	Mishap:  "M1.5,-7L-4,1.2H0L-1.5,7L4,-1.2H0z",
	Told:    "M0,-4.5L4.5,0L0,4.5L-4.5,0zM-1.2,0H1.2",
	Halt:    "M-2.7,-6.5H2.7L6.5,-2.7V2.7L2.7,6.5H-2.7L-6.5,2.7V-2.7zM-3,-1.2H3V1.2H-3z",
}

// marks draws the events.
func (p *picture) marks() {
	for i, r := range p.Rows {
		if len(r.Events) == 1 {
			p.mark(&p.Events[r.Events[0]], p.ys[i], true)
		} else {
			p.fold(r, p.ys[i])
		}
	}
	for i := range p.Lanes {
		p.last(i)
	}
}

// mark draws an event, with its number and label; alone says that no other event is in its row.
func (p *picture) mark(e *Event, y float64, alone bool) {
	x := p.place(e)
	class := e.Kind.String()
	if e.Blocks {
		class += " waiting"
	}
	id := ""
	if e.Of > 0 {
		id = fmt.Sprintf(` id="e%d"`, e.Of)
	}
	p.add(`<g class="e %s"%s><title>%s</title>`, class, id, escaped(p.tip(e)))
	if e.Held {
		p.add(`<circle class="held" cx="%.1f" cy="%.1f" r="8"/>`, x, y)
	}
	p.add(`<path class="m" transform="translate(%.1f %.1f)" d="%s"/>`, x, y, shapes[e.Kind])
	p.label(e, y, alone)
	p.add("</g>\n")
}

// tip returns all that is known about an event.
func (p *picture) tip(e *Event) string {
	first := fmt.Sprintf("event %d at %s", e.Number(), p.clock(e))
	if e.Of == 0 {
		first = p.clock(e)
	}
	if e.Kind.ofThread() {
		first += ": " + p.Lanes[e.Lane].Name
	}
	lines := []string{first, e.Text}
	if e.Where != "" {
		lines = append(lines, e.Where)
	}
	if e.Held {
		lines = append(lines, "its message is held at the position, an artificial delay")
	}
	if fate := p.fate(e); fate != "" {
		lines = append(lines, "its message was "+strings.TrimPrefix(fate, ", "))
	}
	return strings.Join(lines, "\n")
}

// fold draws events that share a row. Where one lane has several, it draws their number.
func (p *picture) fold(r Row, y float64) {
	for lane := range p.Lanes {
		switch events := p.of(r, lane); len(events) {
		case 0:
		case 1:
			p.mark(events[0], y, false)
		default:
			p.several(events, y)
		}
	}
}

// of returns the events of a lane in a row.
func (d *Diagram) of(r Row, lane int) (all []*Event) {
	for _, i := range r.Events {
		if d.Events[i].Lane == lane {
			all = append(all, &d.Events[i])
		}
	}
	return all
}

// several draws the events of one lane in a row.
func (p *picture) several(events []*Event, y float64) {
	var tips []string
	for _, e := range events {
		tips = append(tips, fmt.Sprintf("%d %s", e.Number(), e.Text))
	}
	x := p.x(events[0].Lane)
	p.add(`<g class="fold"><title>%s</title>%s`, escaped(strings.Join(tips, "\n")), foldMark(x, y, len(events)))
	p.add(`<text class="l" x="%.1f" y="%.1f">%s</text></g>`+"\n", x+15, y+3, escaped(clip(alike(events), p.words()-1)))
}

// alike returns the call that several events have in common, and whether other calls are among
// them.
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

// last marks a lane that was ended by another event, or that waits for ever.
func (p *picture) last(i int) {
	l := &p.Lanes[i]
	if p.others(i, l.Killed) {
		p.ended(i, l.Killed, Fault, "was ended by")
	}
	if p.others(i, l.Halted) {
		p.ended(i, l.Halted, Halt, "halted with")
	}
	if l.Stuck != "" {
		p.add(`<g class="stuck"><title>%s %s</title><path class="m" transform="translate(%.1f %.1f)" d="%s"/>`,
			escaped(l.Name), escaped(l.Stuck), p.x(i), p.bottom, shapes[Refused])
		p.add(`<text class="l" x="%.1f" y="%.1f">waits for ever</text></g>`+"\n", p.x(i)+10, p.bottom+13)
	}
}

// ended marks where a lane was ended or halted by another event.
func (p *picture) ended(lane, at int, k Kind, how string) {
	p.add(`<g class="%s"><title>%s %s event %d</title><path class="m" transform="translate(%.1f %.1f)" d="%s"/></g>`+"\n",
		k, escaped(p.Lanes[lane].Name), how, p.called(at), p.x(lane), p.y(at), shapes[k])
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
