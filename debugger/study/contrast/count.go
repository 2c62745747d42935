package contrast

import "sync"

// sketch counts, in a table of fixed size, at least how many runs have a feature.
type sketch struct {
	mu    sync.Mutex
	cells []uint32
}

// cells is the size of the sketch: 16 MB.
const cells = 1 << 22

func newSketch() *sketch { return &sketch{cells: make([]uint32, cells)} }

func (s *sketch) add(features map[uint64]struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for h := range features {
		s.cells[h%cells]++
	}
}

// maxCounted is how many features are counted exactly, more or less: those that the most runs have.
const maxCounted = 1 << 20

// threshold returns how many runs a feature has to have that is counted exactly: at least so many, and more if there
// would be too many features.
func (s *sketch) threshold(fewest int) uint32 {
	var runs []int // cells by their counts
	for _, n := range s.cells {
		for int(n) >= len(runs) {
			runs = append(runs, 0)
		}
		runs[n]++
	}
	limit, above := len(runs), 0
	for limit > max(fewest, 1) && above+runs[limit-1] <= maxCounted {
		limit--
		above += runs[limit]
	}
	return uint32(limit)
}

// counts are the exact counts of features.
type counts struct {
	mu        sync.Mutex
	enough    *sketch
	threshold uint32
	classOf   []int // of each run; 0 is that of the good ones
	classes   int
	rows      map[uint64]*row
}

// row is the counts of a feature.
type row struct {
	runs  []uint32 // that have it, by class
	first []int32  // the first of these
	set   uint64   // a hash of the runs that have it
}

func (c *counts) add(run int, features map[uint64]struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	class := c.classOf[run]
	for h := range features {
		if c.enough.cells[h%cells] < c.threshold {
			continue
		}
		r := c.rows[h]
		if r == nil {
			r = &row{runs: make([]uint32, c.classes), first: make([]int32, c.classes)}
			c.rows[h] = r
		}
		if r.runs[class] == 0 || int32(run) < r.first[class] {
			r.first[class] = int32(run)
		}
		r.runs[class]++
		r.set += mix(0x5eed, uint64(run)) // in any order
	}
}
