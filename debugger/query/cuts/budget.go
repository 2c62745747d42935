package cuts

// Budget limits the work and the memory of a search of a lattice of cuts. Both are counted, not
// measured, so that a search gives up at the same cut on every machine.
type Budget struct {
	Lanes int // of a cut
	Spent int // the number of cuts that were visited

	cuts     int // the number of cuts that may be visited
	work     int // the work that is left, in comparisons of two events or two lanes
	progress func(cuts int)
}

// The limits of a search: of its work, for each cut that Run.Limit allows, and of its memory. A
// predicate on a few threads never reaches them, and one on hundreds ends within seconds.
const (
	workPerCut = 1000
	MaxBytes   = 256 << 20 // of cuts that are kept
	bytesALane = 8         // the cut itself, and its key
)

// NewBudget returns the budget of a search of a run.
func NewBudget(r *Run) Budget {
	return Budget{Lanes: len(r.Tape.Lanes), cuts: r.Limit, work: workPerCut * r.Limit, progress: r.Progress}
}

// Spend counts work.
func (b *Budget) Spend(work int) { b.work -= work }

// IsSpent says whether there was more work than there may be.
func (b *Budget) IsSpent() bool { return b.work < 0 }

// Looked sets the number of visited cuts, and says whether the search may go on.
func (b *Budget) Looked(cuts int) bool {
	if b.Spent = cuts; b.progress != nil {
		b.progress(cuts)
	}
	return b.Spent <= b.cuts && !b.IsSpent()
}

// Keeps says whether a search may keep so many cuts.
func (b *Budget) Keeps(cuts int) bool { return cuts*b.Lanes*bytesALane <= MaxBytes }
