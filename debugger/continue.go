package debugger

import (
	"context"
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/stops"
)

// Stopped is why Continue stops: for breakpoints, or for a stop.
type Stopped struct {
	Thread string // that breakpoints stop
	Hits   []Hit
	Stop   *Stop    // that is satisfied; nil if breakpoints stop
	Why    []string // since when its parts hold, and in which order they came about
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
		if at := d.begun(); at != nil {
			from = d.at(*at)
		}
		if m.From, m.Passed = from, passed; m.Stopped != nil {
			return m, nil
		}
		if first, _, err := d.breaks(ctx); err != nil || first != nil {
			return m, err
		}
		if len(d.stops().Points().Enabled()) == 0 && !d.stops().Stopping() && d.o.Judge == nil {
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
	list := d.stops().Points().Enabled()
	if len(list) == 0 && !d.stops().Stopping() {
		return d.carryOn(ctx, back)
	}
	found, err := d.stops().NearestStop(back)
	if err != nil {
		return nil, err
	}
	calls := slices.DeleteFunc(slices.Clone(list), func(b *stops.Point) bool { return b.Statements != nil })
	place, come := d.stops().Following(calls)
	if back {
		place, come = d.stops().Preceding(calls)
	}
	b, nth, when := d.stops().NearestLine(list, back)
	atCall := stops.Arrival{Event: come, N: stops.AtCall}
	if c := atCall.Compare(when); nth >= 0 && (come < 0 || back && c < 0 || !back && c > 0) {
		if found == nil || !d.stops().Sooner(found.Found, when, back) {
			return d.stopAtLine(ctx, list, b, nth, back)
		}
	}
	switch {
	case found != nil && d.stops().Sooner(found.Found, atCall, back):
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
func (d *Debugger) nothing(list []*stops.Point) string {
	said := "no state satisfies any of the stops"
	in := d.stops()
	able := text.Those(in.Stops().List, in.MayStop)
	switch {
	case len(able) == 0:
		return "there is no breakpoint"
	case len(able) == 1:
		said = fmt.Sprintf("no state satisfies stop %d", able[0].Number)
	}
	if len(list) == 0 {
		return said
	}
	return "there is no breakpoint, and " + said + ","
}

// stopAt goes to a place, where breakpoints stop a thread.
func (d *Debugger) stopAt(
	ctx context.Context, list []*stops.Point, place stops.Place, come int, back bool,
) (*Motion, error) {
	x := &Stopped{Thread: d.in().LaneName(place.Lane)}
	var hit []*stops.Point
	for _, b := range list {
		if b.Stops(place.Lane, place.Done) {
			hit = append(hit, b)
			x.Hits = append(x.Hits, Hit{Breakpoint: d.stops().PointRow(b), Nth: slices.Index(b.All, place) + 1, Gone: b.Once})
		}
	}
	if id := d.s().ThreadIn(place.Lane); id != 0 {
		d.on.Focus = id
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
func (d *Debugger) stopAtLine(
	ctx context.Context, list []*stops.Point, b *stops.Point, nth int, back bool,
) (*Motion, error) {
	h := b.Statements.Hits[nth]
	hit := d.stops().HitsHere(list, h.Thread, b.Statements.Arrived(nth))
	x := &Stopped{Thread: d.s().ThreadName(h.Thread)}
	for _, p := range hit {
		row := Hit{Breakpoint: d.stops().PointRow(p), Gone: p.Once}
		row.Nth = 1 + p.Statements.HitOf(h.Thread, b.Statements.Arrived(nth))
		if p == b {
			row.Nth = nth + 1
		}
		d.stops().Told(&row, p)
		x.Hits = append(x.Hits, row)
	}
	d.on.Focus = h.Thread
	m, err := d.move(ctx, d.at(d.stops().LineStop(b, nth, back)), -1, false)
	if err != nil {
		return nil, err
	}
	m.Stopped = x
	d.spend(hit)
	return m, nil
}

// spend takes those breakpoints away that have stopped somebody and were to do so once, and
// returns their numbers.
func (d *Debugger) spend(hit []*stops.Point) (gone []int) {
	d.stops().Points().Remove(text.Those(hit, func(b *stops.Point) bool { return b.Once }))
	for _, b := range hit {
		if b.Once {
			d.changed = true
			gone = append(gone, b.Number)
		}
	}
	return gone
}
