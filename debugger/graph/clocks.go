package graph

import "slices"

// Vector clocks: for each lane, the number of its events that come before an event. They are
// kept in pages of some lanes and share equal pages, because most events change few lanes. An
// event without causes in other lanes has the clock of the event before it.
type clocks struct {
	pages []uint32 // one page after the other
	rows  []uint32 // each row is a list of pages
	width int      // pages of a row
	lanes int      // lanes of a page
}

// newClocks returns clocks without rows but for row 0, all zero. A new row costs its list of pages, and
// a page or two: about as many lanes in a page as pages in a row make that least.
func newClocks(lanes int) *clocks {
	n := 4
	for n*n < lanes {
		n *= 2
	}
	w := (lanes + n - 1) / n
	return &clocks{width: w, lanes: n, pages: make([]uint32, n), rows: make([]uint32, w)}
}

// page returns the i-th page of a row.
func (c *clocks) page(row uint32, i int) []uint32 {
	id := int(c.rows[int(row)*c.width+i])
	return c.pages[id*c.lanes : (id+1)*c.lanes]
}

// get returns the number of a lane in a row.
func (c *clocks) get(row uint32, lane int) uint32 {
	return c.page(row, lane/c.lanes)[lane%c.lanes]
}

// load copies a row to v.
func (c *clocks) load(row uint32, v []uint32) {
	for i := range c.width {
		copy(v[i*c.lanes:], c.page(row, i))
	}
}

// join sets v to the maximum of v and a row, lane by lane.
func (c *clocks) join(row uint32, v []uint32) {
	for i := range c.width {
		w := v[i*c.lanes : (i+1)*c.lanes]
		for j, n := range c.page(row, i) {
			if n > w[j] {
				w[j] = n
			}
		}
	}
}

// raise sets a cut to the maximum of the cut and a row. It skips page 0, which is all zero: most
// are, in runs of many lanes.
func (c *clocks) raise(row uint32, cut Cut) {
	for i, id := range c.rows[int(row)*c.width : (int(row)+1)*c.width] {
		if id == 0 {
			continue
		}
		w := cut[i*c.lanes : min((i+1)*c.lanes, len(cut))]
		for j, n := range c.page(row, i)[:len(w)] {
			w[j] = max(w[j], n)
		}
	}
}

// store adds a row with the numbers of v. It shares pages with the rows a and b where they are equal.
func (c *clocks) store(v []uint32, a, b uint32) uint32 {
	row := uint32(len(c.rows) / c.width)
	for i := range c.width {
		w := v[i*c.lanes : (i+1)*c.lanes]
		switch {
		case slices.Equal(c.page(a, i), w):
			c.rows = append(c.rows, c.rows[int(a)*c.width+i])
		case slices.Equal(c.page(b, i), w):
			c.rows = append(c.rows, c.rows[int(b)*c.width+i])
		default:
			c.rows = append(c.rows, uint32(len(c.pages)/c.lanes))
			c.pages = append(c.pages, w...)
		}
	}
	return row
}
