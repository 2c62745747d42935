package event

import "machsim/kernel"

// Table has a value for each object of a run, by the parts of its identity, which are all small.
type Table[T any] struct {
	made   [][]T                    // ports and sets of programs: by the thread that made them, and their number there
	served map[uint8][]T            // ports of the kernel: by what it serves there
	byID   [kernel.PacketObject][]T // all others
}

// Get returns the value of an object, the zero value if it has none.
func (t *Table[T]) Get(who kernel.Identity) (value T) {
	var all []T
	n := who.A
	switch {
	case who.Kind == kernel.NoObject || who.Kind >= kernel.PacketObject:
		return value
	case who.Serves != kernel.KindPlain:
		all = t.served[who.Serves]
	case who.Kind != kernel.PortObject && who.Kind != kernel.SetObject:
		all = t.byID[who.Kind]
	case int(who.A) < len(t.made):
		all, n = t.made[who.A], who.B
	}
	if int(n) < len(all) {
		return all[n]
	}
	return value
}

// Put gives an object a value. Packets have none, because their ids are used again, and files, because their names
// change.
func (t *Table[T]) Put(who kernel.Identity, value T) {
	switch {
	case who.Kind == kernel.NoObject || who.Kind >= kernel.PacketObject:
	case who.Serves != kernel.KindPlain:
		if t.served == nil {
			t.served = map[uint8][]T{}
		}
		t.served[who.Serves] = put(t.served[who.Serves], who.A, value)
	case who.Kind != kernel.PortObject && who.Kind != kernel.SetObject:
		t.byID[who.Kind] = put(t.byID[who.Kind], who.A, value)
	default:
		if n := int(who.A) + 1 - len(t.made); n > 0 {
			t.made = append(t.made, make([][]T, n)...)
		}
		t.made[who.A] = put(t.made[who.A], who.B, value)
	}
}

// put puts a value at a place of a slice that may be too short.
func put[T any](all []T, at uint32, value T) []T {
	if n := int(at) + 1 - len(all); n > 0 {
		all = append(all, make([]T, n)...)
	}
	all[at] = value
	return all
}
