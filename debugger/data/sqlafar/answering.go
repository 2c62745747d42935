package sqlafar

import (
	"context"
	"fmt"
	"slices"

	"machsim/debugger/data/tables"
)

// answering is a query at work, where the rows are.
type answering struct {
	of   tables.Asked
	ctx  context.Context
	to   tables.Output
	row  []any
	open map[string]rows // the tables whose rows are handed over
	err  error           // what went wrong here
}

// rows are those of a table.
type rows interface {
	Next() bool
	Value(column int) tables.Value
	Err() error
}

// answer answers what comes while a query is at work.
func (x *answering) answer(m message) (answer message) {
	var err error
	switch m.Kind {
	case heads:
		err = x.head(m)
	case answers:
		answer.More, err = x.rows(m)
	case wants:
		answer.rows, answer.More, err = x.table(m.Text)
	case calls:
		answer.rows, err = x.call(m)
		return wrap(answer, err)
	case locals:
		var t *tables.Table
		if t, err = x.of.Local(m.Text, m.Reads); err == nil {
			x.open[t.Name], answer.Text = t.Stream(x.ctx), t.Name
		}
		return wrap(answer, err)
	default:
		err = errMessage
	}
	if err != nil {
		x.err = err
	}
	return wrap(answer, err)
}

// ended is how the query has ended, if the host says so. What went wrong here is known better here, unless it is a
// mistake in the query.
func (x *answering) ended(err error) error {
	switch {
	case x.err != nil:
		return x.err
	case x.ctx.Err() != nil:
		return x.ctx.Err()
	}
	return err
}

// head takes the columns of the answer.
func (x *answering) head(m message) error {
	x.row = make([]any, len(m.Columns))
	if x.to.Head == nil {
		return nil
	}
	return x.to.Head(tablesOf(m.Columns))
}

// rows takes rows of the answer.
func (x *answering) rows(m message) (more bool, err error) {
	more = true
	err = each(m.rows, x.row, (*values).row, func(row []any) (err error) {
		if more {
			more, err = x.to.Row(row)
		}
		return err
	})
	return more, err
}

// turn is how many bytes of rows are handed over at once, if no row has more.
const turn = 256 << 10

// table has the next rows of a table.
func (x *answering) table(name string) (b []byte, more bool, err error) {
	i := slices.IndexFunc(x.of.Tables(), func(t *tables.Table) bool { return t.Name == name })
	if x.open[name] == nil && i >= 0 {
		if x.open[name], err = x.of.Tables()[i].Rows(x.ctx, tables.Scan{}); err != nil {
			return nil, false, err
		}
	}
	all := x.open[name]
	if all == nil {
		return nil, false, fmt.Errorf("there is no table %q", name)
	}
	width := len(x.of.LocalTable().Columns)
	if i >= 0 {
		width = len(x.of.Tables()[i].Columns)
	}
	for len(b) < turn {
		if !all.Next() {
			return b, false, all.Err()
		}
		for column := range width {
			b = appendValue(b, all.Value(column))
		}
	}
	return b, true, nil
}

// call is what a function says.
func (x *answering) call(m message) ([]byte, error) {
	var args []tables.Value
	err := each(m.rows, make([]tables.Value, 1), (*values).ofTable, func(arg []tables.Value) error {
		args = append(args, arg...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	v, err := x.of.Call(m.Text, args...)
	return appendValue(nil, v), err
}
