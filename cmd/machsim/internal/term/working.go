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

// noLine takes the last line off a terminal.
const noLine = "\r\x1b[K"

// leastTime is how long a number stays before another takes its place.
const leastTime = 100 * time.Millisecond

// Show shows how much of some work is done, if it has been going on for leastTime: short work is not shown.
func (k *Working) Show(work string, done, total uint64) {
	if due := k.due(); total == 0 || !due {
		return
	}
	part := min(float64(done)/float64(total), 1)
	bar := strings.Repeat("=", int(part*workingBar))
	fmt.Fprintf(k.w, "\r%s [%-*s] %d %% of %d\x1b[K", work, workingBar, bar, int(part*100), total)
}

// Count shows how many there are of something, of which nobody knows how many there will be.
func (k *Working) Count(n int, what string) {
	if k.due() {
		fmt.Fprintf(k.w, "\r%d %s\x1b[K", n, what)
	}
}

// due says whether something is to be shown now.
func (k *Working) due() bool {
	now := time.Now()
	if k.began.IsZero() {
		k.began = now
	}
	if k.w == nil || now.Sub(k.began) < leastTime || now.Sub(k.shown) < leastTime {
		return false
	}
	k.shown = now
	return true
}

// Clear takes the work off the screen, until it is told of again.
func (k *Working) Clear() {
	if !k.shown.IsZero() {
		fmt.Fprint(k.w, noLine)
	}
	k.shown = time.Time{}
}

// End takes the work off the screen: there is no more of it.
func (k *Working) End() {
	k.Clear()
	k.began = time.Time{}
}
