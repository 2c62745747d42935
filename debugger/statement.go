package debugger

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"machsim/debugger/lines/source"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// StepKind says where a step by lines may end.
type StepKind = source.Kind

// The kinds of step by lines.
const (
	Into = source.Into // at the next line, also one of a function that is called
	Over = source.Over // at the next line of the function, or of one that called it
	Out  = source.Out  // in the function that called it
)

// LineStep is how far a thread is to go by the lines of its program.
type LineStep struct {
	Thread     string // "" or "." for the one in focus; of a set (FindThreads) each goes so far
	Kind       StepKind
	Back       bool
	N          int    // how many times; 0 for once. Out leaves so many functions, from the chosen frame on
	Statements bool   // each statement counts, and not only the first on its line
	Until      int    // with Over: the line of the same file to go on to; 0 for the next line
	Function   string // with Into: the function that is meant, of those that the line calls; "" for any
	Mode       Mode
}

// HasStatements says whether the statements of the program can be seen: it was built with hooks.
func (d *Debugger) HasStatements(ctx context.Context) (bool, error) {
	return ask(ctx, d, "statements", func(context.Context) (bool, error) { return d.s().HasStatements(), nil })
}

// StepLine lets a thread go on by lines, or back, while the others do what the mode says. It is in focus then.
func (d *Debugger) StepLine(ctx context.Context, l LineStep) (*Motion, error) {
	return ask(ctx, d, "step", func(ctx context.Context) (*Motion, error) {
		return d.further(ctx, func(ctx context.Context) (*Motion, error) {
			return d.each(l.Thread, func(thread string) (*Motion, error) {
				l.Thread = thread
				return d.stepLine(ctx, l)
			})
		})
	})
}

func (d *Debugger) stepLine(ctx context.Context, l LineStep) (*Motion, error) {
	if !d.s().HasStatements() {
		return nil, ErrNoStatements
	}
	id := d.on.Focus
	if l.Thread != "" {
		var err error
		if id, err = d.in().Thread(l.Thread); err != nil {
			return nil, err
		}
	}
	if id == 0 {
		return nil, fmt.Errorf("which thread is to go? There is none in focus")
	}
	if l.Kind == Out && id == d.on.Focus {
		l.N = max(l.N, 1) + d.on.Frame
	}
	d.on.Focus = id
	for {
		past, without := d.s().Others(l.Mode)
		left, err := d.s().StepStatements(source.Stride{Thread: id, Kind: l.Kind, Back: l.Back, Count: l.N,
			Fine: l.Statements, Line: l.Until, Function: l.Function, Past: past, Without: without})
		switch {
		case errors.Is(err, source.ErrOutside):
			return nil, d.before(fmt.Sprintf("%s came to that line before %s", d.s().ThreadName(id), d.beginning()))
		case err != nil:
			return nil, err
		}
		if !left.Short || l.Back {
			return d.stepped(ctx, id, l, left)
		}
		ahead := d.s().Ahead(id, false)
		if err := d.reach(func() bool { return d.s().Ahead(id, false) > ahead }); err != nil {
			return nil, err
		}
		if d.s().Ahead(id, false) == ahead {
			return d.stepped(ctx, id, l, left)
		}
	}
}

// stepped goes to where a step leads.
func (d *Debugger) stepped(ctx context.Context, id kernel.ThreadID, l LineStep, left source.Left) (*Motion, error) {
	from, name := d.s().Position(), d.s().ThreadName(id)
	if left.Short && left.At.Equal(from) {
		if l.Back {
			return nil, d.before(d.noLineBefore(name, l))
		}
		return nil, d.noLine(id)
	}
	m, err := d.move(ctx, d.at(left.At), d.doneBetween(id, from.Cut, left.At.Cut), l.Back)
	if err != nil {
		return nil, err
	}
	for _, r := range left.Results {
		m.Results = append(m.Results, Local{Name: r.Name, Value: r.Text})
	}
	switch {
	case left.Short && l.Back:
		m.Missing = d.noLineBefore(name, l)
	case left.Short:
		m.Missing = name + " comes to no line after this call: " + d.whyNoLine(id)
	}
	return m, nil
}

// noLine says that a thread comes to no line after its last call.
func (d *Debugger) noLine(id kernel.ThreadID) error {
	if why := d.still(); why != "" {
		return fmt.Errorf("%s comes to no line yet: %s", d.s().ThreadName(id), why)
	}
	return fmt.Errorf("%s comes to no line any more: %s", d.s().ThreadName(id), d.whyNoLine(id))
}

// noLineBefore says that a thread cannot go back so far.
func (d *Debugger) noLineBefore(name string, l LineStep) string {
	switch {
	case l.Kind != Out && d.s().First() > 0:
		return fmt.Sprintf("%s has done no line before this one since %s", name, d.beginning())
	case l.Kind != Out:
		return name + " has done no line before this one"
	case l.N > 1:
		return fmt.Sprintf("%s is not in %d functions that lines of the program have called", name, l.N)
	}
	return name + " began in this function: no line of the program has called it"
}

// whyNoLine says why a thread comes to no line after its last call.
func (d *Debugger) whyNoLine(id kernel.ThreadID) string {
	if e := d.s().EnderOf(id); e >= 0 {
		return d.s().Deed(e) + " ends it"
	}
	return "at the end of the run it " + strings.TrimPrefix(d.s().Rest(id), "it ")
}

// doneBetween is the event of a thread that was done last from one cut to another or, if that leads back, the one that
// was undone first; -1 for none.
func (d *Debugger) doneBetween(id kernel.ThreadID, from, to graph.Cut) int {
	lane := d.s().LaneOf(id)
	switch {
	case to[lane] > from[lane]:
		return d.s().EventOf(id, int(to[lane])-1)
	case to[lane] < from[lane]:
		return d.s().EventOf(id, int(to[lane]))
	}
	return -1
}

// within reads a position before statements: "41@bank.1:17" is after event 41, before statement 17 of bank.1, and
// without the event it is the one at which the recorded run comes there. More threads may follow.
func (d *Debugger) within(base string, statements []string) (p Position, err error) {
	if base != "" {
		if p, err = d.position([]string{base}); err != nil {
			return p, err
		}
	}
	for _, text := range statements {
		id, n, err := d.s().ParseStatement(text)
		if err != nil {
			return p, err
		}
		if p, err = d.beforeStatement(p, id, n); err != nil {
			return p, err
		}
	}
	return p, nil
}

// beforeStatement is a position with a thread before a statement; of the zero Position, the one at which the recorded
// run comes there.
func (d *Debugger) beforeStatement(p Position, id kernel.ThreadID, n uint64) (Position, error) {
	var hit source.Hit
	err := d.s().Statements(func(src *source.Source) (err error) {
		hit, err = src.Find(id, n)
		return err
	})
	switch {
	case errors.Is(err, source.ErrPlain):
		return p, ErrNoStatements
	case errors.Is(err, source.ErrOutside):
		return p, fmt.Errorf("statement %d of %s came before %s", n, d.s().ThreadName(id), d.beginning())
	case err != nil:
		return p, err
	case p.IsZero():
		p = d.at(d.s().After(hit.Event + 1))
	case d.s().EventOf(id, int(p.Place().Cut[d.s().LaneOf(id)])-1) != hit.Event:
		return p, fmt.Errorf("statement %d of %s comes after event %d, and before its next one", n,
			d.s().ThreadName(id), hit.Event+1)
	}
	return p.Of().At(p.Place().With(id, n)), nil
}
