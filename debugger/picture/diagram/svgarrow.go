package diagram

import (
	"fmt"
	"math"
	"strings"
)

// headShapes are the arrowheads: they end at 10,5.
var headShapes = [numFlows]string{
	Message: "M0.7,1L10,5L0.7,9z",
	Fork:    "M0.7,1L10,5L0.7,9z", // hollow, by the style
	Wake:    "M2,1L10,5L2,9",
	Lock:    "M0.5,5L5,2L10,5L5,8z",
	Request: "M0.7,1L10,5L0.7,9L3.5,5z",
	Ack:     "M4,2L10,5L4,8",
	Marker:  "M0.7,1L6,5V1.5H10V8.5H6V5L0.7,9z",
}

// markers defines the arrowheads, and the cross for a lost message.
func (p *picture) markers() {
	p.add("<defs>")
	for f := range numFlows {
		p.add(`<marker id="%s" viewBox="-1 0 12 10" refX="9.5" refY="5" markerUnits="userSpaceOnUse" markerWidth="13" markerHeight="11" orient="auto"><path class="h %s" d="%s"/></marker>`, f, f, headShapes[f])
	}
	p.add(`<marker id="lost" viewBox="0 0 10 10" refX="5" refY="5" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto"><path class="x" d="M1,1L9,9M1,9L9,1"/></marker>`)
	p.add("</defs>\n")
}

// arrows draws the lighter arrows first, and messages above them.
func (p *picture) arrows() {
	for f := int(numFlows) - 1; f >= 0; f-- {
		for _, a := range p.Arrows {
			if a.Kind == Flow(f) {
				p.arrow(a)
			}
		}
	}
}

func (p *picture) arrow(a Arrow) {
	head := a.Kind.String()
	if a.To == Nowhere || a.Lost {
		head = "lost"
	}
	p.add(`<path class="a %s" marker-end="url(#%s)" d="%s"><title>%s</title></path>`+"\n", a.Kind, head, p.way(a), escaped(p.tipOf(&a)))
}

// tip describes an arrow.
func (p *Diagram) tipOf(a *Arrow) string {
	switch {
	case p.ofDebuggers(a):
		return a.Kind.String()
	case a.To == Nowhere:
		return fmt.Sprintf("%s of event %d, not received", a.Kind, p.called(a.From))
	case a.Lost:
		return fmt.Sprintf("%s of event %d, dropped by event %d", a.Kind, p.called(a.From), p.called(a.To))
	}
	return fmt.Sprintf("%s from event %d to event %d", a.Kind, p.called(a.From), p.called(a.To))
}

// reach is the distance between the middle of a mark and the ends of its arrows.
const reach = 6

// way returns the line of an arrow, which is level where it leaves one event and reaches the other.
// If one end is not shown, it draws a short piece.
func (p *picture) way(a Arrow) string {
	switch {
	case a.FromLane == Nowhere && a.ToLane == Nowhere:
		return ""
	case a.ToLane == Nowhere:
		x, y := p.x(a.FromLane), p.y(a.From)
		return fmt.Sprintf("M%.1f,%.1fl25,6", x, y)
	case a.FromLane == Nowhere:
		x, y := p.x(a.ToLane), p.y(a.To)
		return fmt.Sprintf("M%.1f,%.1fL%.1f,%.1f", x-30, y-10, x-reach, y)
	case a.FromLane == a.ToLane:
		x, y, end := p.x(a.ToLane), p.y(a.From), p.y(a.To)
		return fmt.Sprintf("M%.1f,%.1fC%.1f,%.1f %.1f,%.1f %.1f,%.1f", x, y, x+24, y+6, x+24, end-6, x+reach, end)
	}
	x, y, to, end := p.x(a.FromLane), p.y(a.From), p.x(a.ToLane), p.y(a.To)
	dir := math.Copysign(1, to-x)
	if a.Lost {
		to, end = p.lostAt(a, dir)
	}
	bow := dir * min(math.Abs(to-x)*0.45, 90)
	return fmt.Sprintf("M%.1f,%.1fC%.1f,%.1f %.1f,%.1f %.1f,%.1f", x, y, x+bow, y, to-bow, end, to-dir*reach, end)
}

// cutPath returns the line of the position, from the left to the right of the lanes.
func (p *picture) cutPath() string {
	var b strings.Builder
	for i, level := range p.Levels {
		step := 'V'
		if i == 0 {
			fmt.Fprintf(&b, "M%.1f,", p.edge(0))
			step = ' '
		}
		fmt.Fprintf(&b, "%c%.1fH%.1f", step, p.levelY(level), p.edge(i+1))
	}
	return b.String()
}

// past shades the events that the position holds, unless it holds none or all.
func (p *picture) past() {
	all, none := true, true
	for _, level := range p.Levels {
		all = all && level == len(p.Rows)
		none = none && level == 0
	}
	if !all && !none {
		p.add(`<path class="past" d="%sV%.1fH%.1fz"/>`+"\n", p.cutPath(), p.body, p.edge(0))
	}
}

func (p *picture) cut() {
	if len(p.Levels) == 0 {
		return
	}
	p.add(`<path class="cut" d="%s"><title>%s</title></path>`+"\n", p.cutPath(), escaped(p.Position))
	y := p.levelY(p.Levels[0])
	p.add(`<path class="flag" d="M%d,%.1fh%dl7,7l-7,7h-%dz"/>`, 8, y-7, timeWidth-18, timeWidth-18)
	p.add(`<text class="flagtext" x="14" y="%.1f">position</text>`+"\n", y+3.5)
}
