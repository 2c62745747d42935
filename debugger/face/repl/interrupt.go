package repl

import (
	"context"
	"os"
)

// Interruptible makes the Begin of a Prompt: a signal ends the command that is at work, and nothing else. One that
// comes while none is at work is forgotten.
func Interruptible(caught <-chan os.Signal) func() (context.Context, func()) {
	return func() (context.Context, func()) {
		select {
		case <-caught: // it came while no command was at work
		default:
		}
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			select {
			case <-caught:
				cancel()
			case <-ctx.Done():
			}
		}()
		return ctx, cancel
	}
}
