package linear

import (
	"cmp"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// attempt looks for an order of operations that explains the answers up to an event: the search of Wing and Gong, which
// lets one operation after the other take effect that was made before any other had ended, and goes back where none
// can; and Lowe's memory of what was tried: from the same state, with the same operations done, it goes on once.
//
// An operation without an answer may take effect at any time, or never. A client that asks again and again leaves many,
// so it is not tried where that can be spared: where it changes nothing, or while an earlier one that asks for the same
// could take its place.
type attempt struct {
	*search
	all   []operation
	until uint64
	open  []int            // the operations that had been made, in the order in which they were; -1 where it is done
	done  []uint64         // a bit for each of those
	order []int            // those done, in the order in which they took effect
	owed  int              // answers that are not explained yet
	twin  []int            // of an operation without an answer, the place in open of the last before it that asks the same
	tried map[string][]any // the states that were gone on from, by what was done
}

// order returns an order of operations that explains the answers up to an event, as indices; nil if there is none. Of
// those without an answer it has some at most.
func (s *search) order(all []operation, until uint64) []int {
	a := attempt{search: s, all: all, until: until, order: []int{}, tried: map[string][]any{}}
	for i, o := range all {
		if o.Sent <= until {
			a.open = append(a.open, i)
		}
	}
	slices.SortStableFunc(a.open, func(x, y int) int { return cmp.Compare(all[x].Sent, all[y].Sent) })
	a.done = make([]uint64, (len(a.open)+63)/64)
	a.twins()
	if !a.from(s.init(), 0) {
		return nil
	}
	return a.order
}

// twins finds out which operations have no answer, and which of them ask for the same.
func (a *attempt) twins() {
	a.twin = make([]int, len(a.open))
	for k, i := range a.open {
		a.twin[k] = -1
		if a.all[i].answered(a.until) {
			a.owed++
			continue
		}
		for j := k - 1; j >= 0 && a.twin[k] < 0; j-- {
			if o := &a.all[a.open[j]]; !o.answered(a.until) && reflect.DeepEqual(o.asked, a.all[i].asked) {
				a.twin[k] = j
			}
		}
	}
}

// from goes on from a state. All before first are done. It returns false if nothing comes of it.
func (a *attempt) from(state any, first int) bool {
	for first < len(a.open) && a.open[first] < 0 {
		first++
	}
	if a.owed == 0 || a.left <= 0 || a.err != nil {
		return a.owed == 0 && a.err == nil
	}
	ended := uint64(math.MaxUint64) // when the first operation ends that is not done
	for k := first; k < len(a.open); k++ {
		if a.open[k] < 0 {
			continue
		}
		o := &a.all[a.open[k]]
		if o.Sent > ended { // those behind were made later still
			break
		}
		if o.answered(a.until) {
			ended = min(ended, o.Received)
		}
		if a.takes(state, first, k) {
			return true
		}
	}
	return false
}

// takes goes on with an operation that takes effect. It returns false, and all is as it was, if nothing comes of it.
func (a *attempt) takes(state any, first, k int) bool {
	i, owed := a.open[k], a.owed
	answered := a.all[i].answered(a.until)
	if j := a.twin[k]; j >= 0 && a.open[j] >= 0 {
		return false
	}
	next, ok := a.step(state, &a.all[i], a.until)
	switch {
	case !ok || !answered && a.same(state, next):
		return false
	case answered:
		a.owed--
	}
	a.open[k], a.order = -1, append(a.order, i)
	a.done[k/64] ^= 1 << (k % 64)
	if a.fresh(next, first) && a.from(next, first) {
		return true
	}
	a.open[k], a.order, a.owed = i, a.order[:len(a.order)-1], owed
	a.done[k/64] ^= 1 << (k % 64)
	return false
}

// fresh takes note of a state, and says whether it was not gone on from with the same operations done. All before first
// are done.
func (a *attempt) fresh(state any, first int) bool {
	key := binary.AppendUvarint(nil, uint64(first/64))
	for _, word := range a.done[first/64:] {
		key = binary.AppendUvarint(key, word)
	}
	known := a.tried[string(key)]
	if slices.ContainsFunc(known, func(other any) bool { return a.same(state, other) }) {
		return false
	}
	a.tried[string(key)] = append(known, state)
	return true
}

// same says whether two states are the same. To go through values by reflection is most of what a search takes, and of
// states without pointers == says it.
func (s *search) same(x, y any) bool {
	t := reflect.TypeOf(x)
	if t != s.last {
		s.last, s.flat = t, flat(t)
	}
	if s.flat {
		return x == y
	}
	return reflect.DeepEqual(x, y)
}

// flat says whether == goes through all of a value.
func flat(t reflect.Type) bool {
	switch {
	case t == nil:
		return true
	case t.Kind() == reflect.Array:
		return flat(t.Elem())
	case t.Kind() != reflect.Struct:
		return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
	}
	for f := range t.Fields() {
		if !flat(f.Type) {
			return false
		}
	}
	return true
}
