package stops

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Following is the place beyond the position to which the recorded run comes first, and the event
// by which it does: -1 for none.
func (d In) Following(list []*Point) (next breakpoint.Place, come int) {
	come = -1
	for _, b := range list {
		if b.Hits == nil {
			continue
		}
		if h, ok := b.Hits.Next(d.S.Position().Cut); ok && (come < 0 || b.Hits.Come(h) < come) {
			next, come = h, b.Hits.Come(h)
		}
	}
	return next, come
}

// Preceding is the place to which the recorded run came last before the last event of the
// position, and the event by which it did: -1 for none. Its thread may have stayed there up to
// now: then this is the way back to when it came.
func (d In) Preceding(list []*Point) (last breakpoint.Place, come int) {
	come = -1
	here := d.S.LastOf(d.S.Position())
	for _, b := range list {
		for i := len(b.All) - 1; i >= 0; i-- {
			if e := b.Hits.Come(b.All[i]); e < here && d.S.Holds(e) {
				if e > come {
					last, come = b.All[i], e
				}
				break
			}
		}
	}
	return last, come
}

// JointRow says why a thread stands where it stands.
type JointRow struct {
	Breakpoints string // the numbers of those at which it stands or, if it stands at none, that it has
	Thread      string
	Why         string
}

// Meeting is where the processes of some breakpoints are stopped together.
func (d In) Meeting(list []*Point, m session.Mode, back bool) (stop *breakpoint.Stop, at graph.Position, err error) {
	var hits []*breakpoint.Hits
	var calls []breakpoint.Place
	var lines []graph.Stand
	for _, b := range list {
		switch {
		case b.Statements != nil:
			l, c := d.places(b.Statements)
			lines, calls = append(lines, l...), append(calls, c...)
		case b.Hits != nil:
			hits, calls = append(hits, b.Hits), append(calls, b.All...)
		}
	}
	switch {
	case len(lines)+len(calls) == 0:
		return nil, at, fmt.Errorf("no thread ever comes to %s %s", Those(list), d.Extent())
	case len(lines) > 0:
		if stop, at, err = d.S.JointAt(lines, calls, m, back); err != nil {
			return nil, at, err
		}
	default:
		stop = d.S.Joint(breakpoint.Union(hits...), m, back)
		at = graph.At(stop.Cut)
	}
	switch {
	case stop.Targets > 0:
		return stop, at, nil
	case back:
		return nil, at, text.WithHint(fmt.Errorf("no thread came to %s before this position", Those(list)), text.HintForward)
	}
	return nil, at, text.WithHint(fmt.Errorf("no thread comes to %s after this position", Those(list)), text.HintBack)
}

// places are the statements, and the places at calls, where a breakpoint of statements stops threads.
func (d In) places(x *Statements) (lines []graph.Stand, calls []breakpoint.Place) {
	for k, h := range x.Hits {
		if a := x.Arrived(k); a.N != AtCall {
			lines = append(lines, graph.Stand{Thread: h.Thread, N: a.N})
		} else {
			lane := d.S.LaneOf(h.Thread)
			calls = append(calls, breakpoint.Place{Lane: lane, Done: int(d.S.After(a.Event + 1).Cut[lane])})
		}
	}
	return lines, calls
}

// JointRows are the rows of those that stop together, and the breakpoints that stop them.
func (d In) JointRows(list []*Point, stop *breakpoint.Stop, at graph.Position) (
	rows []JointRow, hit []*Point) {
	breakpoint.Explain(stop.Rows, d.S.State())
	var others []JointRow
	for _, r := range stop.Rows {
		theirs := d.atRow(list, r)
		r.Open, r.Within = d.S.GoesOn(), d.Extent()
		if r.Why == breakpoint.AtBreakpoint {
			hit = append(hit, theirs...)
		}
		row := JointRow{NumbersOf(theirs), r.Name, strings.TrimSpace(strings.TrimPrefix(r.String(), r.Name))}
		if r.Why == breakpoint.AtBreakpoint && at.Statement(r.Thread) > 0 {
			row.Why = "is at its breakpoint (at " + d.threads().AtLine(r.Thread).Source + ")"
		}
		switch {
		case theirs == nil && r.Thread != 0 && d.HidesThread(r.Thread):
			continue
		case theirs == nil:
			others = append(others, row)
			continue
		}
		rows = append(rows, row)
	}
	return append(rows, others...), hit
}

// Stopped is a thread at its breakpoint: the one in focus if it is at one.
func Stopped(stop *breakpoint.Stop, focus kernel.ThreadID) kernel.ThreadID {
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
func (d In) atRow(list []*Point, r breakpoint.Row) (theirs []*Point) {
	for _, b := range list {
		has := b.Hits != nil && slices.Contains(b.Hits.Lanes, r.Lane)
		if x := b.Statements; x != nil {
			has = slices.ContainsFunc(x.Hits, func(h source.Hit) bool { return h.Thread == r.Thread })
		}
		switch {
		case r.Why != breakpoint.AtBreakpoint:
		case b.Statements != nil:
			has = d.StandsAtLine(b.Statements, r.Thread)
		default:
			has = b.Stops(r.Lane, r.Done)
		}
		if has {
			theirs = append(theirs, b)
		}
	}
	return theirs
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
	if h.Within == present.InWindow || h.Within == present.SinceHorizon {
		text += " " + h.Within
	}
	return text
}
