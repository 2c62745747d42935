package study

import (
	"context"

	"machsim/debugger"
)

// Query is a question in SQL, which runs are asked.
type Query struct {
	Engine debugger.QueryEngine
	SQL    string
	Over   string // asks the rows of all runs, as the table rows, and runs; "" for all rows
	// Runs are opened one after the other.
	Runs     []func() (*debugger.Debugger, error)
	Progress func() // is called after each of several; nil for nobody
}

// Alone says that one run is asked, and that its answer is wanted as it is.
func (q *Query) Alone() bool { return len(q.Runs) == 1 && q.Over == "" }

// Ask asks the runs.
func (q *Query) Ask(ctx context.Context, to debugger.QueryOutput) error {
	switch {
	case q.Engine == nil:
		return debugger.ErrNoSQL
	case q.Alone():
		return q.with(q.Runs[0], func(d *debugger.Debugger) error { return d.QueryTo(ctx, q.SQL, to) })
	}
	g, err := q.Engine.Gather()
	if err != nil {
		return err
	}
	defer g.Close()
	for _, open := range q.Runs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := q.with(open, func(d *debugger.Debugger) error { return d.QueryInto(ctx, q.SQL, g) })
		if err != nil {
			return err
		}
		if q.Progress != nil {
			q.Progress()
		}
	}
	over := q.Over
	if over == "" {
		over = "SELECT * FROM rows"
	}
	return debugger.Ask(ctx, g, over, to)
}

// with opens a run, and does something with it.
func (q *Query) with(open func() (*debugger.Debugger, error), do func(*debugger.Debugger) error) error {
	d, err := open()
	if err != nil {
		return err
	}
	defer d.Close()
	return do(d)
}
