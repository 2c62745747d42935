package debugger

import (
	"context"
	"fmt"
	"slices"

	"machsim/debugger/query/breakpoint"
)

// Stopped is why Continue stops: for breakpoints, or for a stop.
type Stopped struct {
	Thread string // that breakpoints stop
	Hits   []Hit
	Stop   *Stop    // that is satisfied; nil if breakpoints stop
	Why    []string // since when its parts hold, and in which order they came about
}

// Hit is a breakpoint that stops a thread.
type Hit struct {
	Breakpoint
	Nth    int             // which of its hits it is, from 1
	Gone   bool            // it was for one stop
	Change *VariableChange // of a watchpoint
	Access *VariableAccess // of one at reads, or at reads and writes
	Race   *Race           // of one at races
}

// Counted says which of its hits it is, of how many, and in what these are counted if the run has begun before that.
func (h Hit) Counted() string {
	text := fmt.Sprintf("hit %d of %d", h.Nth, h.Hits)
	if h.Within == inWindow || h.Within == sinceHorizon {
		text += " " + h.Within
	}
	return text
}

// Continue goes on, or back, to where an enabled breakpoint stops a thread or a stop is satisfied,
// whatever comes first in recorded order; if nothing does, to the end or the start.
func (d *Debugger) Continue(ctx context.Context, back bool) (*Motion, error) {
	return ask(ctx, d, "continue", func(ctx context.Context) (*Motion, error) {
		if back {
			return d.proceed(ctx, true)
		}
		return d.further(ctx, d.proceedOn)
	})
}

// proceedOn goes on, and has a live run made as far as that needs.
func (d *Debugger) proceedOn(ctx context.Context) (*Motion, error) {
	from, piece := d.here(), leastPiece
	var passed []Passed
	for {
		m, err := d.proceed(ctx, false)
		if err != nil {
			return nil, err
		}
		passed = append(passed, m.Passed...)
		if m.From, m.Passed = from, passed; m.Stopped != nil {
			return m, nil
		}
		if first, _, err := d.breaks(ctx); err != nil || first != nil {
			return m, err
		}
		if len(d.points().enabled()) == 0 && !d.stopping() && d.o.Judge == nil {
			piece = d.limit
			d.surely(d.s().Len() + piece)
		}
		more, err := d.grow(piece)
		if err != nil || !more {
			return m, err
		}
		piece = d.piece()
	}
}

func (d *Debugger) proceed(ctx context.Context, back bool) (*Motion, error) {
	list := d.points().enabled()
	if len(list) == 0 && !d.stopping() {
		return d.carryOn(ctx, back)
	}
	found, err := d.nearestStop(back)
	if err != nil {
		return nil, err
	}
	calls := slices.DeleteFunc(slices.Clone(list), func(b *point) bool { return b.statements != nil })
	place, come := d.following(calls)
	if back {
		place, come = d.preceding(calls)
	}
	b, nth, when := d.nearestLine(list, back)
	if c := (arrival{come, atCall}).compare(when); nth >= 0 && (come < 0 || back && c < 0 || !back && c > 0) {
		if found == nil || !d.sooner(found.found, when, back) {
			return d.stopAtLine(ctx, list, b, nth, back)
		}
	}
	switch {
	case found != nil && d.sooner(found.found, arrival{come, atCall}, back):
		return d.stopWhere(ctx, found)
	case come >= 0:
		return d.stopAt(ctx, calls, place, come, back)
	}
	where := map[bool]string{false: "end", true: "start"}[back]
	missing := fmt.Sprintf("%s on the way to the %s", d.nothing(list), where)
	m, err := d.carryOn(ctx, back)
	if err == nil {
		m.Missing = missing
	}
	return m, err
}

// carryOn goes to the end, or back to the start.
func (d *Debugger) carryOn(ctx context.Context, back bool) (*Motion, error) {
	if back {
		return d.goTo(ctx, d.at(d.s().Start()))
	}
	return d.goTo(ctx, d.at(d.s().End()))
}

// nothing says what is not there.
func (d *Debugger) nothing(list []*point) string {
	text := "no state satisfies any of the stops"
	switch stops := slices.DeleteFunc(slices.Clone(d.predicates().list), func(g *global) bool { return !d.mayStop(g) }); {
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

// following is the place beyond the position to which the recorded run comes first, and the event
// by which it does: -1 for none.
func (d *Debugger) following(list []*point) (next breakpoint.Place, come int) {
	come = -1
	for _, b := range list {
		if b.hits == nil {
			continue
		}
		if h, ok := b.hits.Next(d.s().Position().Cut); ok && (come < 0 || b.hits.Come(h) < come) {
			next, come = h, b.hits.Come(h)
		}
	}
	return next, come
}

// preceding is the place to which the recorded run came last before the last event of the
// position, and the event by which it did: -1 for none. Its thread may have stayed there up to
// now: then this is the way back to when it came.
func (d *Debugger) preceding(list []*point) (last breakpoint.Place, come int) {
	come = -1
	here := d.s().LastOf(d.s().Position())
	for _, b := range list {
		for i := len(b.all) - 1; i >= 0; i-- {
			if e := b.hits.Come(b.all[i]); e < here && d.s().Holds(e) {
				if e > come {
					last, come = b.all[i], e
				}
				break
			}
		}
	}
	return last, come
}

// stopAt goes to a place, where breakpoints stop a thread.
func (d *Debugger) stopAt(
	ctx context.Context, list []*point, place breakpoint.Place, come int, back bool,
) (*Motion, error) {
	x := &Stopped{Thread: d.laneName(place.Lane)}
	var hit []*point
	for _, b := range list {
		if b.stops(place.Lane, place.Done) {
			hit = append(hit, b)
			x.Hits = append(x.Hits, Hit{Breakpoint: d.pointRow(b), Nth: slices.Index(b.all, place) + 1, Gone: b.once})
		}
	}
	if id := d.s().ThreadIn(place.Lane); id != 0 {
		d.on.focus = id
	}
	m, err := d.move(ctx, d.at(d.s().UpTo(come, back)), come, false)
	if err != nil {
		return nil, err
	}
	m.Stopped = x
	d.spend(hit)
	return m, nil
}

// stopAtLine goes to a place at which breakpoints of statements stop a thread.
func (d *Debugger) stopAtLine(ctx context.Context, list []*point, b *point, nth int, back bool) (*Motion, error) {
	h := b.statements.hits[nth]
	hit := d.hitsHere(list, h.Thread, b.statements.arrived(nth))
	x := &Stopped{Thread: d.s().ThreadName(h.Thread)}
	for _, p := range hit {
		row := Hit{Breakpoint: d.pointRow(p), Gone: p.once}
		row.Nth = 1 + p.statements.hitOf(h.Thread, b.statements.arrived(nth))
		if p == b {
			row.Nth = nth + 1
		}
		d.told(&row, p)
		x.Hits = append(x.Hits, row)
	}
	d.on.focus = h.Thread
	m, err := d.move(ctx, d.at(d.lineStop(b, nth, back)), -1, false)
	if err != nil {
		return nil, err
	}
	m.Stopped = x
	d.spend(hit)
	return m, nil
}

// spend takes those breakpoints away that have stopped somebody and were to do so once, and
// returns their numbers.
func (d *Debugger) spend(hit []*point) (gone []int) {
	d.points().remove(slices.DeleteFunc(slices.Clone(hit), func(b *point) bool { return !b.once }))
	for _, b := range hit {
		if b.once {
			d.changed = true
			gone = append(gone, b.number)
		}
	}
	return gone
}
