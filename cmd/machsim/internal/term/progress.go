package term

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// leastBar is the number of columns that a bar with its numbers needs.
const leastBar = 70

// Bar shows how much of a piece of work is done, on a terminal that is wide enough.
type Bar struct{ bar *progressbar.ProgressBar } // nil elsewhere

// NewBar begins a bar of n steps, which are called by a word such as "seeds".
func NewBar(w io.Writer, word string, n int) Bar {
	if Width(w) < leastBar {
		return Bar{}
	}
	return Bar{progressbar.NewOptions(n,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(word),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(word),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
	)}
}

// Step counts a step.
func (b Bar) Step() {
	if b.bar != nil {
		_ = b.bar.Add(1)
	}
}

// End takes the bar off the screen.
func (b Bar) End() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
