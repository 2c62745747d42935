package debugger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Joint is where all processes that have breakpoints are stopped together.
type Joint struct {
	*Motion
	Breakpoints string // those that were meant, in words
	Arrived     int    // processes that are at their places
	Targets     int    // processes that have places
	Rows        []JointRow
	Gone        []int // the breakpoints that were for one stop
}

// JointRow says why a thread stands where it stands.
type JointRow struct {
	Breakpoints string // the numbers of those at which it stands or, if it stands at none, that it has
	Thread      string
	Why         string
}

// Joint goes to where the breakpoints of some numbers, or all that are enabled, stop their threads
// together (Krawczuk 3.1): each at its next place after the present position, or with back its
// last one before it. The others go, if optimistic, as far as they can while none of these threads
// passes its place, else only as far as these need it.
func (d *Debugger) Joint(ctx context.Context, m Mode, back bool, numbers ...int) (*Joint, error) {
	return ask(ctx, d, "joint", func(ctx context.Context) (*Joint, error) {
		list, err := d.selected(numbers)
		if err != nil {
			return nil, err
		}
		stop, at, err := d.meeting(list, m, back)
		if err != nil {
			return nil, err
		}
		return d.stopTogether(ctx, list, stop, at)
	})
}

// selected are the breakpoints of some numbers, or all that are enabled.
func (d *Debugger) selected(numbers []int) (list []*point, err error) {
	ps := d.points()
	if list, err = ps.numbered(numbers); err != nil {
		return nil, err
	}
	if len(numbers) == 0 {
		list = ps.enabled()
	}
	if len(list) == 0 {
		return nil, d.nothingEnabled()
	}
	return list, nil
}

// meeting is where the processes of some breakpoints are stopped together.
func (d *Debugger) meeting(list []*point, m Mode, back bool) (stop *breakpoint.Stop, at graph.Position, err error) {
	var hits []*breakpoint.Hits
	var calls []breakpoint.Place
	var lines []graph.Stand
	for _, b := range list {
		switch {
		case b.statements != nil:
			l, c := d.places(b.statements)
			lines, calls = append(lines, l...), append(calls, c...)
		case b.hits != nil:
			hits, calls = append(hits, b.hits), append(calls, b.all...)
		}
	}
	switch {
	case len(lines)+len(calls) == 0:
		return nil, at, fmt.Errorf("no thread ever comes to %s %s", those(list), d.extent())
	case len(lines) > 0:
		if stop, at, err = d.s().JointAt(lines, calls, m, back); err != nil {
			return nil, at, err
		}
	default:
		stop = d.s().Joint(breakpoint.Union(hits...), m, back)
		at = graph.At(stop.Cut)
	}
	switch {
	case stop.Targets > 0:
		return stop, at, nil
	case back:
		return nil, at, text.WithHint(fmt.Errorf("no thread came to %s before this position", those(list)), HintForward)
	}
	return nil, at, text.WithHint(fmt.Errorf("no thread comes to %s after this position", those(list)), HintBack)
}

// extent is what is known of the present run.
func (d *Debugger) extent() string {
	return d.on.extent()
}

// places are the statements, and the places at calls, where a breakpoint of statements stops threads.
func (d *Debugger) places(x *statements) (lines []graph.Stand, calls []breakpoint.Place) {
	for k, h := range x.hits {
		if a := x.arrived(k); a.n != atCall {
			lines = append(lines, graph.Stand{Thread: h.Thread, N: a.n})
		} else {
			lane := d.s().LaneOf(h.Thread)
			calls = append(calls, breakpoint.Place{Lane: lane, Done: int(d.s().After(a.event + 1).Cut[lane])})
		}
	}
	return lines, calls
}

// stopTogether goes there. The rows of those that have breakpoints come first.
func (d *Debugger) stopTogether(
	ctx context.Context, list []*point, stop *breakpoint.Stop, at graph.Position,
) (*Joint, error) {
	d.on.focus = stoppedThread(stop, d.on.focus)
	m, err := d.move(ctx, d.at(at), -1, false)
	if err != nil {
		return nil, err
	}
	breakpoint.Explain(stop.Rows, d.s().State())
	j := &Joint{Motion: m, Breakpoints: those(list), Arrived: stop.Arrived, Targets: stop.Targets}
	var hit []*point
	var others []JointRow
	for _, r := range stop.Rows {
		theirs := d.atRow(list, r)
		r.Open = d.s().GoesOn()
		if r.Why == breakpoint.AtBreakpoint {
			hit = append(hit, theirs...)
		}
		row := JointRow{numbersOf(theirs), r.Name, strings.TrimSpace(strings.TrimPrefix(r.String(), r.Name))}
		if r.Why == breakpoint.AtBreakpoint && at.Statement(r.Thread) > 0 {
			row.Why = "is at its breakpoint (at " + d.atLine(r.Thread).Source + ")"
		}
		switch {
		case theirs == nil && r.Thread != 0 && d.hidesThread(r.Thread):
			continue
		case theirs == nil:
			others = append(others, row)
			continue
		}
		j.Rows = append(j.Rows, row)
	}
	j.Rows = append(j.Rows, others...)
	j.Gone = d.spend(hit)
	return j, nil
}

// stoppedThread is a thread at its breakpoint: the one in focus if it is at one.
func stoppedThread(stop *breakpoint.Stop, focus kernel.ThreadID) kernel.ThreadID {
	first := kernel.ThreadID(0)
	for _, r := range stop.Rows {
		switch {
		case r.Why != breakpoint.AtBreakpoint || r.Thread == 0:
		case r.Thread == focus:
			return focus
		case first == 0:
			first = r.Thread
		}
	}
	if first == 0 {
		return focus
	}
	return first
}

// atRow are the breakpoints that a thread stands at or, if it stands at none, that it has.
func (d *Debugger) atRow(list []*point, r breakpoint.Row) (theirs []*point) {
	for _, b := range list {
		has := b.hits != nil && slices.Contains(b.hits.Lanes, r.Lane)
		if x := b.statements; x != nil {
			has = slices.ContainsFunc(x.hits, func(h source.Hit) bool { return h.Thread == r.Thread })
		}
		switch {
		case r.Why != breakpoint.AtBreakpoint:
		case b.statements != nil:
			has = d.standsAtLine(b.statements, r.Thread)
		default:
			has = b.stops(r.Lane, r.Done)
		}
		if has {
			theirs = append(theirs, b)
		}
	}
	return theirs
}
