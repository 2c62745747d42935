// Package past is what has happened in a run: its events, the histories of its objects, what it has written, what
// changed from one position to another, and how it differs from another run.
package past

import "machsim/debugger/edits"

// In is the run that is told of.
type In struct{ edits.In }
