package diagram

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// barWide is the width of a span's bar; one inside another is narrower.
const barWide = 18

// spans draws a bar for each span that begins in the picture: to its end, or to the bottom where it has none.
func (p *picture) spans() {
	open := map[int][]*Event{} // by lane: spans that have not ended
	for i := range p.Events {
		e := &p.Events[i]
		switch e.Op {
		case kernel.OpSpan:
			open[e.Lane] = append(open[e.Lane], e)
		case kernel.OpSpanEnd:
			open[e.Lane] = p.spanEnded(open[e.Lane], e)
		}
	}
	for lane := range p.Lanes {
		for depth, e := range open[lane] {
			p.bar(e, depth, p.bottom)
		}
	}
}

// spanEnded draws the innermost span of the name that ends, and returns the others.
func (p *picture) spanEnded(open []*Event, end *Event) []*Event {
	for i := len(open) - 1; i >= 0; i-- {
		if open[i].Span == end.Span {
			p.bar(open[i], i, p.y(end.Index))
			return append(open[:i:i], open[i+1:]...)
		}
	}
	return open
}

func (p *picture) bar(e *Event, depth int, to float64) {
	wide := max(barWide-4*float64(depth), 6)
	from := p.y(e.Index)
	p.add(`<rect class="span" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3"><title>%s</title></rect>`+"\n",
		p.x(e.Lane)-wide/2, from, wide, max(to-from, 1), escaped(e.Span))
}

// spanOf returns the span that begins or ends with an event, "" for none.
func spanOf(x *event.Event) string {
	if x.Op != kernel.OpSpan && x.Op != kernel.OpSpanEnd {
		return ""
	}
	return x.Operand(kernel.FieldText).Text
}
