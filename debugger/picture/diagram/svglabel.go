package diagram

import "fmt"

// Sides of a mark at which arrows arrive or leave.
const (
	inLeft uint8 = 1 << iota
	inRight
	outLeft
	outRight
)

// touching records at which sides of each event arrows arrive and leave.
func (p *picture) touching() {
	p.sides = map[int]uint8{}
	for i := range p.Arrows {
		switch a := &p.Arrows[i]; {
		case a.To == Nowhere || a.ToLane == Nowhere:
			p.sides[a.From] |= outRight
		case a.FromLane == Nowhere:
			p.sides[a.To] |= inLeft
		case a.FromLane == a.ToLane:
			p.sides[a.From] |= outRight
			p.sides[a.To] |= inRight
		case a.FromLane < a.ToLane:
			p.sides[a.From] |= outRight
			p.sides[a.To] |= inLeft
		default:
			p.sides[a.From] |= outLeft
			p.sides[a.To] |= inRight
		}
	}
}

// How far above or below a row the words and the number of an event stand. Arrows come
// from above and leave downwards.
const (
	aboveLine = -4
	belowLine = 9.7
	onLine    = 3.4
)

// heights returns the heights of an event's words and number. No arrow that arrives or leaves there
// crosses them.
func (p *picture) heights(e *Event) (words, number float64) {
	if e.Kind.banded() {
		return onLine, onLine
	}
	side := p.sides[e.Index]
	words, number = aboveLine, aboveLine
	if side&inRight != 0 && side&outRight == 0 {
		words = belowLine
	}
	if side&inLeft != 0 && side&outLeft == 0 {
		number = belowLine
	}
	return words, number
}

// label draws the number and the label of an event.
func (p *picture) label(e *Event, y float64, alone bool) {
	x := p.place(e)
	words, number := p.heights(e)
	p.add(`<text class="n" x="%.1f" y="%.1f">%s</text>`, x-9, y+number, e.number())
	at, anchor, room := p.beside(e, x, alone)
	p.add(`<text class="l"%s x="%.1f" y="%.1f">%s</text>`, anchor, at, y+words, escaped(clip(e.Label, room)))
}

// beside places the words of an event, and returns how many letters fit. The most important events
// run on over other lanes, to the side with room.
func (p *picture) beside(e *Event, x float64, alone bool) (at float64, anchor string, room int) {
	at = x + 9
	if e.Kind.banded() && p.sides[e.Index]&outRight != 0 {
		at += 16
	}
	switch {
	case e.Kind == Failure || e.Kind == Met || !e.Kind.ofThread():
	case alone:
		return at, "", p.wordsAlone(e.Lane)
	default:
		return at, "", p.words()
	}
	right := int((p.edge(len(p.Lanes)) - at - 4) / letter)
	leftEnd := x - 15 - letter*float64(len(fmt.Sprint(e.Number())))
	left := int((leftEnd - timeWidth) / letter)
	if n := len([]rune(e.Label)); n > right && left > right {
		return leftEnd, ` text-anchor="end"`, left
	}
	return at, "", right
}
