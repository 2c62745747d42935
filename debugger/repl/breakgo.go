package repl

import (
	"fmt"
	"slices"
	"strconv"

	"machsim/debugger/breakpoint"
	"machsim/debugger/graph"
)

// proceed goes on, or back, to where a breakpoint stops a thread, or to the n-th such place,
// in recorded order; if there is none, to the end or the start.
func (p *Prompt) proceed(words []string) error {
	back, n, err := times(words)
	if err != nil {
		return err
	}
	for i := range n {
		if i > 0 && p.s.Done() == map[bool]int{true: 0, false: p.s.Tape.Len()}[back] {
			return nil // there is nothing beyond
		}
		if err := p.proceedOnce(back); err != nil {
			return err
		}
	}
	return nil
}

// times reads the words of continue: whether it goes back, and how often.
func times(words []string) (back bool, n int, err error) {
	n = 1
	for _, w := range words {
		k, bad := strconv.Atoi(w)
		switch {
		case w == "back" || w == "-b":
			back = true
		case bad == nil && k > 0:
			n = k
		default:
			return false, 0, fmt.Errorf("continue takes back, and a number of places to stop at, not %q", w)
		}
	}
	return back, n, nil
}

// proceedOnce goes on, or back, once.
func (p *Prompt) proceedOnce(back bool) error {
	list := p.points().enabled()
	if len(list) == 0 && !p.stopping() {
		return p.carryOn(back)
	}
	found, err := p.nearestStop(back)
	if err != nil {
		return err
	}
	place, come := p.following(list)
	if back {
		place, come = p.preceding(list)
	}
	if found != nil && p.sooner(found.found, come, back) {
		return p.stopWhere(found)
	}
	if come < 0 {
		p.printf("%s on the way to the %s\n", p.nothing(list), map[bool]string{false: "end", true: "start"}[back])
		return p.carryOn(back)
	}
	return p.stopAt(list, place, come, back)
}

// nothing says what is not there.
func (p *Prompt) nothing(list []*point) string {
	text := "no state satisfies any of the stops"
	switch stops := slices.DeleteFunc(slices.Clone(p.predicates().list), func(g *global) bool { return !g.stops() }); {
	case len(stops) == 0:
		return "there is no breakpoint"
	case len(stops) == 1:
		text = fmt.Sprintf("no state satisfies stop %d", stops[0].number)
	}
	if len(list) == 0 {
		return text
	}
	return "there is no breakpoint, and " + text + ","
}

// following is the place beyond the position to which the recorded run comes first, and the
// event by which it does: -1 for none.
func (p *Prompt) following(list []*point) (next breakpoint.Place, come int) {
	come = -1
	for _, b := range list {
		if b.hits == nil {
			continue
		}
		if h, ok := b.hits.Next(p.s.Cut()); ok && (come < 0 || b.hits.Come(h) < come) {
			next, come = h, b.hits.Come(h)
		}
	}
	return next, come
}

// preceding is the place to which the recorded run came last before the last event of the
// position, and the event by which it did: -1 for none. Its thread may have stayed there
// up to now: then this is the way back to when it came.
func (p *Prompt) preceding(list []*point) (last breakpoint.Place, come int) {
	come = -1
	here := p.s.Graph.Last(p.s.Cut())
	for _, b := range list {
		for i := len(b.all) - 1; i >= 0; i-- {
			if e := b.hits.Come(b.all[i]); e < here && p.s.Graph.Holds(p.s.Cut(), e) {
				if e > come {
					last, come = b.all[i], e
				}
				break
			}
		}
	}
	return last, come
}

// stopAt goes to a place, and says which breakpoints it is of.
func (p *Prompt) stopAt(list []*point, place breakpoint.Place, come int, back bool) error {
	var hit []*point
	for _, b := range list {
		if b.stops(place.Lane, place.Done) {
			hit = append(hit, b)
			p.printf("%s: %s, hit %d of %d\n", b, p.laneName(place.Lane), b.nth(place), len(b.all))
		}
	}
	if id := p.s.Tape.Lanes[place.Lane].Thread; id != 0 {
		p.focus = id
	}
	if err := p.move(p.upTo(come, back), come, false); err != nil {
		return err
	}
	p.spend(hit)
	return nil
}

// nth is which of the hits of a breakpoint a place is, from 1.
func (b *point) nth(place breakpoint.Place) int {
	for i, h := range b.all {
		if h == place {
			return i + 1
		}
	}
	return 0
}

// upTo is the position with all events up to one, in recorded order, and with what the
// present one holds beyond it or, on the way back, without what it does not hold.
func (p *Prompt) upTo(event int, back bool) graph.Cut {
	cut := p.s.Graph.First(event + 1)
	for lane, here := range p.s.Cut() {
		if back {
			cut[lane] = min(cut[lane], here)
		} else {
			cut[lane] = max(cut[lane], here)
		}
	}
	return cut
}

// laneName is the thread of a lane, or packets.
func (p *Prompt) laneName(lane int) string {
	if id := p.s.Tape.Lanes[lane].Thread; id != 0 {
		return p.s.Tape.End.ThreadName(id)
	}
	return "packets"
}

// spend takes those breakpoints away that have stopped somebody and were to do so once.
func (p *Prompt) spend(hit []*point) {
	var gone []*point
	for _, b := range hit {
		if b.once {
			gone = append(gone, b)
			p.printf("  breakpoint %d was for one stop, and is gone\n", b.number)
		}
	}
	p.points().remove(gone)
}
