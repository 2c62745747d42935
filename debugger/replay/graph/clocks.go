package graph

import "machsim/debugger/replay/tape"

// clocks are vector clocks: for each column, how far the events of that column come before an event.
//
// Most events have the clock of the event before them in their column: one without causes in other columns has. So a
// column has rows, of which each is the clock of some successive events.
type clocks struct {
	of    []columnClocks // by column
	whole *vectors
}

// columnClocks are the rows of a column. Row 0 is all zero.
type columnClocks struct {
	news    tape.Bits         // by event of a lane: its row is another than that of the event before
	changed tape.List[uint32] // of a serialized task, in place of news: the log's events of which that is true
	rows    tape.List[uint32] // by row but for row 0: the vector that it is
}

// newClocks returns clocks without rows but for the first of each column.
func newClocks(columns int) *clocks {
	return &clocks{of: make([]columnClocks, columns), whole: newVectors(columns)}
}

// room returns how many columns there can be.
func (c *clocks) room() int { return c.whole.width * c.whole.lanes }

// until returns the clocks of the first n events of t, to which others can be added.
func (c *clocks) until(n int, t *tape.Tape) *clocks {
	u := &clocks{of: make([]columnClocks, len(t.Lanes)), whole: c.whole.share()}
	for i := range min(len(u.of), len(c.of)) {
		own, events := &c.of[i], t.Lanes[i].Before(n)
		u.of[i] = columnClocks{news: own.news.Cut(events), rows: own.rows.Cut(own.news.Count(events))}
	}
	return u
}

// longer returns the same clocks with room for more columns. Those of the run when it was shorter are not to be added
// to any more.
func (c *clocks) longer(columns int) *clocks {
	for len(c.of) < columns {
		c.of = append(c.of, columnClocks{})
	}
	return c
}

// trim gives back memory that is not needed.
func (c *clocks) trim() {
	for i := range c.of {
		c.of[i].news.Trim()
		c.of[i].rows.Trim()
	}
}

// vector returns the vector of a row of a column.
func (c *columnClocks) vector(row int) uint32 {
	if row == 0 {
		return 0
	}
	return c.rows.At(row - 1)
}

// last returns the vector of the last row.
func (c *columnClocks) last() uint32 { return c.vector(c.rows.Len()) }
