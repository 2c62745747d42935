package supervise

import (
	"os"
	"os/signal"
	"sync"
)

// Interrupted returns a channel that is closed at the first Ctrl-C. From then on a second one ends
// the process. The caller calls done when its work has ended.
func (s *Supervisor) Interrupted() (stop <-chan struct{}, done func()) {
	closed := make(chan struct{})
	once := sync.OnceFunc(func() { close(closed) })
	if s != nil {
		s.onInterrupt(once)
		return closed, func() { s.onInterrupt(nil) }
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

// Interrupts returns a channel that has something after each Ctrl-C. From now on none ends the process.
func (s *Supervisor) Interrupts() <-chan os.Signal {
	caught := make(chan os.Signal, 1)
	if s == nil {
		signal.Notify(caught, os.Interrupt)
		return caught
	}
	s.onInterrupt(func() {
		select {
		case caught <- os.Interrupt:
		default: // there is one already
		}
		s.tell(takenWord)
	})
	return caught
}
