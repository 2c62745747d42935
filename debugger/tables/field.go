package tables

// heads are the columns as others see them.
func heads[C interface{ head() Column }](columns []C) (all []Column) {
	for _, c := range columns {
		all = append(all, c.head())
	}
	return all
}

// field is a column of a table whose rows are values of a type.
type field[T any] struct {
	Name string
	Type Type
	Doc  string
	of   func(*T) Value
}

func (f field[T]) head() Column { return Column{f.Name, f.Type, f.Doc} }

// add adds a row.
func add[T any](to *rows, columns []field[T], row *T) {
	for i := range columns {
		to.put(i, columns[i].of(row))
	}
	to.t.n++
}

// addAll adds all rows there are.
func addAll[T any](t *Table, columns []field[T], all []T) {
	to := newRows(t)
	for i := range all {
		add(to, columns, &all[i])
	}
	to.close()
}
