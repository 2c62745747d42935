package answers

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/picture/tile"
	"machsim/debugger/query/detect"
)

// Overview is the whole of the present run on a strip.
type Overview struct {
	tile.Overview
	Marks []OverviewMark
}

// OverviewMark are events that stand out, by their numbers.
type OverviewMark struct {
	Kind   string // "breakpoint", "stop", "output", "change" or "variable"
	Text   string
	Events []int
	Left   int // events that are left out
}

// maxMarked is how many events of a kind an overview has.
const maxMarked = 500

// Overview divides an axis into bins, and says where the breakpoints stop threads, where each stop is
// satisfied, where lines were written, what was changed at the debugger and, if expression is not "", where the
// variable that it names was given another value (Changes).
func (d In) Overview(ctx context.Context, a Axis, bins int, lanes []int, expression string) (*Overview, error) {
	if bins < 1 || bins > maxBins {
		return nil, fmt.Errorf("an overview has 1 to %d bins, not %d", maxBins, bins)
	}
	if err := d.checkLanes(lanes); err != nil {
		return nil, err
	}
	if len(lanes) == 0 {
		lanes = d.allLanes()
	}
	o := &Overview{Overview: d.Tiles().Overview(a, bins, lanes)}
	d.markBreakpoints(o)
	d.markStops(ctx, o)
	d.markLines(o)
	if expression == "" {
		return o, nil
	}
	return o, d.markVariable(o, expression)
}

// allLanes are the lanes of the present run.
func (d In) allLanes() []int {
	all := make([]int, d.S.Lanes())
	for lane := range all {
		all[lane] = lane
	}
	return all
}

// add adds some events of a kind, in order.
func (o *Overview) add(kind, text string, events []int) {
	slices.Sort(events)
	if events = slices.Compact(events); len(events) == 0 {
		return
	}
	m := OverviewMark{Kind: kind, Text: text, Events: events}
	if m.Left = len(events) - maxMarked; m.Left <= 0 {
		m.Left = 0
	} else {
		m.Events = spread(events, maxMarked)
	}
	o.Marks = append(o.Marks, m)
}

// spread picks so many of some events, evenly.
func spread(events []int, n int) []int {
	some := make([]int, n)
	for i := range some {
		some[i] = events[i*len(events)/n]
	}
	return some
}

// markBreakpoints adds where the breakpoints stop threads: before these events.
func (d In) markBreakpoints(o *Overview) {
	for _, b := range d.Points().List {
		var events []int
		if b.Statements != nil {
			for _, h := range b.Statements.Hits {
				events = append(events, h.Event+1)
			}
		}
		for _, place := range b.All {
			if b.Statements == nil && place.Event >= 0 {
				events = append(events, place.Event+1)
			}
		}
		o.add("breakpoint", d.PointRow(b).String(), events)
	}
}

// markStops adds the last events of the positions that satisfy each stop and trace.
func (d In) markStops(ctx context.Context, o *Overview) {
	for _, g := range d.Stops().List {
		if g.Pred == nil || g.Never {
			continue
		}
		text := d.StopRow(g).String()
		events, err := d.satisfying(ctx, g.Pred)
		if err != nil {
			text += ", at least here"
		}
		o.add("stop", text, events)
	}
}

// errSome says that there are more events than were looked for.
var errSome = errors.New("there are more")

// satisfying are the numbers of the last events of the positions that satisfy a predicate. If they are too many, they
// are some from all over the run; of one for which each of them is a search by itself it is the first only.
func (d In) satisfying(ctx context.Context, pred *detect.Predicate) (events []int, err error) {
	f, err := pred.First()
	for err == nil && f != nil && ctx.Err() == nil {
		events = append(events, d.S.LastOf(f.Position)+1)
		if pred.Searches() {
			break
		}
		if len(events) > 2*maxMarked {
			return d.satisfyingNow(ctx, pred)
		}
		at := f.Position
		if f, err = pred.Next(at); f != nil && f.Position.Equal(at) {
			break
		}
	}
	return events, err
}

// satisfyingNow are those that come first after some events all over the run.
func (d In) satisfyingNow(ctx context.Context, pred *detect.Predicate) (events []int, err error) {
	for k := range maxMarked {
		if ctx.Err() != nil {
			break
		}
		f, err := pred.Next(d.S.After(k * d.S.Len() / maxMarked))
		if err != nil || f == nil {
			return events, err
		}
		events = append(events, d.S.LastOf(f.Position)+1)
	}
	return events, errSome
}

// markLines adds the lines that were written, and the changes made at the debugger.
func (d In) markLines(o *Overview) {
	var lines, changes []int
	for _, l := range d.S.Final().Console {
		lines = append(lines, int(l.Step))
	}
	for _, c := range d.S.Changes() {
		changes = append(changes, c.Event+1)
	}
	o.add("output", "lines written", lines)
	o.add("change", "changes made at the debugger", changes)
}

// markVariable adds where a variable was given another value.
func (d In) markVariable(o *Overview, expression string) error {
	rows, err := d.Changes(expression)
	if err != nil {
		return err
	}
	var events []int
	for _, r := range rows {
		events = append(events, r.Event)
	}
	o.add("variable", expression, events)
	return nil
}
