package app

import (
	"os"
	"os/signal"
	"sync"
)

// interrupts returns a channel that is closed at the first Ctrl-C. The second one
// ends the process, as it does without machsim's care.
func interrupts() (stop <-chan struct{}, done func()) {
	closed := make(chan struct{})
	once := sync.OnceFunc(func() { close(closed) })
	if guarded != nil {
		guarded.onInterrupt(once)
		return closed, func() { guarded.onInterrupt(nil) }
	}
	caught, over := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(caught, os.Interrupt)
	go func() {
		select {
		case <-caught:
			signal.Stop(caught)
			once()
		case <-over:
		}
	}()
	return closed, func() {
		signal.Stop(caught)
		close(over)
	}
}
