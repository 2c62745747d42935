package kernel

import "math/bits"

// ReadySet is a set of small numbers that answers "the k-th one, in increasing
// order" in logarithmic time. So the n-th option of a choice means the same
// whatever the history of the set, and a step costs the same however many
// threads are blocked.
type ReadySet struct {
	words []uint64
	tree  []int32 // Fenwick tree over the number of bits in each word
	n     int
}

// Len returns how many numbers are in the set.
func (r *ReadySet) Len() int { return r.n }

// Has reports whether id is in the set.
func (r *ReadySet) Has(id uint32) bool {
	w := int(id >> 6)
	return w < len(r.words) && r.words[w]>>(id&63)&1 != 0
}

// Add puts id into the set; an id already there stays.
func (r *ReadySet) Add(id uint32) {
	w := int(id >> 6)
	for w >= len(r.words) {
		r.grow()
	}
	bit := uint64(1) << (id & 63)
	if r.words[w]&bit == 0 {
		r.words[w] |= bit
		r.count(w, 1)
	}
}

// Remove takes id out of the set, if it is there.
func (r *ReadySet) Remove(id uint32) {
	w := int(id >> 6)
	bit := uint64(1) << (id & 63)
	if w < len(r.words) && r.words[w]&bit != 0 {
		r.words[w] &^= bit
		r.count(w, -1)
	}
}

// At returns the k-th number in increasing order, for 0 <= k < Len().
func (r *ReadySet) At(k int) uint32 {
	w := 0
	if len(r.words) > 1 {
		for step := 1 << (bits.Len(uint(len(r.tree)-1)) - 1); step > 0; step >>= 1 {
			if next := w + step; next < len(r.tree) && int(r.tree[next]) <= k {
				w = next
				k -= int(r.tree[next])
			}
		}
	}
	return uint32(w<<6) + uint32(selectBit(r.words[w], k))
}

// below returns how many lower numbers are in the set.
func (r *ReadySet) below(id uint32) (n int) {
	w := int(id >> 6)
	if w >= len(r.words) {
		return r.n
	}
	for i := w; i > 0; i -= i & -i {
		n += int(r.tree[i])
	}
	return n + bits.OnesCount64(r.words[w]&(1<<(id&63)-1))
}

// reset returns an empty set in the room of r, which is not to be used any more.
func (r *ReadySet) reset() ReadySet { return ReadySet{words: r.words[:0], tree: r.tree[:0]} }

// Clone returns a set of its own.
func (r *ReadySet) Clone() ReadySet {
	return ReadySet{
		words: append([]uint64(nil), r.words...),
		tree:  append([]int32(nil), r.tree...),
		n:     r.n,
	}
}

func (r *ReadySet) count(w int, d int32) {
	r.n += int(d)
	if len(r.words) == 1 {
		r.tree[1] += d
		return
	}
	for i := w + 1; i < len(r.tree); i += i & -i {
		r.tree[i] += d
	}
}

// grow appends an empty word. A node of the tree covers the words that its
// lowest bit says, all of them counted already.
func (r *ReadySet) grow() {
	r.words = append(r.words, 0)
	if len(r.tree) == 0 {
		r.tree = append(r.tree, 0)
	}
	i := len(r.words)
	sum := int32(0)
	for j := i - 1; j > i-i&-i; j -= j & -j {
		sum += r.tree[j]
	}
	r.tree = append(r.tree, sum)
}

// selectBit returns the position of the k-th set bit of w, from the lowest.
func selectBit(w uint64, k int) int {
	if k < 16 {
		for ; k > 0; k-- {
			w &= w - 1
		}
		return bits.TrailingZeros64(w)
	}
	pos := 0
	for half := 32; half > 0; half >>= 1 {
		low := w & (1<<half - 1)
		if c := bits.OnesCount64(low); k >= c {
			k -= c
			w >>= half
			pos += half
		} else {
			w = low
		}
	}
	return pos
}
