package debugger

import (
	"context"

	"machsim/debugger/replay/graph"
	"machsim/debugger/stops"
)

// JointRow says why a thread stands where it stands.
type JointRow = stops.JointRow

// Joint is where all processes that have breakpoints are stopped together.
type Joint struct {
	*Motion
	Breakpoints string // those that were meant, in words
	Arrived     int    // processes that are at their places
	Targets     int    // processes that have places
	Rows        []JointRow
	Gone        []int // the breakpoints that were for one stop
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
		stop, at, err := d.stops().Meeting(list, m, back)
		if err != nil {
			return nil, err
		}
		return d.stopTogether(ctx, list, stop, at)
	})
}

// selected are the breakpoints of some numbers, or all that are enabled.
func (d *Debugger) selected(numbers []int) (list []*stops.Point, err error) {
	ps := d.stops().Points()
	if list, err = ps.Numbered(numbers); err != nil {
		return nil, err
	}
	if len(numbers) == 0 {
		list = ps.Enabled()
	}
	if len(list) == 0 {
		return nil, d.nothingEnabled()
	}
	return list, nil
}

// stopTogether goes there. The rows of those that have breakpoints come first.
func (d *Debugger) stopTogether(
	ctx context.Context, list []*stops.Point, stop *stops.Meeting, at graph.Position,
) (*Joint, error) {
	d.on.Focus = stops.Stopped(stop, d.on.Focus)
	m, err := d.move(ctx, d.at(at), -1, false)
	if err != nil {
		return nil, err
	}
	j := &Joint{Motion: m, Breakpoints: stops.Those(list), Arrived: stop.Arrived, Targets: stop.Targets}
	rows, hit := d.stops().JointRows(list, stop, at)
	j.Rows, j.Gone = rows, d.spend(hit)
	return j, nil
}
