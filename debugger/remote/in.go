// Package remote is the remote calls of a run: what has become of each, the stacks through hosts that they make, and
// whether their answers are linearizable.
package remote

import "machsim/debugger/values"

// In is the run whose calls are looked at.
type In struct{ values.In }
