package detect

// budget bounds the work and the memory of a search of a lattice of cuts. Both are counted, and
// not measured, so that a search gives up at the same cut on every machine.
type budget struct {
	cuts  int // that may be looked at
	size  int // how many lanes a cut has
	work  int // that is left, in comparisons of two events or two lanes
	spent int // cuts that were looked at
}

// What a search may take for each cut that Run.Limit allows, and at most: a predicate on a few
// threads never comes to these bounds, and one on hundreds ends within seconds.
const (
	workPerCut = 1000
	maxBytes   = 256 << 20 // of cuts that are kept
	bytesALane = 8         // the cut itself, and its key
)

func (r *Run) budget() budget {
	return budget{cuts: r.Limit, size: len(r.Tape.Lanes), work: workPerCut * r.Limit}
}

// spend takes note of work.
func (b *budget) spend(work int) { b.work -= work }

// looked takes note of how many cuts were looked at, and says whether the search may go on.
func (b *budget) looked(cuts int) bool {
	b.spent = cuts
	return b.spent <= b.cuts && b.work >= 0
}

// keeps says whether a search may keep so many cuts.
func (b *budget) keeps(cuts int) bool { return cuts*b.size*bytesALane <= maxBytes }
