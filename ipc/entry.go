package ipc

import (
	"slices"
	"sort"
)

// maxURefs is the highest count of user references of a dead name: Mach counts in 16
// bits. A send right may have one less, because its name gains one when the port dies
// and a dead-name notification is sent.
const maxURefs = 1<<16 - 1

const maxSendURefs = maxURefs - 1

func makeName(index uint32, gen uint8) Name { return Name(index<<8 | uint32(gen)) }

func (n Name) index() uint32 { return uint32(n) >> 8 }

func (n Name) gen() uint8 { return uint8(n) }

// valid reports whether n could be the name of an entry.
func (n Name) valid() bool { return n != Null && n != Dead }

// find returns the entry under n, nil if there is none. It may be written
// through only if the space came from Mut. It stays valid until an entry is
// added to the space or taken out of it.
func (sp *Space) find(n Name) *Entry {
	if i := n.index(); i < uint32(len(sp.Table)) {
		if e := &sp.Table[i]; e.Gen == n.gen() && e.Type != 0 {
			return e
		}
	}
	if len(sp.Chosen) == 0 {
		return nil
	}
	return sp.findChosen(n)
}

func (sp *Space) findChosen(n Name) *Entry {
	if i, ok := sp.searchChosen(n); ok {
		return &sp.Chosen[i].Entry
	}
	return nil
}

func (sp *Space) searchChosen(n Name) (int, bool) {
	i := sort.Search(len(sp.Chosen), func(i int) bool { return sp.Chosen[i].Name >= n })
	return i, i < len(sp.Chosen) && sp.Chosen[i].Name == n
}

// fresh adds an entry under a name that the kernel chooses. The caller sets its
// Type, which must not stay 0.
func (sp *Space) fresh() (Name, *Entry) {
	if len(sp.Chosen) != 0 {
		return sp.freshBeside()
	}
	if sp.Free == 0 {
		sp.grow()
	}
	i := sp.Free
	e := &sp.Table[i]
	sp.Free, e.Next = e.Next, 0
	return makeName(i, e.Gen), e
}

// freshBeside is fresh for a space with chosen names. So as not to allocate one of
// these again, it takes the first free slot with a generation that makes a new name.
func (sp *Space) freshBeside() (Name, *Entry) {
	for {
		for link := &sp.Free; *link != 0; link = &sp.Table[*link].Next {
			i := *link
			e := &sp.Table[i]
			if gen, ok := sp.spareGen(i, e.Gen); ok {
				e.Gen = gen
				*link, e.Next = e.Next, 0
				return makeName(i, gen), e
			}
		}
		sp.grow()
	}
}

// spareGen returns the first generation, from gen on, with which the slot makes no
// chosen name; false if there is none.
func (sp *Space) spareGen(index uint32, gen uint8) (uint8, bool) {
	for range 256 {
		if _, taken := sp.searchChosen(makeName(index, gen)); !taken {
			return gen, true
		}
		gen++
	}
	return 0, false
}

// grow adds a slot to the table and the free list.
func (sp *Space) grow() {
	if len(sp.Table) == 0 {
		sp.Table = append(sp.Table, Entry{}) // slot 0 stays unused: Null has index 0
	}
	sp.Table = append(sp.Table, Entry{Next: sp.Free})
	sp.Free = uint32(len(sp.Table) - 1)
}

// claim adds an entry under n, a valid name that is not in use. It uses the slot of
// the table if that exists and is free.
func (sp *Space) claim(n Name) *Entry {
	for link := &sp.Free; *link != 0; link = &sp.Table[*link].Next {
		if *link == n.index() {
			e := &sp.Table[*link]
			*link = e.Next
			*e = Entry{Gen: n.gen()}
			return e
		}
	}
	i, _ := sp.searchChosen(n)
	sp.Chosen = slices.Insert(sp.Chosen, i, NamedEntry{Name: n})
	return &sp.Chosen[i].Entry
}

// release removes the entry under n. As in Mach, its slot is the next to be used,
// with a new generation: so a program that uses the old name by mistake usually gets
// KERN_INVALID_NAME, and not another right.
func (sp *Space) release(n Name) {
	i := n.index()
	if i < uint32(len(sp.Table)) {
		if e := &sp.Table[i]; e.Type != 0 && e.Gen == n.gen() {
			*e = Entry{Gen: e.Gen + 1, Next: sp.Free}
			sp.Free = i
			return
		}
	}
	at, _ := sp.searchChosen(n)
	sp.Chosen = slices.Delete(sp.Chosen, at, at+1)
}

// names visits the names in use: the table's in its order, then the chosen ones.
// The visitor may remove entries, but not add any.
func (sp *Space) names(visit func(Name)) {
	for i := range sp.Table {
		if e := &sp.Table[i]; e.Type != 0 {
			visit(makeName(uint32(i), e.Gen))
		}
	}
	for i := 0; i < len(sp.Chosen); {
		n := sp.Chosen[i].Name
		visit(n)
		if i < len(sp.Chosen) && sp.Chosen[i].Name == n {
			i++
		}
	}
}
