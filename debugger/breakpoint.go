package debugger

import (
	"context"

	"machsim/debugger/lang"
	"machsim/debugger/stops"
	"machsim/kernel/hook"
)

// Breakpoints, watchpoints and stops, the places where they stop, and what they tell.
type (
	Breakpoint     = stops.Breakpoint
	Wanted         = stops.Wanted
	Placed         = stops.Placed
	Hit            = stops.Hit
	Nearest        = stops.Nearest
	Race           = stops.Race
	Access         = stops.Access
	Stop           = stops.Stop
	Passed         = stops.Passed
	VariableChange = stops.VariableChange
	LastValue      = stops.LastValue
	WatchKind      = stops.WatchKind
)

// The kinds of watchpoint.
const (
	ChangeWatch = stops.ChangeWatch
	ReadWatch   = stops.ReadWatch
	AccessWatch = stops.AccessWatch
	WriteWatch  = stops.WriteWatch
)

// ErrNoBreakpoints is the error of a method that is about breakpoints when there are none.
var ErrNoBreakpoints = stops.ErrNoBreakpoints

// BreakpointWords are the words that a breakpoint may have.
func BreakpointWords() []string { return stops.BreakpointWords() }

// stops is the present run, with what is set in it.
func (d *Debugger) stops() stops.In {
	return stops.In{In: d.values(), Set: &d.set, Changed: &d.changed, Queried: d.matchQuery, Notice: d.notice,
		From: d.begun()}
}

// Break sets a breakpoint, written as "lock fork1 by kant" or "bank.go:41". Once says that it
// goes when it has stopped somebody. A name that the run does not know is an error that shows
// where it stands in the text; but of a run that is made meanwhile it may come yet.
func (d *Debugger) Break(ctx context.Context, text string, once bool) (Breakpoint, error) {
	return ask(ctx, d, "break", func(context.Context) (Breakpoint, error) {
		if err := d.values().Fill(&text); err != nil {
			return Breakpoint{}, err
		}
		b, unknown, err := d.stops().NewPoint(text)
		if err != nil {
			return Breakpoint{}, err
		}
		b.Once = once
		row := d.stops().AddPoint(b)
		row.Unknown = unknown
		return row, nil
	})
}

// BreakpointKinds are the kinds of breakpoints, for helps.
var BreakpointKinds = lang.Kinds

// BreakpointKind is a kind of breakpoints: how it is written, and what it stops.
type BreakpointKind = lang.Description

// Breakpoints lists the breakpoints.
func (d *Debugger) Breakpoints(ctx context.Context) ([]Breakpoint, error) {
	return list(ctx, d, "breakpoints", func(context.Context) ([]Breakpoint, error) {
		return d.stops().BreakpointRows(d.stops().Points().List), nil
	})
}

// Enable lets breakpoints, stops and traces of some numbers stop threads again, or without on
// lets them stop nobody; all, if no number is given.
func (d *Debugger) Enable(ctx context.Context, on bool, numbers ...int) error {
	return d.change(ctx, "enable", func(context.Context) error {
		globals, some, err := d.stops().Both(numbers)
		if err != nil {
			return err
		}
		for _, g := range globals {
			g.Disabled = !on
		}
		for _, b := range some {
			b.Disabled = !on
		}
		d.changed = true
		return nil
	})
}

// Delete forgets breakpoints, stops and traces, and returns what they were.
func (d *Debugger) Delete(ctx context.Context, numbers ...int) (stops []Stop, some []Breakpoint, err error) {
	err = d.change(ctx, "delete", func(context.Context) error {
		globals, gone, err := d.stops().Both(numbers)
		if err != nil {
			return err
		}
		for _, g := range globals {
			stops = append(stops, d.stops().StopRow(g))
		}
		some = d.stops().BreakpointRows(gone)
		d.stops().Stops().Remove(globals)
		d.stops().Points().Remove(gone)
		d.changed = true
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return stops, some, nil
}

// BreakAll sets breakpoints. Those at lines are looked for in one pass over the run. One that cannot be set is no
// hindrance to the others.
func (d *Debugger) BreakAll(ctx context.Context, wanted []Wanted) ([]Placed, error) {
	return ask(ctx, d, "break", func(ctx context.Context) (all []Placed, err error) {
		points, errs := d.stops().NewPoints(wanted)
		for i, b := range points {
			switch {
			case isStopped(errs[i]), ctx.Err() != nil:
				return nil, unmoved
			case b == nil:
				all = append(all, Placed{Err: errs[i]})
			case wanted[i].Log != "":
				row := d.stops().AddTrace(&stops.Global{Show: wanted[i].Text + stops.LogWord + wanted[i].Log,
					Local: d.stops().Logged(b)})
				all = append(all, Placed{Breakpoint: Breakpoint{Number: row.Number, Text: row.Shows, Hits: row.Hits,
					Within: d.on.Extent()}})
			default:
				x := Placed{Breakpoint: d.stops().AddPoint(b)}
				if errs[i] != nil {
					x.Unknown = errs[i].Error()
				}
				all = append(all, x)
			}
		}
		return all, nil
	})
}

// NearestTo returns that place. The breakpoint has to be one of lines, or of a function.
func (d *Debugger) NearestTo(ctx context.Context, text string, back bool) (Nearest, error) {
	return ask(ctx, d, "break", func(context.Context) (x Nearest, err error) {
		b, _, err := d.stops().NewPoint(text)
		if err != nil {
			return x, err
		}
		if b.Statements == nil {
			return x, ErrNoStatements
		}
		if _, nth, _ := d.stops().NearestLine([]*stops.Point{b}, back); nth >= 0 {
			x = Nearest{Position: d.at(d.stops().LineStop(b, nth, back)),
				Thread: d.s().ThreadName(b.Statements.Hits[nth].Thread)}
		}
		return x, nil
	})
}

// Watch sets a watchpoint: a breakpoint at the statements that access the variable that an expression names. The
// expression is one of Go, in a frame of a thread; it may name a field, an element, or what a pointer leads to.
// Wherever the run stands, it may be a name that means the same everywhere: work.x, maybe in a thread
// (session.Session.Local).
func (d *Debugger) Watch(ctx context.Context, kind WatchKind, at Scope, expression string) (Breakpoint, error) {
	return ask(ctx, d, string(kind), func(context.Context) (Breakpoint, error) {
		if err := d.values().Fill(&expression); err != nil {
			return Breakpoint{}, err
		}
		b, err := d.stops().NewWatch(kind, at, expression)
		if err != nil {
			return Breakpoint{}, err
		}
		return d.stops().AddPoint(b), nil
	})
}

// Changes returns all changes in the run of the variable that an expression names, in recorded order, and before them
// its first value. A watchpoint does not stop at that.
func (d *Debugger) Changes(ctx context.Context, expression string) (rows []VariableChange, err error) {
	return ask(ctx, d, "history", func(context.Context) ([]VariableChange, error) { return d.stops().Changes(expression) })
}

// VariableNames are the names of variables of functions that mean the same everywhere (Watch); none where the lines are
// not known.
func (d *Debugger) VariableNames(ctx context.Context) ([]string, error) {
	return look(ctx, d, "print", func(context.Context) ([]string, error) { return d.stops().VariableNames() })
}

// LastValues returns what a variable is at the present position, or was last, by a name that means the same everywhere
// (Watch): for each thread of the last call of its function, which it may have left.
func (d *Debugger) LastValues(ctx context.Context, name string) (rows []LastValue, err error) {
	return ask(ctx, d, "last values", func(context.Context) ([]LastValue, error) { return d.stops().LastValues(name) })
}

// Watchable returns what a watchpoint on the variable that an expression names in a frame is about, in words that mean
// the same wherever the run stands: "account[1] in bank.1#2". With the kind before it Break takes it.
func (d *Debugger) Watchable(ctx context.Context, at Scope, expression string) (string, error) {
	return ask(ctx, d, "watch", func(context.Context) (string, error) { return d.stops().Watchable(at, expression) })
}

// Unheard returns the packages that the program uses and that have no hooks: their accesses are in no race.
func (d *Debugger) Unheard() []string { return hook.Unheard(d.s().Program.Main) }

// UnknownRaces says in a sentence which races are not known of a run that is known from an event on (Run.Since).
func UnknownRaces(since int) string { return stops.UnknownRaces(since) }

// Races finds the races of the present run, one for each pair of lines, in the order of their second accesses: those of
// which both are in what is known of it. The program has to be built with hooks.
func (d *Debugger) Races(ctx context.Context) ([]Race, error) {
	return ask(ctx, d, "races", func(context.Context) ([]Race, error) { return d.stops().Races() })
}
