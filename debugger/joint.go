package debugger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/breakpoint"
	"machsim/debugger/graph"
	"machsim/debugger/text"
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
		stop, err := d.meeting(list, m, back)
		if err != nil {
			return nil, err
		}
		return d.stopTogether(ctx, list, stop)
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
		return nil, text.WithHint(errors.New("all breakpoints are disabled"), HintEnable)
	}
	return atCalls(list, len(numbers) > 0)
}

// atCalls are those breakpoints that stop threads at kernel calls, if need be those of their lines: only one thread of
// a position can be between two.
func atCalls(list []*point, named bool) (some []*point, err error) {
	for _, b := range list {
		switch {
		case b.statements == nil || b.hits != nil:
			some = append(some, b)
		case named:
			return nil, fmt.Errorf("%s stops where no kernel call is known, and threads are stopped together at such only",
				those([]*point{b}))
		}
	}
	if len(some) == 0 {
		return nil, fmt.Errorf("%s stop where no kernel call is known, and threads are stopped together at such only",
			those(list))
	}
	return some, nil
}

// meeting is where the processes of some breakpoints are stopped together.
func (d *Debugger) meeting(list []*point, m Mode, back bool) (*breakpoint.Stop, error) {
	var hits []*breakpoint.Hits
	places := 0
	for _, b := range list {
		if b.hits != nil {
			hits = append(hits, b.hits)
			places += len(b.all)
		}
	}
	if places == 0 {
		return nil, fmt.Errorf("no thread ever comes to %s in this recording", those(list))
	}
	stop := d.s().Joint(breakpoint.Union(hits...), m, back)
	switch {
	case stop.Targets > 0:
		return stop, nil
	case back:
		return nil, text.WithHint(fmt.Errorf("no thread came to %s before this position", those(list)), HintForward)
	}
	return nil, text.WithHint(fmt.Errorf("no thread comes to %s after this position", those(list)), HintBack)
}

// stopTogether goes there. The rows of those that have breakpoints come first.
func (d *Debugger) stopTogether(ctx context.Context, list []*point, stop *breakpoint.Stop) (*Joint, error) {
	d.on.focus = stoppedThread(stop, d.on.focus)
	m, err := d.move(ctx, d.at(graph.At(stop.Cut)), -1, false)
	if err != nil {
		return nil, err
	}
	breakpoint.Explain(stop.Rows, d.s().State())
	j := &Joint{Motion: m, Breakpoints: those(list), Arrived: stop.Arrived, Targets: stop.Targets}
	var hit []*point
	var others []JointRow
	for _, r := range stop.Rows {
		theirs := atRow(list, r)
		if r.Why == breakpoint.AtBreakpoint {
			hit = append(hit, theirs...)
		}
		row := JointRow{numbersOf(theirs), r.Name, strings.TrimSpace(strings.TrimPrefix(r.String(), r.Name))}
		if theirs == nil {
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
func atRow(list []*point, r breakpoint.Row) (theirs []*point) {
	for _, b := range list {
		has := b.hits != nil && slices.Contains(b.hits.Lanes, r.Lane)
		if r.Why == breakpoint.AtBreakpoint {
			has = b.stops(r.Lane, r.Done)
		}
		if has {
			theirs = append(theirs, b)
		}
	}
	return theirs
}
