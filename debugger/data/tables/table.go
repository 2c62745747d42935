package tables

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"
)

// Table is the rows of one kind that follow from a run. Its rows are derived when they are first asked for. It may
// be used from several goroutines once they are there; the first to ask is alone with the run.
type Table struct {
	Name    string
	Doc     string // what a row is, in a sentence without its full stop
	Columns []Column

	fill    func(context.Context, *Table) error // derives the rows: cols and n
	filled  bool
	cols    []*column
	n       int
	indexes sync.Mutex

	grow func(context.Context) error // finds more rows; nil of a table that does not grow, or has all
	stop func()                      // gives up a table that grows
}

// Column returns the number of a column, -1 if there is none with that name.
func (t *Table) Column(name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
}

// ready derives the rows, if they are not there.
func (t *Table) ready(ctx context.Context) error {
	if t.filled {
		return nil
	}
	if err := t.fill(ctx, t); err != nil {
		return err
	}
	if len(t.cols) != len(t.Columns) {
		panic(fmt.Sprintf("table %s has %d columns, and %d of them are filled", t.Name, len(t.Columns), len(t.cols)))
	}
	t.filled = true
	return nil
}

// Len returns the number of rows.
func (t *Table) Len(ctx context.Context) (int, error) {
	err := t.ready(ctx)
	return t.n, err
}

// Value returns the value of a row, from 0, in a column. The rows have to be there.
func (t *Table) Value(row, column int) Value { return t.cols[column].value(row) }

// EventColumn returns the column whose event a row is about, the first of type Event; -1 if rows have none.
func (t *Table) EventColumn() int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Type == Event })
}

// Plan says how a scan would be made. Rows are an estimate, but for a table whose rows are not there yet: then it
// is a guess. It derives nothing.
func (t *Table) Plan(s Scan) Plan {
	p := Plan{Exact: make([]bool, len(s.Where)), Ordered: true, Rows: t.n}
	if !t.filled {
		p.Rows = 1 << 20
	}
	for i := range s.Where {
		p.Exact[i] = true
		c := &s.Where[i]
		rare := t.selectivity(c)
		p.Rows = max(1, p.Rows/rare)
		p.Indexed = p.Indexed || c.Op == Equal && rare > 1
	}
	return p
}

// selectivity is among how many rows about one satisfies a condition.
func (t *Table) selectivity(c *Condition) int {
	switch {
	case c.Op == NotNull || c.Op == Unequal:
		return 1
	case c.Op != Equal:
		return 3
	case !t.filled:
		return 100
	}
	col := t.cols[c.Column]
	switch {
	case col.rising:
		return max(1, t.n)
	case col.words != nil:
		return max(1, col.codes-1)
	}
	return max(1, t.n/8)
}

// Rows returns the rows of a scan. ctx also ends the Cursor.
func (t *Table) Rows(ctx context.Context, s Scan) (*Cursor, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	c := &Cursor{ctx: ctx, t: t, to: t.n, row: -1}
	for i := range s.Where {
		c.narrow(&s.Where[i])
	}
	if c.listed {
		c.trim()
	}
	switch {
	case t.alreadyOrdered(s.Order):
		return c, nil
	case t.reversed(s.Order):
		c.back = true
		return c, nil
	}
	return c, c.sort(s.Order)
}

// alreadyOrdered says that rows in their own order are in the one that is asked for.
func (t *Table) alreadyOrdered(by []Order) bool {
	return len(by) == 0 || t.cols[by[0].Column].rising && !by[0].Descending &&
		(len(by) == 1 || t.strict(by[0].Column))
}

// reversed says that rows in the opposite of their own order are in the one that is asked for.
func (t *Table) reversed(by []Order) bool {
	return len(by) > 0 && by[0].Descending && t.cols[by[0].Column].rising && t.strict(by[0].Column)
}

// strict says that a rising column has each value once.
func (t *Table) strict(column int) bool { return column == 0 && t.Columns[0].Name == "n" }

// smallTable is the number of rows for which no index is worth it.
const smallTable = 4 * pageRows

// find returns the rows that satisfy an equality, by an index; false if there is none, and none is made yet. The
// second time that one would have helped it is made.
func (t *Table) find(c *column, x *test) ([]uint32, bool) {
	t.indexes.Lock()
	defer t.indexes.Unlock()
	if c.wanted++; c.index == nil && (t.n < smallTable || c.wanted < 2) {
		return nil, false
	}
	if c.index == nil {
		ranks := c.ranks()
		c.index = &index{c.sorted(all(t.n), false, t.n), ranks}
	}
	return c.index.find(c, x), true
}

// all are the numbers of all rows.
func all(n int) []uint32 {
	rows := make([]uint32, n)
	for i := range rows {
		rows[i] = uint32(i)
	}
	return rows
}

// Cursor goes over the rows of a scan:
//
//	for c.Next() {
//		... c.Value(2)
//	}
//	err := c.Err()
type Cursor struct {
	ctx   context.Context
	t     *Table
	tests []test
	row   int
	err   error

	listed bool     // the candidates are rows; else those from from to before to
	rows   []uint32 // those that are still to come
	from   int
	to     int
	back   bool // from the last to the first

	room   *[pageRows]int64
	chosen *[pageRows]uint16
	sel    []uint16 // of the page at hand: the rows that are still to come
	page   int
}

// narrow adds a condition.
func (c *Cursor) narrow(on *Condition) {
	col := c.t.cols[on.Column]
	x := col.test(on)
	switch {
	case col.rising && x.codes == nil && !x.apart:
		c.from = max(c.from, c.t.search(col, x.least))
		if x.most < int64(^uint64(0)>>1) {
			c.to = min(c.to, c.t.search(col, x.most+1))
		}
		return
	case on.Op == Equal && !c.listed:
		rows, ok := c.t.find(col, &x)
		if ok {
			c.listed, c.rows = true, rows
			return
		}
	}
	c.tests = append(c.tests, x)
}

// trim leaves out the candidates of an index, whose numbers rise, that are before the first row or after the last.
func (c *Cursor) trim() {
	first := sort.Search(len(c.rows), func(i int) bool { return int(c.rows[i]) >= c.from })
	end := sort.Search(len(c.rows), func(i int) bool { return int(c.rows[i]) >= c.to })
	c.rows = c.rows[first:max(first, end)]
}

// search returns the first row of a rising column that has at least a value.
func (t *Table) search(c *column, least int64) int {
	return sort.Search(t.n, func(row int) bool { return c.raw(row) >= least })
}

// Next goes to the next row. It returns false when there is none, or the context has ended: see Err.
func (c *Cursor) Next() bool {
	switch {
	case c.err != nil:
		return false
	case c.back:
		return c.previous()
	case c.listed:
		return c.nextListed()
	case len(c.tests) == 0:
		c.row = c.from
		c.from++
		return c.row < c.to && c.goesOn(c.row)
	}
	for len(c.sel) == 0 {
		if c.from >= c.to || !c.goesOn(0) {
			return false
		}
		c.nextPage()
	}
	c.row = c.page<<pageBits + int(c.sel[0])
	c.sel = c.sel[1:]
	return true
}

// previous goes to the row before. Who asks for rows in this order wants a few, so pages are not looked at whole.
func (c *Cursor) previous() bool {
	for {
		switch n := len(c.rows); {
		case c.listed && n > 0:
			c.row, c.rows = int(c.rows[n-1]), c.rows[:n-1]
		case !c.listed && c.to > c.from:
			c.to--
			c.row = c.to
		default:
			return false
		}
		if !c.goesOn(c.row) {
			return false
		}
		if c.row >= c.from && (!c.listed || c.row < c.to) && c.passes(c.row) {
			return true
		}
	}
}

// goesOn says whether the context has not ended; it looks every so many rows.
func (c *Cursor) goesOn(row int) bool {
	if row&(pageRows-1) == 0 {
		c.err = c.ctx.Err()
	}
	return c.err == nil
}

// nextListed goes to the next row of the candidates in a list.
func (c *Cursor) nextListed() bool {
	for len(c.rows) > 0 {
		c.row = int(c.rows[0])
		c.rows = c.rows[1:]
		if !c.goesOn(len(c.rows)) {
			return false
		}
		if c.row >= c.from && c.row < c.to && c.passes(c.row) {
			return true
		}
	}
	return false
}

func (c *Cursor) passes(row int) bool {
	for i := range c.tests {
		x := &c.tests[i]
		if !x.passes(x.column.raw(row)) {
			return false
		}
	}
	return true
}

// nextPage finds the rows of the next page that pass.
func (c *Cursor) nextPage() {
	c.page = c.from >> pageBits
	first, end := c.from, min(c.to, (c.page+1)<<pageBits)
	c.from = end
	for i := range c.tests {
		if c.tests[i].barren(c.page) {
			return
		}
	}
	if c.room == nil {
		c.room, c.chosen = new([pageRows]int64), new([pageRows]uint16)
	}
	if end-first < pageRows/16 {
		c.sel = c.chosen[:0]
		for row := first; row < end; row++ {
			if c.passes(row) {
				c.sel = append(c.sel, uint16(row&(pageRows-1)))
			}
		}
		return
	}
	c.sel = nil
	for i := range c.tests {
		x := &c.tests[i]
		c.sel = x.pick(x.column.page(c.page, c.t.n, c.room), c.sel, c.chosen[:])
		if len(c.sel) == 0 {
			return
		}
	}
	for len(c.sel) > 0 && c.page<<pageBits+int(c.sel[0]) < first {
		c.sel = c.sel[1:]
	}
	for n := len(c.sel); n > 0 && c.page<<pageBits+int(c.sel[n-1]) >= end; n = len(c.sel) {
		c.sel = c.sel[:n-1]
	}
}

// sort finds all rows, and orders them.
func (c *Cursor) sort(by []Order) error {
	rows := c.collect()
	if c.err != nil {
		return c.err
	}
	for i := len(by) - 1; i >= 0; i-- {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		rows = c.t.cols[by[i].Column].sorted(rows, by[i].Descending, c.t.n)
	}
	c.listed, c.rows, c.tests, c.from, c.to = true, rows, nil, 0, c.t.n
	return nil
}

// collect returns all rows that are still to come.
func (c *Cursor) collect() []uint32 {
	if !c.listed && len(c.tests) == 0 && c.from == 0 && c.to == c.t.n {
		return all(c.t.n)
	}
	var rows []uint32
	for c.Next() {
		rows = append(rows, uint32(c.row))
	}
	return rows
}

// Row returns the number of the row, from 0.
func (c *Cursor) Row() int { return c.row }

// Value returns the row's value in a column. Texts are shared, integers need no memory.
func (c *Cursor) Value(column int) Value { return c.t.cols[column].value(c.row) }

// Err returns why Next returned false: nil if there are no more rows.
func (c *Cursor) Err() error { return c.err }
