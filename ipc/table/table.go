// Package table keeps records under small ids, in pages.
//
// All state of the simulated machine lives in tables: a reference from one
// record to another is an id, never a pointer, so a whole machine is copied by
// copying a handful of tables. Freeze takes a picture of a table; it copies only
// the pages that were written to since the picture before, and shares the others
// with it. Thaw makes a table of a picture again.
package table

import (
	"fmt"
	"math/bits"
	"slices"
)

const (
	pageBits = 6
	pageSize = 1 << pageBits
	pageMask = pageSize - 1
)

// A Record is what a table holds. Detach is called on a record that has just
// been copied, field by field: it replaces every slice or pointer that the record
// writes through by a copy of its own.
type Record[T any] interface {
	*T
	Detach()
}

// Table holds records of type T under ids from 1. Id 0 is never given out, so
// that a zero reference means "none". The zero Table is empty and ready to use.
//
// At returns a record to be read, Mut one to be written; what is written through
// At may be missing in the next picture. Pointers stay valid as long as the table.
type Table[T any, P Record[T]] struct {
	pages []*page[T]
	dirty []bool     // written to since the last picture; nil in a picture
	image []*page[T] // the pages as they stand in the last picture
	used  []uint64   // a bit for each id that is given out
	low   int        // no word of used before this one has room
	n     int        // ids given out
}

type page[T any] [pageSize]T

// At returns the record of id for reading.
func (t *Table[T, P]) At(id uint32) *T {
	return &t.pages[id>>pageBits][id&pageMask]
}

// Mut returns the record of id for writing. It panics on a picture.
func (t *Table[T, P]) Mut(id uint32) *T {
	t.dirty[id>>pageBits] = true
	return &t.pages[id>>pageBits][id&pageMask]
}

func detached[T any, P Record[T]](from *page[T]) *page[T] {
	p := new(page[T])
	*p = *from
	for i := range p {
		P(&p[i]).Detach()
	}
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

// NewAt gives out an id of the caller's choice, which must be free.
func (t *Table[T, P]) NewAt(id uint32) {
	w := int(id >> pageBits)
	for w >= len(t.used) {
		t.grow()
	}
	if t.used[w]>>(id&pageMask)&1 != 0 {
		panic(fmt.Sprintf("table: id %d is in use", id))
	}
	t.used[w] |= 1 << (id & pageMask)
	t.n++
}

func (t *Table[T, P]) grow() {
	t.pages = append(t.pages, new(page[T]))
	t.dirty = append(t.dirty, true)
	t.image = append(t.image, nil)
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

// Freeze returns a picture of the table: equal to it, to be read only, and not
// touched by what is written to the table from now on.
func (t *Table[T, P]) Freeze() Table[T, P] {
	if t.dirty == nil { // a picture, or empty
		return *t
	}
	for i, d := range t.dirty {
		if d {
			t.image[i] = detached[T, P](t.pages[i])
			t.dirty[i] = false
		}
	}
	return Table[T, P]{
		pages: slices.Clone(t.image),
		used:  slices.Clone(t.used),
		low:   t.low,
		n:     t.n,
	}
}

// Thaw returns a table that is equal to a picture and can be written to.
func (t *Table[T, P]) Thaw() Table[T, P] {
	c := Table[T, P]{
		pages: make([]*page[T], len(t.pages)),
		dirty: make([]bool, len(t.pages)),
		image: slices.Clone(t.pages),
		used:  slices.Clone(t.used),
		low:   t.low,
		n:     t.n,
	}
	for i, p := range t.pages {
		c.pages[i] = detached[T, P](p)
	}
	return c
}

// Clone returns a table that is equal to this one and shares no memory that
// either writes to.
func (t *Table[T, P]) Clone() Table[T, P] {
	picture := t.Freeze()
	return picture.Thaw()
}
