package sqlafar

import (
	"context"

	"machsim/debugger/data/tables"
)

// far is a table whose rows the guest has, and hands over when they are first wanted.
type far struct {
	*tables.Table
	of    *Answerer
	name  string         // by which the guest knows it
	row   []tables.Value // the last one; nil before there are any
	taken int            // of the room
}

// About what a table takes without columns, and a column without rows, in bytes.
const (
	farSize    = 1 << 10
	columnSize = 1 << 16
)

func (a *Answerer) far(name string, columns []tables.Column) *far {
	f := &far{of: a, name: name}
	f.Table = tables.InParts(name, columns, f.next)
	return f
}

// next adds the next rows; it is a tables.Next.
func (f *far) next(ctx context.Context, add func([]tables.Value) error) (more bool, err error) {
	if err = ctx.Err(); err == nil {
		more, err = f.ask(add)
	}
	if err != nil {
		f.empty()
	}
	return more, err
}

// ask asks the guest for rows.
func (f *far) ask(add func([]tables.Value) error) (more bool, err error) {
	if f.row == nil {
		if err := f.take(columnSize * len(f.Columns)); err != nil {
			return false, err
		}
		f.row = make([]tables.Value, len(f.Columns))
	}
	m, err := f.of.asked(message{Kind: wants, Text: f.name})
	switch {
	case err != nil:
	case m.More && len(m.rows) == 0:
		err = errMessage
	default:
		err = f.take(len(m.rows))
	}
	if err != nil {
		return false, err
	}
	return m.More, each(m.rows, f.row, (*values).ofTable, func(row []tables.Value) error {
		if err := f.take(8 * len(row)); err != nil {
			return err
		}
		return add(row)
	})
}

// take takes bytes of the room until the table is empty, or the talk over.
func (f *far) take(bytes int) error {
	err := f.of.take(bytes)
	if err == nil {
		f.taken += bytes
	}
	return err
}

// empty gives back what rows have taken that are no more.
func (f *far) empty() {
	f.of.give(f.taken)
	f.row, f.taken = nil, 0
}
