package sqlitefile

import (
	"bufio"
	"encoding/binary"
	"io"
)

// pageSize is the size of a page in bytes. The first page begins with the header of the file.
const (
	pageSize   = 4096
	headerSize = 100
)

// pages are the pages of a file, which are written one after the other; the first one, which says where all is, last.
type pages struct {
	to   *bufio.Writer
	file io.WriteSeeker
	n    int // how many there are
}

func newPages(file io.WriteSeeker) (*pages, error) {
	p := &pages{to: bufio.NewWriterSize(file, 1<<18), file: file}
	_, err := p.write(make([]byte, pageSize))
	return p, err
}

// write writes the next page, and returns its number.
func (p *pages) write(page []byte) (number uint32, err error) {
	p.n++
	_, err = p.to.Write(page)
	return uint32(p.n), err
}

// first writes the first page over the one that was left free for it.
func (p *pages) first(page []byte) error {
	if err := p.to.Flush(); err != nil {
		return err
	}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := p.file.Write(page)
	return err
}

// The kinds of pages of a table.
const (
	interior = 5
	leaf     = 13
)

// node is a page of a table that is being filled: its header, where the cells are, and from the end on downwards the
// cells.
type node struct {
	page   []byte
	header int // bytes of the header
	cells  int
	free   int // where the cells begin
}

// newNode makes an empty node.
func newNode(kind byte) *node {
	n := &node{page: make([]byte, pageSize), header: 8}
	if kind == interior {
		n.header = 12
	}
	n.reset(kind)
	return n
}

func (n *node) reset(kind byte) {
	clear(n.page)
	n.cells, n.free = 0, pageSize
	n.page[0] = kind
}

// pointers is where the next cell's place is noted.
func (n *node) pointers() int { return n.header + 2*n.cells }

// room is how many bytes a further cell may have.
func (n *node) room() int { return n.free - n.pointers() - 2 }

// add adds a cell, for which there has to be room.
func (n *node) add(cell []byte) {
	n.free -= len(cell)
	copy(n.page[n.free:], cell)
	binary.BigEndian.PutUint16(n.page[n.pointers():], uint16(n.free))
	n.cells++
}

// done returns the page.
func (n *node) done() []byte {
	binary.BigEndian.PutUint16(n.page[3:], uint16(n.cells))
	binary.BigEndian.PutUint16(n.page[5:], uint16(n.free))
	return n.page
}

// behind returns the page with a header of the file before that of the node, which has left room for it.
func (n *node) behind(header []byte) []byte {
	page := n.done()
	copy(page[len(header):], page[:n.pointers()])
	copy(page, header)
	return page
}
