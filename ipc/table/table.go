// Package table keeps records under small ids, in pages.
//
// All state of the simulated machine lives in tables. A reference from one record
// to another is an id, never a pointer, so a machine is copied by copying a handful
// of tables. Freeze returns a picture of a table. It copies only the pages that were
// written to since the last picture, and shares the others with that. Clone makes a
// table of a picture that can be written.
package table

import "fmt"

// Pages are small because most runs have few records of a kind, and few are written to between two pictures.
const (
	pageBits = 3
	pageSize = 1 << pageBits
	pageMask = pageSize - 1
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
//
// Its other methods are about ids. A package that names a type which leads to a table compiles all methods of all
// tables again, each for its type of record. So the rest are functions, which are compiled where they are called.
type Table[T any, P Record[T]] struct {
	ids
	slots []slot[T]  // for writing; nil in a picture
	view  []slot[T]  // for reading: the same slots, or those of the picture
	image []*page[T] // the pages as they stand in the last picture
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
	detach[T, P](p, from)
	return p
}

// detach makes p a copy of a page.
func detach[T any, P Record[T]](p, from *page[T]) {
	*p = *from
	for i := range p {
		P(&p[i]).Detach()
	}
}

// New allocates the lowest free id of a table. Its record is as the caller of Free left it, so
// that its slices can be used again, or zero if the id is new.
func New[T any, P Record[T]](t *Table[T, P]) uint32 {
	id := t.lowest()
	use(t, id)
	return id
}

// NewAt allocates an id of the caller's choice. It panics if that is in use.
func NewAt[T any, P Record[T]](t *Table[T, P], id uint32) {
	if t.Has(id) {
		panic(fmt.Sprintf("table: id %d is in use", id))
	}
	for int(id>>wordBits) >= len(t.used) {
		t.widen()
	}
	use(t, id)
}

// use allocates id, which is free and has its bit in used.
func use[T any, P Record[T]](t *Table[T, P], id uint32) {
	for int(id>>pageBits) >= len(t.slots) {
		t.slots = append(t.slots, slot[T]{page: new(page[T]), dirty: true})
		t.view = t.slots
		t.image = append(t.image, nil)
	}
	t.take(id)
}

// Any reports whether something holds of a record.
func (t *Table[T, P]) Any(is func(id uint32, r *T) bool) bool {
	for id := range t.All {
		if is(id, t.At(id)) {
			return true
		}
	}
	return false
}

// Cap returns a number above every id that was ever allocated: the end of the last page.
func (t *Table[T, P]) Cap() uint32 { return uint32(len(t.view) << pageBits) }

// Freeze returns a picture of the table: equal to it, read-only, and not changed by
// later writes to the table.
func Freeze[T any, P Record[T]](t *Table[T, P]) Table[T, P] {
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
		ids:  t.ids.clone(),
		view: slotsOf(t.image),
	}
}

// Dirty says whether the next picture of a table will have a copy of its own of the record of id.
func Dirty[T any, P Record[T]](t *Table[T, P], id uint32) bool {
	return t.slots != nil && t.slots[id>>pageBits].dirty
}

// slotsOf returns slots for the pages.
func slotsOf[T any](pages []*page[T]) []slot[T] {
	slots := make([]slot[T], len(pages))
	for i, p := range pages {
		slots[i].page = p
	}
	return slots
}

// thaw returns a table that is equal to a picture and can be written. Its pages are made in one piece.
func thaw[T any, P Record[T]](t *Table[T, P]) Table[T, P] {
	c := Table[T, P]{
		ids:   t.ids.clone(),
		slots: make([]slot[T], len(t.view)),
		image: make([]*page[T], len(t.view)),
	}
	pages := make([]page[T], len(t.view))
	for i := range t.view {
		c.image[i] = t.view[i].page
		c.slots[i].page = &pages[i]
		detach[T, P](&pages[i], t.view[i].page)
	}
	c.view = c.slots
	return c
}

// Reset returns an empty table in the pages of t, which is not to be used any more.
func Reset[T any, P Record[T]](t *Table[T, P]) Table[T, P] {
	for id := range t.All {
		*t.Mut(id) = *new(T)
	}
	clear(t.image)
	for i := range t.slots {
		t.slots[i].dirty = true
	}
	return Table[T, P]{ids: ids{used: t.used[:0]}, slots: t.slots, view: t.slots, image: t.image}
}

// Clone returns a table that is equal to this one and shares no memory that
// either writes to.
func Clone[T any, P Record[T]](t *Table[T, P]) Table[T, P] {
	picture := Freeze(t)
	return thaw(&picture)
}
