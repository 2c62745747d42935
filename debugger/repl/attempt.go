package repl

import (
	"errors"
	"fmt"
	"time"
)

// attempt is a command at work. Nobody waits long for one that was given up: the prompt is
// back at once, and the command is left to end by itself. It may still change the Prompt and
// the Session until then, and so nothing else touches these; when it has ended, all is made
// what it was.
type attempt struct {
	line   string
	prompt string // that stands while the Prompt cannot be asked
	width  int    // of the screen
	back   func() // makes all what it was before
	ended  chan struct{}
	err    error // valid when it has ended
}

// patience is how long a command that was given up may take to notice that: together with
// what comes before and after it the prompt is back within a tenth of a second.
const patience = 50 * time.Millisecond

// errLeft is what comes of a command that was left to end by itself.
var errLeft = errors.New("interrupted; the position is what it was")

// try runs a command. When stop is closed, it waits no more than its patience for the
// command, which is p.late then.
func (p *Prompt) try(line string, stop <-chan struct{}, back func(), run func() error) error {
	a := &attempt{line: line, prompt: p.Prompt(), width: p.o.Width, back: back, ended: make(chan struct{})}
	go func() {
		defer close(a.ended)
		a.err = fmt.Errorf("%q has ended the goroutine that it ran in", line)
		a.err = run()
	}()
	if a.wait(stop) {
		return a.err
	}
	p.late = a
	return errLeft
}

// wait says whether the attempt has ended, when it has or when stop is closed and patience
// is at an end.
func (a *attempt) wait(stop <-chan struct{}) bool {
	select {
	case <-a.ended:
		return true
	case <-stop:
	}
	select {
	case <-a.ended:
		return true
	case <-time.After(patience):
		return false
	}
}

// settle waits for the command that was given up last, if it has not ended yet. What it has
// written is thrown away.
func (p *Prompt) settle(stop <-chan struct{}) error {
	a := p.late
	if a == nil {
		return nil
	}
	if !a.wait(stop) {
		return fmt.Errorf("machsim is still busy with %q, which you gave up: wait for it, or type quit", a.line)
	}
	p.late = nil
	p.text.Reset()
	a.back()
	return nil
}

// Busy says whether a command that was given up is still at work. The Session is not to be
// touched as long as it is.
func (p *Prompt) Busy() bool {
	if p.late == nil {
		return false
	}
	select {
	case <-p.late.ended:
		return false
	default:
		return true
	}
}
