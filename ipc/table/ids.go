package table

import (
	"math/bits"
	"slices"
)

// Allocated ids are bits in words.
const (
	wordBits = 6
	wordMask = 1<<wordBits - 1
)

// ids are the ids of a table that are allocated.
type ids struct {
	used []uint64 // a bit for each allocated id
	low  int      // all words of used before this one are full
	n    int      // allocated ids
}

// Has reports whether id is allocated.
func (t *ids) Has(id uint32) bool {
	w := int(id >> wordBits)
	return id != 0 && w < len(t.used) && t.used[w]>>(id&wordMask)&1 != 0
}

// Len returns the number of allocated ids.
func (t *ids) Len() int { return t.n }

// All calls visit with the allocated ids, in increasing order, until it returns false.
func (t *ids) All(visit func(id uint32) bool) {
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

// Free makes id free. The caller has cleared the record, but for slices that the next
// owner may use again.
func (t *ids) Free(id uint32) {
	w := int(id >> wordBits)
	t.used[w] &^= 1 << (id & wordMask)
	t.low = min(t.low, w)
	t.n--
}

// lowest returns the lowest free id, and sees to it that it has a bit in used.
func (t *ids) lowest() uint32 {
	for ; ; t.low++ {
		if t.low == len(t.used) {
			t.widen()
		}
		if free := ^t.used[t.low]; free != 0 {
			return uint32(t.low<<wordBits | bits.TrailingZeros64(free))
		}
	}
}

// take allocates id, which is free and has its bit in used.
func (t *ids) take(id uint32) {
	t.used[id>>wordBits] |= 1 << (id & wordMask)
	t.n++
}

// widen adds a word to used.
func (t *ids) widen() {
	first := uint64(0)
	if len(t.used) == 0 {
		first = 1 // never allocates id 0
	}
	t.used = append(t.used, first)
}

// clone returns a copy that shares no memory.
func (t *ids) clone() ids { return ids{used: slices.Clone(t.used), low: t.low, n: t.n} }
