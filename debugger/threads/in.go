// Package threads is what the threads of a run are doing at the present position, and why some do not go on.
package threads

import "machsim/debugger/values"

// In is the run whose threads are told of.
type In struct{ values.In }
