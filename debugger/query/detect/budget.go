package detect

// budget limits the work and the memory of a search of a lattice of cuts. Both are counted, not
// measured, so that a search gives up at the same cut on every machine.
type budget struct {
	cuts  int // the number of cuts that may be visited
	size  int // the number of lanes of a cut
	work  int // the work that is left, in comparisons of two events or two lanes
	spent int // the number of cuts that were visited
}

// The limits of a search: of its work, for each cut that Run.Limit allows, and of its memory. A
// predicate on a few threads never reaches them, and one on hundreds ends within seconds.
const (
	workPerCut = 1000
	maxBytes   = 256 << 20 // of cuts that are kept
	bytesALane = 8         // the cut itself, and its key
)

func (r *Run) budget() budget {
	return budget{cuts: r.Limit, size: len(r.Tape.Lanes), work: workPerCut * r.Limit}
}

// spend counts work.
func (b *budget) spend(work int) { b.work -= work }

// looked sets the number of visited cuts, and says whether the search may go on.
func (b *budget) looked(cuts int) bool {
	b.spent = cuts
	return b.spent <= b.cuts && b.work >= 0
}

// keeps says whether a search may keep so many cuts.
func (b *budget) keeps(cuts int) bool { return cuts*b.size*bytesALane <= maxBytes }
