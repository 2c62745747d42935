package graph

// Vector clocks: for each lane, the number of its events that come before an event. They are
// kept in pages of 16 lanes and share equal pages, because most events change few lanes. An
// event without causes in other lanes has the clock of the event before it.

const pageLanes = 16

type page [pageLanes]uint32

type clocks struct {
	pages []page
	rows  []uint32 // each row is a list of pages
	width int      // pages of a row
}

func newClocks(lanes int) *clocks {
	w := (lanes + pageLanes - 1) / pageLanes
	return &clocks{width: w, pages: make([]page, 1), rows: make([]uint32, w)} // row 0: all zero
}

// get returns the number of a lane in a row.
func (c *clocks) get(row uint32, lane int) uint32 {
	return c.pages[c.rows[int(row)*c.width+lane/pageLanes]][lane%pageLanes]
}

// load copies a row to v.
func (c *clocks) load(row uint32, v []uint32) {
	for i := range c.width {
		copy(v[i*pageLanes:], c.pages[c.rows[int(row)*c.width+i]][:])
	}
}

// join sets v to the maximum of v and a row, lane by lane.
func (c *clocks) join(row uint32, v []uint32) {
	for i := range c.width {
		p := &c.pages[c.rows[int(row)*c.width+i]]
		w := v[i*pageLanes : (i+1)*pageLanes]
		for j, n := range p {
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
		w := cut[i*pageLanes : min((i+1)*pageLanes, len(cut))]
		for j, n := range c.pages[id][:len(w)] {
			w[j] = max(w[j], n)
		}
	}
}

// store adds a row with the numbers of v. It shares pages with the rows a and b where they are equal.
func (c *clocks) store(v []uint32, a, b uint32) uint32 {
	row := uint32(len(c.rows) / c.width)
	for i := range c.width {
		w := (*page)(v[i*pageLanes:])
		id := c.rows[int(a)*c.width+i]
		if c.pages[id] != *w {
			if id = c.rows[int(b)*c.width+i]; c.pages[id] != *w {
				id = uint32(len(c.pages))
				c.pages = append(c.pages, *w)
			}
		}
		c.rows = append(c.rows, id)
	}
	return row
}
