package tables

import (
	"context"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// derived is a column of a table whose rows are about events, and are there when the pass over the run is over.
type derived[T any] struct {
	Name string
	Type Type
	Doc  string
	of   func(*source[T]) *column
}

func (c derived[T]) head() Column { return Column{c.Name, c.Type, c.Doc} }

// source is what such columns are made of: the rows, and the table of events.
type source[T any] struct {
	r      *run
	all    []T
	events *Table
}

// derivedOf is a table of such rows.
func derivedOf[T any](c *Catalogue, name, doc string, columns []derived[T], all func(*run) []T) *Table {
	return derivedFrom(c, name, doc, columns, func(_ context.Context, r *run) ([]T, error) { return all(r), nil })
}

// derivedFrom is derivedOf for rows that take work to find.
func derivedFrom[T any](c *Catalogue, name, doc string, columns []derived[T],
	all func(context.Context, *run) ([]T, error)) *Table {
	return &Table{Name: name, Doc: doc, Columns: heads(columns), fill: func(ctx context.Context, t *Table) error {
		r, err := c.events(ctx)
		if err != nil {
			return err
		}
		s := &source[T]{r: r, events: r.columns()}
		s.all, err = all(ctx, r)
		return s.fill(ctx, t, columns, err)
	}}
}

// fill makes the columns of a table, unless its rows could not be found.
func (s *source[T]) fill(ctx context.Context, t *Table, columns []derived[T], err error) error {
	if err != nil {
		return because(ctx, err)
	}
	t.n = len(s.all)
	for _, x := range columns {
		t.cols = append(t.cols, x.of(s))
	}
	return nil
}

// heads are the columns as others see them.
func heads[C interface{ head() Column }](columns []C) (all []Column) {
	return text.Each(columns, func(c C) Column { return c.head() })
}

// count is a number of a row, such as that of an event.
type count interface {
	~int | ~int32 | ~int64 | ~uint32 | ~uint64
}

// at is what the table of events says of an event of the row.
func at[T any, N count](name string, of func(*T) N) func(*source[T]) *column {
	return func(s *source[T]) *column { return ofEvent(s, s.events.cols[s.events.Column(name)], of) }
}

// ofEvent is what a column of events says of an event of the row, NULL for 0.
func ofEvent[T any, N count](s *source[T], from *column, of func(*T) N) *column {
	none := int64(missing)
	if from.words != nil {
		none = 0
	}
	return &column{words: from.words, codes: from.codes, each: func(row int) int64 {
		n := of(&s.all[row])
		if int(n) <= s.r.s.First() {
			return none
		}
		return from.raw(int(n) - 1 - s.r.s.First())
	}}
}

// eventOf is the number of an event of the row, or another that is NULL for 0.
func eventOf[T any, N count](of func(*T) N) func(*source[T]) *column {
	return numberOf(func(row *T) int64 { return orMissing(int64(of(row))) })
}

// numberOf is a number of the row, missing for NULL.
func numberOf[T any, N count](of func(*T) N) func(*source[T]) *column {
	return func(s *source[T]) *column {
		return &column{each: func(row int) int64 { return int64(of(&s.all[row])) }}
	}
}

// truthOf is something that a row is or is not.
func truthOf[T any](of func(*T) bool) func(*source[T]) *column {
	return numberOf(func(row *T) int64 { return yes(of(row)).n })
}

// between is the time from one event of the row to another.
func between[T any, N count](from, to func(*T) N) func(*source[T]) *column {
	return func(s *source[T]) *column {
		begun, ended := at("time_us", from)(s).each, at("time_us", to)(s).each
		return &column{each: func(row int) int64 {
			a, b := begun(row), ended(row)
			if a == missing || b == missing {
				return missing
			}
			return b - a
		}}
	}
}

// textOf is a text of the row, "" for NULL.
func textOf[T any](of func(*T) string) func(*source[T]) *column { return coded(of, textValue) }

// coded is what is said of something of the row.
func coded[T any, V comparable](of func(*T) V, says func(*V) Value) func(*source[T]) *column {
	return func(s *source[T]) *column {
		codes, all := new(packed), newDistinct[V]()
		for i := range s.all {
			codes.add(all.code(of(&s.all[i])))
		}
		codes.close()
		return all.column(codes, says)
	}
}

func orMissing(n int64) int64 {
	if n == 0 {
		return missing
	}
	return n
}

// place is where the call of an event of the row stands in the source.
func place[T any, N count](of func(*T) N) func(*source[T]) *column {
	return func(s *source[T]) *column {
		t := s.r.events
		return ofEvent(s, t.places.column(&t.place, func(f *kernel.Frame) Value { return String(f.String()) }), of)
	}
}
