package lzma

import (
	"encoding/binary"
	"math/bits"
)

const (
	depth    = 48  // how many places with the same beginning are looked at
	enough   = 128 // a copy of this length is taken at once
	hashBits = 20
)

// finder finds earlier places from which can be copied: the last ones that have the same two or three bytes and, of
// those that have the same four, some that have more and more in common. The latter are in binary trees, ordered by the
// bytes that follow and, from the root down, from the last place to the first.
type finder struct {
	data  []byte
	two   []int32 // by two bytes: the last place that has them, + 1
	three []int32 // by a hash of three
	roots []int32 // by a hash of four: the root of their tree
	sons  []int32 // by place: the roots of what is less and what is greater, + 1
	found []candidate
}

// candidate is a copy: all lengths up to n can be had from the distance.
type candidate struct {
	n int
	d uint32
}

func newFinder(data []byte) *finder {
	return &finder{data: data, two: make([]int32, 1<<16), three: make([]int32, 1<<hashBits),
		roots: make([]int32, 1<<hashBits), sons: make([]int32, 2*len(data))}
}

// at notes a place, and returns the copies to it, each longer than the one before. They hold until the next call. Every
// place is noted once, in order.
func (f *finder) at(at int) []candidate {
	f.found = f.found[:0]
	if at+4 > len(f.data) {
		return nil
	}
	b := f.data[at : at+4]
	v := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
	h2, h3, h4 := v&0xffff, hash(v), hash(v|uint32(b[3])<<24)
	most := min(len(f.data)-at, enough)
	f.try(at, int(f.two[h2])-1, most)
	f.try(at, int(f.three[h3])-1, most)
	root := f.roots[h4]
	f.two[h2], f.three[h3], f.roots[h4] = int32(at+1), int32(at+1), int32(at+1)
	f.insert(at, root, most)
	return f.found
}

func hash(v uint32) uint32 { return v * 0x9e3779b1 >> (32 - hashBits) }

// best is the length of the longest copy so far.
func (f *finder) best() int {
	if len(f.found) == 0 {
		return minLen - 1
	}
	return f.found[len(f.found)-1].n
}

// try adds the copy from a place if it is longer than those that there are.
func (f *finder) try(at, place, most int) {
	if place < 0 {
		return
	}
	if n := f.same(place, at, 0, most); n > f.best() {
		f.found = append(f.found, candidate{n, uint32(at - place - 1)})
	}
}

// insert makes a place the root of a tree. On the way down to where it belongs, what is less and what is greater is
// hung below it.
func (f *finder) insert(at int, root int32, most int) {
	less, greater := &f.sons[2*at], &f.sons[2*at+1]
	inLess, inGreater := 0, 0 // how many bytes all in the two have in common with the place
	for n := 0; root > 0 && n < depth; n++ {
		place := int(root - 1)
		sons := f.sons[2*place : 2*place+2]
		same := f.same(place, at, min(inLess, inGreater), most)
		if same > f.best() {
			f.found = append(f.found, candidate{same, uint32(at - place - 1)})
		}
		switch {
		case same == most: // nothing that follows can be told apart: the new place stands for both
			*less, *greater = sons[0], sons[1]
			return
		case f.data[place+same] < f.data[at+same]:
			*less, less, root, inLess = root, &sons[1], sons[1], same
		default:
			*greater, greater, root, inGreater = root, &sons[0], sons[0], same
		}
	}
	*less, *greater = 0, 0
}

// same returns how many bytes, at most, are the same at two places, of which n are known to be.
func (f *finder) same(one, other, n, most int) int { return n + same(f.data, one+n, other+n, most-n) }

// same returns how many bytes, at most, are the same at two places.
func same(data []byte, one, other, most int) int {
	a, b := data[one:one+most], data[other:other+most]
	n := 0
	for ; n+8 <= most; n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}
