package debugger

import (
	"context"
	"fmt"
	"strings"

	"machsim/debugger/lines/source"
	"machsim/debugger/replay/graph"
)

// A trace without a predicate is one of local events: of the changes of a variable, of what reads it, of the reaching
// of a label or a line.

// Trace sets a trace of local events: motions tell of each that they pass. It is one of a variable's changes, by a name
// that means the same everywhere (Watch); "reads of" before it, of what reads it; "label" before a label, or a line, of
// who comes there. One of the form PLACE log TEXT tells the TEXT, in which expressions of Go stand in braces, of each
// time that a thread comes to the place, as Break takes it.
func (d *Debugger) Trace(ctx context.Context, what string) (Stop, error) {
	return ask(ctx, d, "trace", func(context.Context) (Stop, error) {
		g := &global{show: what}
		err := d.fill(&g.show)
		if err == nil {
			err = d.bindLocal(g)
		}
		if err != nil {
			return Stop{}, err
		}
		return d.addTrace(g), nil
	})
}

// addTrace gives a trace of local events a number.
func (d *Debugger) addTrace(g *global) Stop {
	ps := d.points()
	ps.last++
	g.number = ps.last
	d.predicates().list = append(d.predicates().list, g)
	d.changed = true
	row := d.stopRow(g)
	if row.Hits = len(g.local); row.Hits > 0 {
		row.First = d.at(d.s().AtHit(g.local[0].at))
	}
	row.Never = row.Hits == 0 && !d.s().GoesOn()
	return row
}

// localEvent is a local event of a trace, and where a thread stands that has done it, or is about to.
type localEvent struct {
	source.Local
	at   source.Hit
	says string // of a log point
}

// bindLocal finds the local events of a trace in the present run.
func (d *Debugger) bindLocal(g *global) error {
	if b, ok, err := d.logPoint(g.show); ok {
		if err == nil {
			err = d.match(b)
		}
		if err == nil {
			g.local = d.logged(b)
		}
		return err
	}
	name, reads := strings.CutPrefix(g.show, "reads of ")
	if label, ok := strings.CutPrefix(name, "label "); ok {
		name = ":" + label
	}
	if !d.s().HasStatements() {
		return ErrNoStatements
	}
	of, err := d.s().Local(name)
	if err != nil {
		return shown(err)
	}
	return of.Each(reads, func(some []source.Local) bool {
		for _, l := range some {
			switch {
			case l.Kind == source.CameTo || reads && l.Kind == source.Referred:
				g.local = append(g.local, localEvent{Local: l, at: l.At()})
			case !reads && l.Changed():
				g.local = append(g.local, localEvent{Local: l, at: l.After})
			}
		}
		return true
	})
}

// passedLocal are the local events of a trace on the way from a position to one that holds it.
func (d *Debugger) passedLocal(g *global, from, to graph.Position) (all []Passed) {
	row, most := d.stopRow(g), maxPassed
	for _, l := range g.local {
		if d.pastAt(from, l.at) || !d.pastAt(to, l.at) {
			continue
		}
		if l.says != "" {
			most = maxLogged
		}
		x := Passed{Stop: row, Event: l.Event + 1, Thread: d.s().ThreadName(l.Thread), At: d.at(d.s().AtHit(l.at)),
			More: len(all) == most}
		if l.says != "" {
			x.Says = l.says
		} else if l.Kind.Writes() {
			x.Value = l.New
		}
		if all = append(all, x); x.More {
			break
		}
	}
	return all
}

// Happened says in words what a trace of local events has passed.
func (x *Passed) Happened() string {
	where := fmt.Sprintf("by %s, at %s", x.Thread, x.At)
	if x.Says != "" {
		return x.Says + ", " + where
	}
	if x.Value != "" {
		return fmt.Sprintf("%s = %s, %s", x.Stop.Shows, x.Value, where)
	}
	return x.Stop.Shows + ", " + where
}
