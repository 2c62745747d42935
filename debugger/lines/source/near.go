package source

import (
	"reflect"
	"slices"
	"unsafe"
)

// nearby finds storages by addresses.
type nearby struct {
	rooms map[uintptr][]*storage // the variables of each stretch of memory
	wide  []*storage             // those that are looked at one by one
	found []*storage
	left  []*storage // those that have lost their names
	most  int        // of them, before those are looked for that nobody has any more
}

// room is the length of a stretch in bytes, as a power of 2; a variable of more than some of them is looked at alone.
const (
	room  = 6
	rooms = 16
)

func newNearby() nearby { return nearby{rooms: map[uintptr][]*storage{}, most: 1000} }

// roomy says whether a storage has its place in rooms: a variable of a moderate size, whose parts are all there.
func (st *storage) roomy() bool {
	return st.cell == nil && st.typ.Kind() != reflect.Slice && st.typ.Kind() != reflect.Map && st.typ.Size() <= rooms<<room
}

func (n *nearby) add(st *storage) {
	if !st.roomy() {
		n.wide = append(n.wide, st)
		return
	}
	st.room = uintptr(st.at)
	each(st.room, st.typ.Size(), func(r uintptr) { n.rooms[r] = append(n.rooms[r], st) })
}

// keep keeps a variable that has lost its name as long as others have its address.
func (n *nearby) keep(st *storage) {
	if st.lose(); len(n.left) >= n.most {
		n.left = slices.DeleteFunc(n.left, func(st *storage) bool {
			if st.here() != nil {
				return false
			}
			n.remove(st)
			return true
		})
		n.most = max(n.most, 2*len(n.left))
	}
	n.left = append(n.left, st)
}

func (n *nearby) remove(st *storage) {
	if !st.roomy() {
		n.wide = slices.DeleteFunc(n.wide, func(o *storage) bool { return o == st })
		return
	}
	each(st.room, st.typ.Size(), func(r uintptr) {
		if n.rooms[r] = slices.DeleteFunc(n.rooms[r], func(o *storage) bool { return o == st }); len(n.rooms[r]) == 0 {
			delete(n.rooms, r)
		}
	})
}

// each visits the rooms in which a stretch of memory lies.
func each(at, size uintptr, visit func(r uintptr)) {
	last := (at + max(size, 1) - 1) >> room
	for r := at >> room; r <= last; r++ {
		visit(r)
	}
}

// find returns the storages that have a part in common with a variable, until it is called again.
func (n *nearby) find(at unsafe.Pointer, size uintptr) []*storage {
	n.found = n.found[:0]
	if len(n.rooms) > 0 {
		each(uintptr(at), size, func(r uintptr) {
			for _, st := range n.rooms[r] {
				if st.meets(at, size) && !slices.Contains(n.found, st) {
					n.found = append(n.found, st)
				}
			}
		})
	}
	for _, st := range n.wide {
		if st.meets(at, size) {
			n.found = append(n.found, st)
		}
	}
	return n.found
}

// maps returns the storages that are a map, or an element of it.
func (n *nearby) maps(m reflect.Value, is func(*storage) bool) []*storage {
	n.found = n.found[:0]
	for _, st := range n.wide {
		if is(st) {
			n.found = append(n.found, st)
		}
	}
	return n.found
}
