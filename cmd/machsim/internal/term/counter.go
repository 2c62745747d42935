package term

import (
	"fmt"
	"io"
	"time"
)

// Counter shows a number on the last line of a terminal.
type Counter struct {
	w      io.Writer // nil if it is no terminal
	format string
	last   time.Time // when the number was written last
}

// noLine takes the last line off a terminal.
const noLine = "\r\x1b[K"

// leastTime is how long a number stays before another takes its place.
const leastTime = 100 * time.Millisecond

// NewCounter returns a counter that writes numbers in a format. The first one appears after leastTime,
// so that short work shows none.
func NewCounter(w io.Writer, format string) *Counter {
	if !IsTerminal(w) {
		w = nil
	}
	return &Counter{w: w, format: format, last: time.Now()}
}

// Show shows a number, unless the last one was shown just now.
func (c *Counter) Show(n int) {
	if c.w != nil && time.Since(c.last) >= leastTime {
		c.last = time.Now()
		fmt.Fprintf(c.w, "\r"+c.format+"\x1b[K", n)
	}
}

// End takes the number off the screen.
func (c *Counter) End() {
	if c.w != nil {
		fmt.Fprint(c.w, noLine)
	}
}
