package term

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Waiting shows on the last line of a terminal what goes on, and for how long, once that is more than a moment.
type Waiting struct {
	w     io.Writer
	text  string
	began time.Time

	mu    sync.Mutex // guards what follows, and what is written
	shown bool
	over  chan struct{} // closed by End; nil if w is no terminal
}

// moment is how long people wait without a sign of life, and after what time they see another one.
const moment = 300 * time.Millisecond

// NewWaiting begins to show a text and the seconds since now. Nothing is shown if w is no terminal.
func NewWaiting(w io.Writer, text string) *Waiting {
	k := &Waiting{w: w, text: text, began: time.Now()}
	if IsTerminal(w) {
		k.over = make(chan struct{})
		go k.run(k.over)
	}
	return k
}

func (k *Waiting) run(over <-chan struct{}) {
	t := time.NewTicker(moment)
	defer t.Stop()
	for {
		select {
		case <-over:
			return
		case now := <-t.C:
			k.show(now.Sub(k.began))
		}
	}
}

func (k *Waiting) show(since time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.over == nil {
		return
	}
	fmt.Fprintf(k.w, "\r%s: %.1f s\x1b[K", k.text, since.Seconds())
	k.shown = true
}

// Output returns what others write to meanwhile: their lines come in place of the shown one.
func (k *Waiting) Output() io.Writer {
	if k.over == nil {
		return k.w
	}
	return beside{k}
}

// beside is the Output of a Waiting on a terminal.
type beside struct{ k *Waiting }

func (b beside) Write(text []byte) (int, error) {
	b.k.mu.Lock()
	defer b.k.mu.Unlock()
	b.k.clear()
	return b.k.w.Write(text)
}

func (k *Waiting) clear() {
	if k.shown {
		fmt.Fprint(k.w, noLine)
	}
	k.shown = false
}

// End takes the line off the screen.
func (k *Waiting) End() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.over != nil {
		close(k.over)
		k.over = nil
		k.clear()
	}
}
