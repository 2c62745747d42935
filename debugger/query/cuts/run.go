package cuts

import "machsim/debugger/query/predicate"

// Run is a run among whose cuts something is searched for.
type Run struct {
	*predicate.Run

	// Limit is the number of cuts after which a search of the lattice gives up. Where many threads
	// take part, a cut takes more work and memory, and a search gives up sooner (Budget).
	Limit int
	// Progress, when set, is called now and then with the number of cuts that a search has visited.
	Progress func(cuts int)
}
