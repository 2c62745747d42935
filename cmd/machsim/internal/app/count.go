package app

import (
	"fmt"
	"io"
	"time"
)

// count is a number on the last line of a terminal, and nothing elsewhere.
type count struct {
	w      io.Writer // nil for none
	format string
	shown  time.Time // when it was written last
}

// between is how long a number stays at least before another takes its place.
const between = 100 * time.Millisecond

// newCount returns a count that is written in a format with one number. Nothing is seen of it
// while the work takes no longer than a number stays.
func newCount(w io.Writer, format string) *count {
	if !isTerminal(w) {
		w = nil
	}
	return &count{w: w, format: format, shown: time.Now()}
}

func (c *count) show(n int) {
	if c.w != nil && time.Since(c.shown) >= between {
		c.shown = time.Now()
		fmt.Fprintf(c.w, "\r"+c.format, n)
	}
}

// end takes the number off the screen.
func (c *count) end() {
	if c.w != nil {
		fmt.Fprint(c.w, "\r\x1b[K")
	}
}
