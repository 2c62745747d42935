package tables

// view is the table of events, for tables whose rows are about events.
type view struct{ t *Table }

// columns are the columns of the table of events.
func (r *run) columns() view {
	if r.filled == nil {
		r.filled = &Table{Name: "events", Columns: eventColumns}
		r.events.fill(r.filled)
	}
	return view{r.filled}
}

// at is a column of a table whose rows are about events: what the table of events says of them. of is the event of a
// row, missing for none.
func (v view) at(name string, of func(row int) int64) *column {
	from := v.t.cols[v.t.Column(name)]
	none := int64(missing)
	if from.words != nil {
		none = 0
	}
	return &column{words: from.words, codes: from.codes, each: func(row int) int64 {
		n := of(row)
		if n == missing {
			return none
		}
		return from.raw(int(n) - 1)
	}}
}

// sender is at for the threads that sent messages; the kernel where there is no event.
func (v view) sender(of func(row int) int64) *column {
	from := v.t.cols[v.t.Column("thread")]
	return &column{codes: from.codes + 1, words: func(code int) Value {
		if code == from.codes {
			return String(Kernel)
		}
		return from.words(code)
	}, each: func(row int) int64 {
		n := of(row)
		if n == missing {
			return int64(from.codes)
		}
		return from.raw(int(n) - 1)
	}}
}
