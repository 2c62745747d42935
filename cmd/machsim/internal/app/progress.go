package app

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// barWidth is how many columns a bar with its numbers needs at least.
const barWidth = 70

// progress is a bar on a terminal that is wide enough, and nothing elsewhere.
type progress struct{ bar *progressbar.ProgressBar }

func newProgress(w io.Writer, n int) progress {
	if width(w) < barWidth {
		return progress{}
	}
	return progress{progressbar.NewOptions(n,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription("seeds"),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("seeds"),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
	)}
}

func (p progress) step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// end takes the bar off the screen.
func (p progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
