package debugger

import (
	"context"
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/query/detect"
	"machsim/debugger/stops"
)

// StopIf sets a stop: Continue stops where the predicate is satisfied (docs/PREDICATES.md). Of a run that is made
// meanwhile names may come yet.
func (d *Debugger) StopIf(ctx context.Context, predicate string) (Stop, error) {
	return d.newStop(ctx, &stops.Global{Text: predicate})
}

// TraceIf sets a trace: motions show the value of the expression, and each change of it, where
// the predicate is satisfied.
func (d *Debugger) TraceIf(ctx context.Context, expression, predicate string) (Stop, error) {
	return d.newStop(ctx, &stops.Global{Show: expression, Text: predicate})
}

func (d *Debugger) newStop(ctx context.Context, g *stops.Global) (Stop, error) {
	return ask(ctx, d, "stop", func(ctx context.Context) (Stop, error) {
		row, err := d.stops().SetGlobal(ctx, g)
		if ctx.Err() != nil {
			return Stop{}, unmoved
		}
		return row, err
	})
}

// Stops lists the stops and traces.
func (d *Debugger) Stops(ctx context.Context) ([]Stop, error) {
	return list(ctx, d, "stops", func(context.Context) (all []Stop, err error) {
		for _, g := range d.stops().Stops().List {
			row := d.stops().StopRow(g)
			row.Holds = g.Pred != nil && g.Pred.Holds(d.s().Position()) != nil
			all = append(all, row)
		}
		return all, nil
	})
}

// Primary makes a stop the primary one, or of its parts that are joined by or one, from 1; 0
// stands for all. Continue goes to the first state that satisfies the primary stop; at the others
// it stops where they are satisfied on the way there, or else after that (Manabe and Aoyagi 5).
func (d *Debugger) Primary(ctx context.Context, number, part int) (Stop, error) {
	return ask(ctx, d, "switch", func(context.Context) (Stop, error) {
		gs := d.stops().Stops()
		found, _ := gs.Taken([]int{number})
		if len(found) == 0 {
			return Stop{}, stops.NoStop(fmt.Sprint(number))
		}
		g := found[0]
		if g.Show != "" {
			return Stop{}, fmt.Errorf("%d is a trace, and nothing stops there", g.Number)
		}
		if all := detect.Disjuncts(g.Text); part != 0 {
			switch {
			case len(all) == 1:
				return Stop{}, text.WithHint(fmt.Errorf("%s has no parts joined by or", d.stops().StopRow(g)),
					text.HintSwitch, g.Number)
			case part < 1 || part > len(all):
				return Stop{}, text.WithHint(fmt.Errorf("%s has %d parts joined by or", d.stops().StopRow(g), len(all)),
					text.HintSwitchPart, g.Number, len(all))
			}
		}
		g.Disjunct = part
		if err := d.stops().Bind(g); err != nil {
			return Stop{}, err
		}
		gs.Primary, d.changed = g.Number, true
		return d.stops().StopRow(g), nil
	})
}

// stopWhere goes to a position that satisfies a stop.
func (d *Debugger) stopWhere(ctx context.Context, h *stops.Satisfied) (*Motion, error) {
	for _, r := range h.Found.Reasons {
		if r.Thread != 0 {
			d.on.Focus = r.Thread
			break
		}
	}
	d.set.Halting = h.G
	defer func() { d.set.Halting = nil }()
	m, err := d.move(ctx, d.at(h.Found.Position), -1, false)
	if err != nil {
		return nil, err
	}
	row := d.stops().StopRow(h.G)
	m.Stopped = &Stopped{Stop: &row, Why: h.Found.Lines()}
	return m, nil
}

// A trace without a predicate is one of local events: of the changes of a variable, of what reads it, of the reaching
// of a label or a line.

// Trace sets a trace of local events: motions tell of each that they pass. It is one of a variable's changes, by a name
// that means the same everywhere (Watch); "reads of" before it, of what reads it; "label" before a label, or a line, of
// who comes there. One of the form PLACE log TEXT tells the TEXT, in which expressions of Go stand in braces, of each
// time that a thread comes to the place, as Break takes it.
func (d *Debugger) Trace(ctx context.Context, what string) (Stop, error) {
	return ask(ctx, d, "trace", func(context.Context) (Stop, error) {
		g := &stops.Global{Show: what}
		err := d.values().Fill(&g.Show)
		if err == nil {
			err = d.stops().BindLocal(g)
		}
		if err != nil {
			return Stop{}, err
		}
		return d.stops().AddTrace(g), nil
	})
}
