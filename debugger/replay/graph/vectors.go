package graph

import "slices"

// vectors are whole clocks. They are kept in pages of some columns and share equal pages.
type vectors struct {
	pages blocks // of numbers, one for each column of the page
	rows  blocks // of pages
	width int    // pages of a row
	lanes int    // columns of a page
}

// newVectors returns vectors without rows but for row 0, all zero. A new row costs its list of pages, and
// a page or two: about as many columns in a page as pages in a row make that least.
func newVectors(columns int) *vectors {
	n := 4
	for n*n < columns {
		n *= 2
	}
	w := (columns + n - 1) / n
	c := &vectors{width: w, lanes: n, pages: blocks{size: n}, rows: blocks{size: w}}
	c.pages.add(make([]uint32, n))
	c.rows.add(make([]uint32, w))
	return c
}

// share returns vectors with the same rows, to which others can be added.
func (c *vectors) share() *vectors {
	return &vectors{pages: c.pages.share(), rows: c.rows.share(), width: c.width, lanes: c.lanes}
}

// ids returns the pages of a row.
func (c *vectors) ids(row uint32) []uint32 { return c.rows.at(row) }

// page returns the i-th page of a row.
func (c *vectors) page(row uint32, i int) []uint32 { return c.pages.at(c.ids(row)[i]) }

// get returns the number of a column in a row.
func (c *vectors) get(row uint32, column int) uint32 {
	return c.page(row, column/c.lanes)[column%c.lanes]
}

// load copies a row to v.
func (c *vectors) load(row uint32, v []uint32) {
	for i, id := range c.ids(row) {
		copy(v[i*c.lanes:], c.pages.at(id))
	}
}

// join sets v to the maximum of v and a row, column by column.
func (c *vectors) join(row uint32, v []uint32) {
	c.rises(row, v, func(column int, n uint32) { v[column] = n })
}

// rises visits the columns in which the number of a row is greater than that of v, with the number. It skips page 0,
// which is all zero: most are, in runs of many lanes.
func (c *vectors) rises(row uint32, v []uint32, visit func(column int, n uint32)) {
	for i, id := range c.ids(row) {
		if id == 0 {
			continue
		}
		first := i * c.lanes
		w := v[first:min(first+c.lanes, len(v))]
		for j, n := range c.pages.at(id)[:len(w)] {
			if n > w[j] {
				visit(first+j, n)
			}
		}
	}
}

// exceeds returns a column in which the number of a row is greater than that of v, and the number of the row; -1 if
// there is none. known is a row for which there is none.
func (c *vectors) exceeds(row uint32, v []uint32, known uint32) (column int, n uint32) {
	if row == known {
		return -1, 0
	}
	fine := c.ids(known)
	for i, id := range c.ids(row) {
		if id == fine[i] {
			continue
		}
		w := v[i*c.lanes : min((i+1)*c.lanes, len(v))]
		for j, n := range c.pages.at(id)[:len(w)] {
			if n > w[j] {
				return i*c.lanes + j, n
			}
		}
	}
	return -1, 0
}

// store adds a row with the numbers of v. It shares pages with the rows a and b where they are equal.
func (c *vectors) store(v []uint32, a, b uint32) uint32 {
	row, ids := c.rows.grow()
	asA, asB := c.ids(a), c.ids(b)
	for i := range ids {
		w := v[i*c.lanes : (i+1)*c.lanes]
		switch {
		case slices.Equal(c.pages.at(asA[i]), w):
			ids[i] = asA[i]
		case slices.Equal(c.pages.at(asB[i]), w):
			ids[i] = asB[i]
		default:
			ids[i] = c.pages.add(w)
		}
	}
	return row
}

// blocks are records of equal size, in blocks: to add one moves none of the others, once there are some.
type blocks struct {
	size int
	all  [][]uint32
}

// blockRecords is the number of records of a block.
const blockRecords = 1 << 10

func (b *blocks) at(id uint32) []uint32 {
	i := int(id%blockRecords) * b.size
	return b.all[id/blockRecords][i : i+b.size : i+b.size]
}

// share returns the same records, to which others can be added.
func (b *blocks) share() blocks {
	all := slices.Clone(b.all)
	all[len(all)-1] = slices.Clip(all[len(all)-1])
	return blocks{b.size, all}
}

// grow adds a record, and returns its number.
func (b *blocks) grow() (id uint32, record []uint32) {
	last := len(b.all) - 1
	if last < 0 || len(b.all[last]) == b.size*blockRecords {
		room := 0
		if last >= 0 { // it is a long run
			room = b.size * blockRecords
		}
		b.all, last = append(b.all, make([]uint32, 0, room)), last+1
	}
	n := len(b.all[last])
	b.all[last] = slices.Grow(b.all[last], b.size)[:n+b.size]
	return uint32(last*blockRecords + n/b.size), b.all[last][n:]
}

// add adds a record with these numbers.
func (b *blocks) add(record []uint32) uint32 {
	id, to := b.grow()
	copy(to, record)
	return id
}
