// Package table keeps records under small ids, in pages.
//
// All state of the simulated machine lives in tables. A reference from one record
// to another is an id, never a pointer, so a machine is copied by copying a handful
// of tables. Freeze returns a picture of a table. It copies only the pages that were
// written to since the last picture, and shares the others with that. Thaw makes a
// table of a picture again.
package table

import (
	"fmt"
	"math/bits"
	"slices"
)

// Pages are small because most runs have few records of a kind, and few are written to between two pictures.
const (
	pageBits = 3
	pageSize = 1 << pageBits
	pageMask = pageSize - 1
)

// Allocated ids are bits in words.
const (
	wordBits = 6
	wordMask = 1<<wordBits - 1
)

// A Record is an element of a table. The table calls Detach on a record that it has
// just copied, field by field: Detach replaces every slice or pointer through which
// the record is written by a copy.
type Record[T any] interface {
	*T
	Detach()
}

// Table holds records of type T under ids from 1. Id 0 is never allocated, so that a
// zero reference means "none". The zero Table is empty and ready to use.
//
// At returns a record to read, Mut one to write. Mut costs one store more, which marks
// the page as written; what is written through At may be missing in the next picture.
// Pointers stay valid as long as the table.
type Table[T any, P Record[T]] struct {
	slots []slot[T]  // for writing; nil in a picture
	view  []slot[T]  // for reading: the same slots, or those of the picture
	image []*page[T] // the pages as they stand in the last picture
	used  []uint64   // a bit for each allocated id
	low   int        // all words of used before this one are full
	n     int        // allocated ids
}

// slot is where a table has a page. The kernel spends much of its time in At and Mut, so that
// one bounds check and one cache line serve for the page and for the note that it was written to.
type slot[T any] struct {
	page  *page[T]
	dirty bool // written to since the last picture
}

type page[T any] [pageSize]T

// At returns the record of id for reading.
func (t *Table[T, P]) At(id uint32) *T {
	return &t.view[id>>pageBits].page[id&pageMask]
}

// Mut returns the record of id for writing. It panics on a picture.
func (t *Table[T, P]) Mut(id uint32) *T {
	s := &t.slots[id>>pageBits]
	s.dirty = true
	return &s.page[id&pageMask]
}

func detached[T any, P Record[T]](from *page[T]) *page[T] {
	p := new(page[T])
	*p = *from
	for i := range p {
		P(&p[i]).Detach()
	}
	return p
}

// New allocates the lowest free id. Its record is as the caller of Free left it, so
// that its slices can be used again, or zero if the id is new.
func (t *Table[T, P]) New() uint32 {
	for ; ; t.low++ {
		if t.low == len(t.used) {
			t.widen()
		}
		if free := ^t.used[t.low]; free != 0 {
			id := uint32(t.low<<wordBits | bits.TrailingZeros64(free))
			t.use(id)
			return id
		}
	}
}

// NewAt allocates an id of the caller's choice. It panics if that is in use.
func (t *Table[T, P]) NewAt(id uint32) {
	if t.Has(id) {
		panic(fmt.Sprintf("table: id %d is in use", id))
	}
	for int(id>>wordBits) >= len(t.used) {
		t.widen()
	}
	t.use(id)
}

// use allocates id, which is free and has its bit in used.
func (t *Table[T, P]) use(id uint32) {
	for int(id>>pageBits) >= len(t.slots) {
		t.slots = append(t.slots, slot[T]{page: new(page[T]), dirty: true})
		t.view = t.slots
		t.image = append(t.image, nil)
	}
	t.used[id>>wordBits] |= 1 << (id & wordMask)
	t.n++
}

// widen adds a word to used.
func (t *Table[T, P]) widen() {
	first := uint64(0)
	if len(t.used) == 0 {
		first = 1 // never allocates id 0
	}
	t.used = append(t.used, first)
}

// Free makes id free. The caller has cleared the record, but for slices that the next
// owner may use again.
func (t *Table[T, P]) Free(id uint32) {
	w := int(id >> wordBits)
	t.used[w] &^= 1 << (id & wordMask)
	t.low = min(t.low, w)
	t.n--
}

// Has reports whether id is allocated.
func (t *Table[T, P]) Has(id uint32) bool {
	w := int(id >> wordBits)
	return id != 0 && w < len(t.used) && t.used[w]>>(id&wordMask)&1 != 0
}

// Len returns the number of allocated ids.
func (t *Table[T, P]) Len() int { return t.n }

// Cap returns a number above every id that was ever allocated: the end of the last page.
func (t *Table[T, P]) Cap() uint32 { return uint32(len(t.view) << pageBits) }

// All calls visit with the allocated ids, in increasing order, until it returns false.
func (t *Table[T, P]) All(visit func(id uint32) bool) {
	for w := range t.used {
		word := t.used[w]
		if w == 0 {
			word &^= 1
		}
		for ; word != 0; word &= word - 1 {
			if !visit(uint32(w<<wordBits | bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// Freeze returns a picture of the table: equal to it, read-only, and not changed by
// later writes to the table.
func (t *Table[T, P]) Freeze() Table[T, P] {
	if t.slots == nil { // a picture, or empty
		return *t
	}
	for i := range t.slots {
		if s := &t.slots[i]; s.dirty {
			t.image[i] = detached[T, P](s.page)
			s.dirty = false
		}
	}
	return Table[T, P]{
		view: slotsOf(t.image),
		used: slices.Clone(t.used),
		low:  t.low,
		n:    t.n,
	}
}

// slotsOf returns slots for the pages.
func slotsOf[T any](pages []*page[T]) []slot[T] {
	slots := make([]slot[T], len(pages))
	for i, p := range pages {
		slots[i].page = p
	}
	return slots
}

// Thaw returns a table that is equal to a picture and can be written.
func (t *Table[T, P]) Thaw() Table[T, P] {
	c := Table[T, P]{
		image: make([]*page[T], len(t.view)),
		used:  slices.Clone(t.used),
		low:   t.low,
		n:     t.n,
	}
	for i := range t.view {
		c.image[i] = t.view[i].page
		c.slots = append(c.slots, slot[T]{page: detached[T, P](t.view[i].page)})
	}
	c.view = c.slots
	return c
}

// Reset returns an empty table in the pages of t, which is not to be used any more.
func (t *Table[T, P]) Reset() Table[T, P] {
	for id := range t.All {
		*t.Mut(id) = *new(T)
	}
	clear(t.image)
	for i := range t.slots {
		t.slots[i].dirty = true
	}
	return Table[T, P]{slots: t.slots, view: t.slots, image: t.image, used: t.used[:0]}
}

// Clone returns a table that is equal to this one and shares no memory that
// either writes to.
func (t *Table[T, P]) Clone() Table[T, P] {
	picture := t.Freeze()
	return picture.Thaw()
}
