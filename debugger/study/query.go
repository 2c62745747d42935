package study

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"

	"machsim/debugger"
	"machsim/debugger/event/text"
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
	return debugger.Ask(ctx, g, cmp.Or(q.Over, "SELECT * FROM rows"), to)
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

// Rows writes the rows of an answer: as a table or, while they come, as CSV or JSON.
type Rows struct {
	To    io.Writer
	CSV   bool
	JSON  bool
	Width int // columns of the table
	Most  int // so many rows are written at most; 0 for all

	Written int
	More    bool // there are more rows

	columns []string
	table   *text.Table
	comma   *csv.Writer // nil unless rows are comma-separated
}

// Output takes the answer.
func (w *Rows) Output() debugger.QueryOutput { return debugger.QueryOutput{Head: w.head, Row: w.row} }

func (w *Rows) head(columns []debugger.TableColumn) error {
	var heads []text.Column
	taken := map[string]int{}
	for _, c := range columns {
		name := c.Name
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprint(name, "_", taken[name])
		}
		w.columns = append(w.columns, name)
		kind := c.Type.String()
		heads = append(heads, text.Column{Name: c.Name, Right: kind != "text" && kind != "any" && kind != "position"})
	}
	switch {
	case w.CSV:
		w.comma = csv.NewWriter(w.To)
		return w.comma.Write(w.columns)
	case !w.JSON:
		w.table = text.NewColumns(heads...)
	}
	return nil
}

func (w *Rows) row(values []any) (bool, error) {
	if w.More = w.Most > 0 && w.Written == w.Most; w.More {
		return false, nil
	}
	w.Written++
	words := make([]string, len(values))
	for i, v := range values {
		if words[i] = debugger.ValueText(v); w.JSON {
			if _, raw := v.([]byte); raw {
				values[i] = words[i]
			}
		}
	}
	switch {
	case w.JSON:
		line, err := text.Object(w.columns, values)
		if err == nil {
			_, err = w.To.Write(line)
		}
		return true, err
	case w.comma != nil:
		return true, w.comma.Write(words)
	}
	w.table.Add(words...)
	return true, nil
}

// End writes what is left.
func (w *Rows) End() error {
	if w.comma != nil {
		w.comma.Flush()
		return w.comma.Error()
	}
	if w.table == nil {
		return nil
	}
	_, err := io.WriteString(w.To, w.table.Text(w.Width))
	return err
}
