package answers

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
	"machsim/debugger/present"
	"machsim/debugger/session"
)

// Catalogue is the tables of the run.
func (d In) Catalogue() *tables.Catalogue {
	if d.TableSet == nil {
		d.TableSet = tables.Of(d.S)
	}
	return d.TableSet
}

// TableInfo describes a table of the present run.
type TableInfo struct {
	Name    string
	Doc     string // what a row is
	Columns []ColumnInfo
}

// ColumnInfo describes a column of a table.
type ColumnInfo struct {
	Name string
	Type string // integer, text, bool, event, time (in microseconds), any or position
	Doc  string
}

// RowQuery asks for rows of a table: those that satisfy all conditions, in an order.
type RowQuery struct {
	Table string
	Where []string // each a column, =, <>, <, <=, > or >=, and a value; or a column and is null, or is not null
	Order []string // columns; with - before it, the greatest come first
	From  int      // how many rows are left out before the first
	Most  int      // how many rows there are to be at most; 0 for any number
	Walk  bool     // the rows that come can be walked from then on: GotoRow, NextRow
}

// Rows are rows of a table.
type Rows struct {
	Table   string
	Columns []ColumnInfo
	Total   int // the rows that are meant; there may be fewer here
	From    int // how many come before the first one here
	Rows    []Row
}

// Row is a row of a table.
type Row struct {
	Event  int   // that it is about; 0 for none
	Values []any // by column: nil, an int64 or a string
}

// Tables lists the tables of the present run.
func (d In) Tables() (all []TableInfo, err error) {
	for _, t := range slices.Concat(d.Catalogue().Tables(), []*tables.Table{d.Catalogue().LocalTable()}) {
		all = append(all, TableInfo{t.Name, t.Doc, columnsOf(t)})
	}
	return all, nil
}

func columnsOf(t *tables.Table) (all []ColumnInfo) {
	return text.Each(t.Columns, func(c tables.Column) ColumnInfo { return ColumnInfo{c.Name, c.Type.String(), c.Doc} })
}

// RowsOf are rows of a table, and how they can be walked, if they are to be.
func (d In) RowsOf(ctx context.Context, q RowQuery) (*Rows, *present.Walk, error) {
	t, err := d.Catalogue().Table(q.Table)
	if err != nil {
		return nil, nil, text.WithHint(err, text.HintTables)
	}
	s, err := scanOf(t, q)
	if err != nil {
		return nil, nil, err
	}
	rows, err := t.Rows(ctx, s)
	if err != nil {
		return nil, nil, givenUp(err)
	}
	all, err := readRows(t, rows, q)
	if err != nil || !q.Walk {
		return all, nil, err
	}
	return all, d.walkOf(t, all), nil
}

// walkOf is the events of rows of a table.
func (d In) walkOf(t *tables.Table, all *Rows) *present.Walk {
	w, events, place := &present.Walk{}, eventColumns(t.Columns), placeColumn(t.Columns)
	for _, r := range all.Rows {
		w.Rows = append(w.Rows, d.EventsOf(r.Values, events))
		if place >= 0 {
			w.Places = append(w.Places, ValueText(r.Values[place]))
		}
	}
	return w
}

// givenUp is an error of a table: that of its context is that of work that was given up.
func givenUp(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return session.ErrStopped
	}
	return err
}

// scanOf reads the conditions and the order of a query.
func scanOf(t *tables.Table, q RowQuery) (s tables.Scan, err error) {
	for _, words := range q.Where {
		c, err := t.Condition(words)
		if err != nil {
			return s, err
		}
		s.Where = append(s.Where, c)
	}
	for _, word := range q.Order {
		o, err := t.OrderBy(word)
		if err != nil {
			return s, err
		}
		s.Order = append(s.Order, o)
	}
	if q.From < 0 || q.Most < 0 {
		return s, fmt.Errorf("rows are counted from 0, not from %d", min(q.From, q.Most))
	}
	return s, nil
}

// readRows reads the rows that are wanted, and counts the others.
func readRows(t *tables.Table, rows *tables.Cursor, q RowQuery) (*Rows, error) {
	all := &Rows{Table: t.Name, Columns: columnsOf(t), From: q.From}
	for ; rows.Next(); all.Total++ {
		if all.Total >= q.From && (q.Most == 0 || len(all.Rows) < q.Most) {
			all.Rows = append(all.Rows, rowOf(t, rows))
		}
	}
	return all, givenUp(rows.Err())
}

// rowOf is a row, with its event if it has one.
func rowOf(t *tables.Table, rows *tables.Cursor) Row {
	row := Row{Values: make([]any, len(t.Columns))}
	for i := range t.Columns {
		switch v := rows.Value(i); {
		case v.IsInt():
			row.Values[i] = v.Int()
			if row.Event == 0 && t.Columns[i].Type == tables.Event {
				row.Event = int(v.Int())
			}
		case v.IsText():
			row.Values[i] = v.Text()
		}
	}
	return row
}
