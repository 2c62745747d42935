package rows

import "machsim/debugger/event/text"

// The hints of this package, and of session.
const (
	HintDelays    text.Hint = "delays"    // list the messages that are held
	HintHistories text.Hint = "histories" // list the histories
	HintPrefix    text.Hint = "prefix"    // go to a position in recorded order: the last before, the next
)
