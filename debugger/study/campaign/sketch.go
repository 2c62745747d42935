package campaign

import (
	"container/heap"
	"math"
)

// sketch counts different numbers in little memory: it keeps the k lowest of them (a sketch of k minimum values). The
// numbers are sums that are spread evenly over all of 64 bits; so if the greatest of those that are kept lies at a
// fraction f of them, there are some (k-1)/f. Which numbers are kept does not depend on the order in which they come,
// so a report that is merged from shards has the sketch of the whole.
type sketch struct {
	most int // how many are kept
	has  map[uint64]bool
	kept highest
}

func newSketch(most int) *sketch { return &sketch{most: most, has: map[uint64]bool{}} }

// add takes a number in, and says whether it is one of the lowest, and new.
func (s *sketch) add(n uint64) bool {
	full := len(s.kept) == s.most
	if full && n >= s.kept[0] || s.has[n] {
		return false
	}
	if full {
		delete(s.has, heap.Pop(&s.kept).(uint64))
	}
	s.has[n] = true
	heap.Push(&s.kept, n)
	return true
}

// count returns how many there are, and whether that is exact.
func (s *sketch) count() (n int, exact bool) {
	if len(s.kept) < s.most {
		return len(s.kept), true
	}
	return int(float64(s.most-1) / (float64(s.kept[0]) / math.MaxUint64)), false
}

// highest is a heap whose first is the greatest.
type highest []uint64

func (h highest) Len() int           { return len(h) }
func (h highest) Less(i, j int) bool { return h[i] > h[j] }
func (h highest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push is for package heap.
func (h *highest) Push(x any) { *h = append(*h, x.(uint64)) }

// Pop is for package heap.
func (h *highest) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
