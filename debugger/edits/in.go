// Package edits is what a fork changes at the position where it begins: each change, as a person writes it, becomes an
// edit of the kernel, or an error that says why it cannot be made there.
package edits

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/values"
)

// In is the run that is changed.
type In struct{ values.In }

// NoMessage says why there is no message of an event.
func (d In) NoMessage(n uint64) error {
	switch {
	case n > uint64(d.S.Len()):
		return fmt.Errorf("there is no event %d: they have the numbers 1 to %d", n, d.S.Len())
	case !d.S.Holds(int(n) - 1):
		return text.WithHint(fmt.Errorf("event %d has not been done here", n), text.HintHappens, n)
	}
	return text.WithHint(fmt.Errorf("event %d sent no message that is still there", n), text.HintMessages)
}
