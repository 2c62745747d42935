// Package table keeps records under small ids, in pages that clones share.
//
// All state of the simulated machine lives in tables: a reference from one
// record to another is an id, never a pointer, so a whole machine is cloned by
// cloning a handful of tables. A clone costs one pointer for each page of 64
// records; a page is copied when one of the two sides first writes to it.
package table

import "math/bits"

const (
	pageBits = 6
	pageSize = 1 << pageBits
	pageMask = pageSize - 1
)

// A Record is what a table holds. Detach is called on a record that has just
// been copied, field by field, from the one that a clone keeps: it replaces
// every slice or pointer that the record writes through by a copy of its own.
type Record[T any] interface {
	*T
	Detach()
}

// Table holds records of type T under ids from 1. Id 0 is never given out, so
// that a zero reference means "none". The zero Table is empty and ready to use.
//
// At returns a record to be read, Mut one to be written; writing through At
// would reach into the clones. Pointers stay valid until the next Clone.
type Table[T any, P Record[T]] struct {
	pages []*page[T]
	owner *byte    // pages with the same mark belong to this table alone
	used  []uint64 // a bit for each id that is given out
	low   int      // no word of used before this one has room
	n     int      // ids given out
}

type page[T any] struct {
	owner *byte
	rec   [pageSize]T
}

// At returns the record of id for reading.
func (t *Table[T, P]) At(id uint32) *T {
	return &t.pages[id>>pageBits].rec[id&pageMask]
}

// Mut returns the record of id for writing.
func (t *Table[T, P]) Mut(id uint32) *T {
	p := t.pages[id>>pageBits]
	if p.owner != t.owner {
		p = t.detach(id >> pageBits)
	}
	return &p.rec[id&pageMask]
}

func (t *Table[T, P]) detach(i uint32) *page[T] {
	p := &page[T]{owner: t.owner, rec: t.pages[i].rec}
	for j := range p.rec {
		P(&p.rec[j]).Detach()
	}
	t.pages[i] = p
	return p
}

// New gives out the lowest free id. The record under it is as Free left it, or
// zero when the id is new, so its slices can be used again.
func (t *Table[T, P]) New() uint32 {
	for w := t.low; ; w++ {
		if w == len(t.used) {
			t.grow()
		}
		if free := ^t.used[w]; free != 0 {
			t.low = w
			b := bits.TrailingZeros64(free)
			t.used[w] |= 1 << b
			t.n++
			return uint32(w<<pageBits | b)
		}
	}
}

// Reach makes At and Mut work for id, without giving it out: for tables that say
// more about the ids of another table.
func (t *Table[T, P]) Reach(id uint32) {
	for id>>pageBits >= uint32(len(t.pages)) {
		t.grow()
	}
}

func (t *Table[T, P]) grow() {
	if t.owner == nil {
		t.owner = new(byte)
	}
	t.pages = append(t.pages, &page[T]{owner: t.owner})
	first := uint64(0)
	if len(t.used) == 0 {
		first = 1 // id 0 is nobody's
	}
	t.used = append(t.used, first)
}

// Free takes id back; the caller has cleared the record as it wants the next
// owner to find it.
func (t *Table[T, P]) Free(id uint32) {
	w := int(id >> pageBits)
	t.used[w] &^= 1 << (id & pageMask)
	t.low = min(t.low, w)
	t.n--
}

// Has reports whether id is given out.
func (t *Table[T, P]) Has(id uint32) bool {
	w := int(id >> pageBits)
	return id != 0 && w < len(t.used) && t.used[w]>>(id&pageMask)&1 != 0
}

// Len is the number of ids given out.
func (t *Table[T, P]) Len() int { return t.n }

// Cap is one more than the highest id that was ever given out, rounded up to a
// whole page: every id in use is below it.
func (t *Table[T, P]) Cap() uint32 { return uint32(len(t.pages) << pageBits) }

// All visits the ids in use, in increasing order.
func (t *Table[T, P]) All(visit func(id uint32) bool) {
	for w := range t.used {
		word := t.used[w]
		if w == 0 {
			word &^= 1
		}
		for ; word != 0; word &= word - 1 {
			if !visit(uint32(w<<pageBits | bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// Clone returns a table equal to t that shares its pages. From here on both
// sides copy a page before they first write to it.
func (t *Table[T, P]) Clone() Table[T, P] {
	c := Table[T, P]{
		pages: append([]*page[T](nil), t.pages...),
		used:  append([]uint64(nil), t.used...),
		owner: new(byte),
		low:   t.low,
		n:     t.n,
	}
	t.owner = new(byte)
	return c
}
