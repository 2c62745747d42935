package tables

import "machsim/kernel/quote"

// words gives texts codes from 1. Code 0 is NULL.
type words struct {
	codes map[string]int
	all   []Value
}

func newWords() *words { return &words{map[string]int{}, []Value{Null()}} }

// code is the code of a text, 0 for "".
func (w *words) code(text string) int {
	if text == "" {
		return 0
	}
	code, ok := w.codes[text]
	if !ok {
		code = len(w.all)
		w.codes[text] = code
		w.all = append(w.all, String(quote.Line(text)))
	}
	return code
}

func (w *words) value(code int) Value { return w.all[code] }

// coded makes a column of codes.
func (w *words) coded(codes *packed) *column {
	return &column{ints: codes, words: w.value, codes: len(w.all)}
}

// values gives values codes from 1, as words does for texts.
type values struct {
	codes map[Value]int
	all   []Value
}

func newValues() *values { return &values{map[Value]int{}, []Value{Null()}} }

func (w *values) code(v Value) int {
	if v.IsNull() {
		return 0
	}
	code, ok := w.codes[v]
	if !ok {
		code = len(w.all)
		w.codes[v] = code
		w.all = append(w.all, v)
	}
	return code
}

func (w *values) value(code int) Value { return w.all[code] }

func (w *values) coded(codes *packed) *column {
	return &column{ints: codes, words: w.value, codes: len(w.all)}
}

// rows fills a table row by row.
type rows struct {
	t     *Table
	ints  []packed
	words []*values // nil for integers
}

func newRows(t *Table) *rows {
	r := &rows{t, make([]packed, len(t.Columns)), make([]*values, len(t.Columns))}
	for i, c := range t.Columns {
		if c.Type == Text || c.Type == Any {
			r.words[i] = newValues()
		}
	}
	return r
}

// add adds a row: a value for each column.
func (r *rows) add(row ...Value) {
	for i, v := range row {
		r.put(i, v)
	}
	r.t.n++
}

// put adds the value of a column.
func (r *rows) put(i int, v Value) {
	switch {
	case r.words[i] != nil:
		r.ints[i].add(int64(r.words[i].code(v)))
	case v.IsNull():
		r.ints[i].add(missing)
	default:
		r.ints[i].add(v.n)
	}
}

// close ends the adding.
func (r *rows) close() {
	r.t.cols = nil
	for i := range r.ints {
		r.ints[i].close()
		c := &column{ints: &r.ints[i]}
		if r.words[i] != nil {
			c = r.words[i].coded(&r.ints[i])
		}
		r.t.cols = append(r.t.cols, c)
	}
}
