package term

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Working shows on the last line of a terminal how far some work is.
type Working struct {
	w     io.Writer // nil if it is no terminal
	began time.Time // when the work was told of first; the zero Time if none is going on
	shown time.Time // when it was shown last; the zero Time if it was not
}

// NewWorking returns a Working that shows nothing yet.
func NewWorking(w io.Writer) *Working {
	if !IsTerminal(w) {
		w = nil
	}
	return &Working{w: w}
}

// workingBar is the number of columns of a bar.
const workingBar = 20

// Show shows how much of some work is done, if it has been going on for leastTime: short work is not shown.
func (k *Working) Show(work string, done, total uint64) {
	now := time.Now()
	if k.began.IsZero() {
		k.began = now
	}
	if k.w == nil || total == 0 || now.Sub(k.began) < leastTime || now.Sub(k.shown) < leastTime {
		return
	}
	k.shown = now
	part := min(float64(done)/float64(total), 1)
	bar := strings.Repeat("=", int(part*workingBar))
	fmt.Fprintf(k.w, "\r%s [%-*s] %d %% of %d\x1b[K", work, workingBar, bar, int(part*100), total)
}

// End takes the work off the screen.
func (k *Working) End() {
	if !k.shown.IsZero() {
		fmt.Fprint(k.w, noLine)
	}
	k.began, k.shown = time.Time{}, time.Time{}
}
