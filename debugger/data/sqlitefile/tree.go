package sqlitefile

import "encoding/binary"

// tree is the B-tree of a table, whose rows come in the order of their ids.
type tree struct {
	pages *pages
	leaf  *node
	cell  []byte
	last  uint64  // the id of the last row
	below []child // the nodes of the lowest level
}

// child is a node that was written, with the id of its last row.
type child struct {
	page uint32
	last uint64
}

// newTree begins a table.
func newTree(p *pages) *tree { return &tree{pages: p, leaf: newNode(leaf)} }

// The most bytes of a row that stand in a leaf whole, and the least that do of one that goes on in other pages.
const (
	mostLocal  = pageSize - 35
	leastLocal = (pageSize-12)*32/255 - 23
	overflow   = pageSize - 4 // bytes of a page of the rest
)

// add adds a row, whose id is greater than that of the row before.
func (t *tree) add(id uint64, row []byte) error {
	local := len(row)
	if local > mostLocal {
		local = leastLocal + (len(row)-leastLocal)%overflow
		if local > mostLocal {
			local = leastLocal
		}
	}
	t.cell = appendVarint(appendVarint(t.cell[:0], uint64(len(row))), id)
	t.cell = append(t.cell, row[:local]...)
	if local < len(row) {
		first, err := t.rest(row[local:])
		if err != nil {
			return err
		}
		t.cell = binary.BigEndian.AppendUint32(t.cell, first)
	}
	if len(t.cell) > t.leaf.room() {
		if err := t.flush(); err != nil {
			return err
		}
	}
	t.leaf.add(t.cell)
	t.last = id
	return nil
}

// rest writes what of a row does not stand in the leaf, in pages of which each names the next, and returns the first.
func (t *tree) rest(row []byte) (first uint32, err error) {
	first = uint32(t.pages.n + 1)
	for len(row) > 0 {
		page := make([]byte, pageSize)
		k := copy(page[4:], row)
		if row = row[k:]; len(row) > 0 {
			binary.BigEndian.PutUint32(page, uint32(t.pages.n+2))
		}
		if _, err := t.pages.write(page); err != nil {
			return 0, err
		}
	}
	return first, nil
}

// flush writes the leaf.
func (t *tree) flush() error {
	number, err := t.pages.write(t.leaf.done())
	t.below = append(t.below, child{number, t.last})
	t.leaf.reset(leaf)
	return err
}

// fanout is the most nodes that one leads to: so many that the header of the file has room beside them.
const fanout = (pageSize - 12 - headerSize) / (2 + 4 + 9)

// finish writes all nodes but the root, and returns those that it leads to: one that is the root itself, or several.
func (t *tree) finish() (level []child, err error) {
	if err := t.flush(); err != nil {
		return nil, err
	}
	level = t.below
	for len(level) > fanout {
		if level, err = t.above(level); err != nil {
			return nil, err
		}
	}
	return level, nil
}

// root writes the root too, and returns its number.
func (t *tree) root() (uint32, error) {
	level, err := t.finish()
	switch {
	case err != nil:
		return 0, err
	case len(level) == 1:
		return level[0].page, nil
	}
	return t.pages.write(join(level).done())
}

// above writes the nodes over those of a level, about equally full.
func (t *tree) above(level []child) (nodes []child, err error) {
	n := (len(level) + fanout - 1) / fanout
	for i := range n {
		some := level[i*len(level)/n : (i+1)*len(level)/n]
		number, err := t.pages.write(join(some).done())
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, child{number, some[len(some)-1].last})
	}
	return nodes, nil
}

// join makes the node that leads to others: to one alone only as the first page, in which the leaf itself may not have
// room.
func join(level []child) *node {
	n := newNode(interior)
	last := len(level) - 1
	for _, c := range level[:last] {
		n.add(appendVarint(binary.BigEndian.AppendUint32(nil, c.page), c.last))
	}
	binary.BigEndian.PutUint32(n.page[8:], level[last].page)
	return n
}
