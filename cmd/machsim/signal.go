package main

import (
	"os"
	"os/signal"
)

// interrupts returns a channel that is closed at the first Ctrl-C. The second one
// ends the process, as it does without machsim's care.
func interrupts() (stop <-chan struct{}, done func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	closed, over := make(chan struct{}), make(chan struct{})
	go func() {
		select {
		case <-caught:
			signal.Stop(caught)
			close(closed)
		case <-over:
		}
	}()
	return closed, func() {
		signal.Stop(caught)
		close(over)
	}
}
