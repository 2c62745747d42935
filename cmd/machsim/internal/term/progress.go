package term

import (
	"io"
	"sync"
)

// Bar counts the steps of a piece of work, and shows them on a terminal.
type Bar struct {
	mu      sync.Mutex
	shown   *Working
	word    string
	done, n int
}

// NewBar begins a bar of n steps, which are called by a word such as "seeds".
func NewBar(w io.Writer, word string, n int) *Bar {
	return &Bar{shown: NewWorking(w), word: word, n: n}
}

// Step counts a step.
func (b *Bar) Step() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done++
	b.shown.Show(b.word, uint64(b.done), uint64(b.n))
}

// End takes the bar off the screen.
func (b *Bar) End() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shown.End()
}
