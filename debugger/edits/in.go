// Package edits is what a fork changes at the position where it begins: each change, as a person writes it, becomes an
// edit of the kernel, or an error that says why it cannot be made there.
package edits

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/values"
	"machsim/kernel"
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

// inScope looks something up in the n-th frame of a thread at the present position, inside the program.
func (d In) inScope(id kernel.ThreadID, n int, look func(eval.Scope) error) error {
	return d.S.Statements(func(src *source.Source) error {
		if err := src.To(d.S.Position()); err != nil {
			return err
		}
		scope, ok := src.Scope(id, n, d.S.Call)
		if !ok {
			return d.NoFrameOf(id)
		}
		var err error
		src.Inside(func() { err = look(scope) })
		return err
	})
}
