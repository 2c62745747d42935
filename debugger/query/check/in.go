// Package check holds a run against a predicate: where it is satisfied first, in which orders of the events, and what
// halting there takes that has no causal order.
package check

import "machsim/debugger/present"

// In is a run that is held against predicates.
type In struct{ present.In }
