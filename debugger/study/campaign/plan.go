package campaign

// The strategies of a search that names none: one samples, the other makes a run of each class.
const (
	Sampling   = "portfolio"
	exhaustive = "every"
)

// How many runs the blocks of such a search have: it begins with samples, as most bugs are found by some dozen of them;
// what is so small that the first block has all its classes is proven; then the two take turns.
const (
	firstSamples = 100
	firstClasses = 256
	laterBlock   = 1000
)

// block is runs that one strategy makes, one after the other.
type block struct{ lane, n int }

// plan says which lane makes the next runs of a search: a lane is a strategy with the runs that it has made.
type plan struct {
	lanes []string
	next  int
}

func newPlan(named string) *plan {
	if named != "" {
		return &plan{lanes: []string{named}}
	}
	return &plan{lanes: []string{Sampling, exhaustive}}
}

// block returns the next block.
func (p *plan) block(left int) block {
	i := p.next
	p.next++
	n := laterBlock
	switch {
	case len(p.lanes) == 1:
		return block{0, left}
	case i == 0:
		n = firstSamples
	case i == 1:
		n = firstClasses
	}
	return block{i % len(p.lanes), min(n, left)}
}

// least is how many runs are made whether one of them fails or not: so what is small is told whole.
func (p *plan) least() int {
	if len(p.lanes) == 1 {
		return 0
	}
	return firstSamples + firstClasses
}

// whole says whether one shard makes all runs of a lane. Exhaustive runs follow from each other: a shard that makes
// some of them has to make all. That is worth its while only where there are no others.
func (p *plan) whole(lane int) bool { return len(p.lanes) > 1 && p.lanes[lane] == exhaustive }

// own returns the first index from one on whose run a shard makes, and how far apart these are; ok is false if it makes
// none of the lane. whole says whether one shard makes them all.
func (s Shard) own(whole bool, from int) (first, step int, ok bool) {
	if whole {
		return from, 1, s.I == 1
	}
	first = from + (s.I-1-from%s.Of+s.Of)%s.Of
	return first, s.Of, true
}
