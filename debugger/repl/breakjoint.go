package repl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/breakpoint"
	"machsim/kernel"
)

// joint goes to where all processes that have breakpoints are stopped together.
func joint(mode breakpoint.Mode) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error {
		list, d, err := p.party(words)
		if err != nil {
			return err
		}
		stop, err := p.meeting(list, mode, d)
		if err != nil {
			return err
		}
		return p.stopTogether(list, mode, stop)
	}
}

// party are the breakpoints that are meant, all that are enabled if no number is given, and
// the way to go.
func (p *Prompt) party(words []string) (list []*point, d breakpoint.Direction, err error) {
	ps := p.points()
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		back := w == "back" || w == "-b"
		d = d || breakpoint.Direction(back)
		return back
	})
	if list, err = ps.numbered(words); err != nil {
		return nil, d, err
	}
	if len(words) == 0 {
		list = ps.enabled()
	}
	if len(list) == 0 {
		return nil, d, errors.New("all breakpoints are disabled: type their numbers, or enable some")
	}
	return list, d, nil
}

// meeting is where the processes of some breakpoints are stopped together.
func (p *Prompt) meeting(list []*point, mode breakpoint.Mode, d breakpoint.Direction) (*breakpoint.Stop, error) {
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
	reach := breakpoint.OCB
	if mode == breakpoint.Pessimistic {
		reach = breakpoint.PCB
	}
	stop := reach(p.s.Graph, breakpoint.Union(hits...), p.s.Cut(), d)
	switch {
	case stop.Targets > 0:
		return stop, nil
	case d == breakpoint.Backward:
		return nil, fmt.Errorf("no thread came to %s before this position; without back, places after it are meant", those(list))
	}
	return nil, fmt.Errorf("no thread comes to %s after this position; with back, places before it are meant", those(list))
}

// those names breakpoints.
func those(list []*point) string {
	if len(list) == 1 {
		return "breakpoint " + numbers(list)
	}
	return "breakpoints " + numbers(list)
}

// stopTogether goes there, and says of each thread why it stands where it stands: first of
// those that have breakpoints.
func (p *Prompt) stopTogether(list []*point, mode breakpoint.Mode, stop *breakpoint.Stop) error {
	p.printf("%s, %s: %s\n", those(list), ways[mode], arrivals(stop))
	p.focus = arrived(stop, p.focus)
	if err := p.move(stop.Cut, -1, false); err != nil {
		return err
	}
	breakpoint.Explain(stop.Rows, p.s.State())
	t := newTable("breakpoint", "thread", "why it stands where it stands")
	var hit []*point
	var others [][]string
	for _, r := range stop.Rows {
		theirs := at(list, r)
		if r.Why == breakpoint.AtBreakpoint {
			hit = append(hit, theirs...)
		}
		row := []string{numbers(theirs), r.Name, strings.TrimSpace(strings.TrimPrefix(r.String(), r.Name))}
		if theirs == nil {
			others = append(others, row)
			continue
		}
		t.add(row...)
	}
	for _, row := range others {
		t.add(row...)
	}
	p.table(t)
	p.spend(hit)
	return nil
}

var ways = []string{"all others as far as they can get", "all others as far as they are needed"}

// arrivals says how many processes are where they are to stop.
func arrivals(stop *breakpoint.Stop) string {
	switch n, of := stop.Arrived, stop.Targets; {
	case of == 1:
		return "its thread is there"
	case n == 2 && of == 2:
		return "both threads are there"
	case n == of:
		return fmt.Sprintf("all %d threads are there", of)
	default:
		return fmt.Sprintf("%d of %d are there, for one place comes before another", n, of)
	}
}

// arrived is a thread at its breakpoint: the one in focus if it is at one.
func arrived(stop *breakpoint.Stop, focus kernel.ThreadID) kernel.ThreadID {
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

// at are the breakpoints that a thread stands at or, if it stands at none, that it has.
func at(list []*point, r breakpoint.Row) (theirs []*point) {
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

// aboutJoint is what the helps of ocb and pcb share.
const aboutJoint = `The breakpoints with these numbers, or all that are enabled, each stop their own threads, and
the program is shown where all these threads are stopped together. Each goes to its next place
after the present position, or with back to its last one before it. There is one such position,
whatever the order in which the run was recorded, and a line for each thread says why it
stands where it stands.`
