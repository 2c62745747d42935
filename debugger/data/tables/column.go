package tables

// column is the values of a column. They are integers, or codes that stand for values.
type column struct {
	ints   *packed             // by row
	each   func(row int) int64 // in place of ints: computed when it is wanted; missing for NULL
	words  func(code int) Value
	codes  int  // the codes are below it, if there are words; 0 stands for NULL
	rising bool // no value is less than that of the row before, and none is NULL

	wanted int    // how often an index would have helped
	index  *index // nil until it is worth it
}

// raw is the integer or the code of a row; missing for NULL, if it is no code.
func (c *column) raw(row int) int64 {
	if c.each != nil {
		return c.each(row)
	}
	return c.ints.at(row)
}

// page writes the integers or codes of a page of a table of n rows, and returns them.
func (c *column) page(page, n int, to *[pageRows]int64) []int64 {
	rows := to[:min(pageRows, n-page*pageRows)]
	if c.each == nil {
		c.ints.page(page, to)
		return rows
	}
	for i := range rows {
		rows[i] = c.each(page*pageRows + i)
	}
	return rows
}

// value is the value of a row.
func (c *column) value(row int) Value {
	x := c.raw(row)
	switch {
	case c.words != nil:
		return c.words(int(x))
	case x == missing:
		return Null()
	}
	return Int(x)
}

// test decides a condition by the integer or code of a row.
type test struct {
	column *column
	least  int64 // without codes: it holds of values from least to most
	most   int64
	apart  bool   // without codes: of all others but NULL
	codes  []bool // by code
}

// test makes the test of a condition.
func (c *column) test(on *Condition) test {
	if c.words != nil {
		t := test{column: c, codes: make([]bool, c.codes)}
		for code := range t.codes {
			t.codes[code] = on.holds(c.words(code))
		}
		return t
	}
	t := test{column: c, least: missing + 1, most: int64(^uint64(0) >> 1)}
	switch {
	case on.Op == IsNull:
		t.least, t.most = missing, missing
	case on.Op == NotNull:
	case on.Value.IsNull():
		return t.never()
	case on.Value.IsText(): // all integers come before it
		if on.Op == Equal || on.Op == Greater || on.Op == AtLeast {
			return t.never()
		}
	default:
		t.compare(on.Op, on.Value.n)
	}
	return t
}

// never is the test that nothing passes.
func (t test) never() test {
	t.least, t.most = 1, 0
	return t
}

// compare narrows a test to what compares so with an integer.
func (t *test) compare(op Op, n int64) {
	switch op {
	case Equal:
		t.least, t.most = n, n
	case Less:
		t.most = n - 1
		if n == missing {
			*t = t.never()
		}
	case AtMost:
		t.most = n
	case Greater:
		t.least = n + 1
		if n == int64(^uint64(0)>>1) {
			*t = t.never()
		}
	case AtLeast:
		t.least = max(n, t.least)
	case Unequal:
		t.least, t.most, t.apart = n, n, true
	}
}

// passes says whether an integer or a code passes the test.
func (t *test) passes(x int64) bool {
	switch {
	case t.codes != nil:
		return t.codes[x]
	case t.apart:
		return x != t.least && x != missing
	}
	return x >= t.least && x <= t.most
}

// barren says that no row of a page passes, as far as that is known without a look at them.
func (t *test) barren(page int) bool {
	c := t.column
	if t.codes != nil || t.apart || c.each != nil {
		return false
	}
	g := &c.ints.pages[page]
	if t.most == missing {
		return !g.nulls
	}
	return g.none || g.most < t.least || g.least > t.most
}

// pick leaves in sel those rows of a page that pass. Nil sel means all rows.
func (t *test) pick(values []int64, sel, room []uint16) []uint16 {
	to := room[:0]
	if sel == nil {
		for i, x := range values {
			if t.passes(x) {
				to = append(to, uint16(i))
			}
		}
		return to
	}
	for _, i := range sel {
		if t.passes(values[i]) {
			to = append(to, i)
		}
	}
	return to
}
