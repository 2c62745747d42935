package tables

import "machsim/kernel"

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

// derivedOf is a table of rows that are about events.
func derivedOf[T any](c *Catalogue, name, doc string, columns []derived[T], all func(*run) []T) *Table {
	return c.table(name, doc, heads(columns), func(r *run, t *Table) {
		s := &source[T]{r, all(r), r.columns()}
		t.n = len(s.all)
		for _, x := range columns {
			t.cols = append(t.cols, x.of(s))
		}
	})
}

// at is what the table of events says of an event of the row.
func at[T any](name string, of func(*T) uint32) func(*source[T]) *column {
	return func(s *source[T]) *column { return s.of(s.events.cols[s.events.Column(name)], of) }
}

// of is what a column of events says of an event of the row.
func (s *source[T]) of(from *column, of func(*T) uint32) *column {
	none := int64(missing)
	if from.words != nil {
		none = 0
	}
	return &column{words: from.words, codes: from.codes, each: func(row int) int64 {
		n := of(&s.all[row])
		if n == 0 {
			return none
		}
		return from.raw(int(n) - 1)
	}}
}

// eventOf is the number of an event of the row.
func eventOf[T any](of func(*T) uint32) func(*source[T]) *column {
	return numberOf(func(row *T) int64 { return orMissing(int64(of(row))) })
}

// numberOf is a number of the row, missing for NULL.
func numberOf[T any](of func(*T) int64) func(*source[T]) *column {
	return func(s *source[T]) *column {
		return &column{each: func(row int) int64 { return of(&s.all[row]) }}
	}
}

// between is the time from one event of the row to another.
func between[T any](from, to func(*T) uint32) func(*source[T]) *column {
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
func textOf[T any](of func(*T) string) func(*source[T]) *column {
	return func(s *source[T]) *column {
		codes, w := new(packed), newWords()
		for i := range s.all {
			codes.add(int64(w.code(of(&s.all[i]))))
		}
		codes.close()
		return w.coded(codes)
	}
}

func orMissing(n int64) int64 {
	if n == 0 {
		return missing
	}
	return n
}

// place is where the call of an event of the row stands in the source.
func place[T any](of func(*T) uint32) func(*source[T]) *column {
	return func(s *source[T]) *column {
		t := s.r.events
		return s.of(t.places.column(&t.place, func(f *kernel.Frame) Value { return String(f.String()) }), of)
	}
}
