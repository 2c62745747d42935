package runner

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"sync"
)

// Input is console input that every run reads from its first line on. Lines are
// read from outside when the first run asks for them, not before.
type Input struct {
	mu    sync.Mutex
	scan  *bufio.Scanner // nil: lines are typed
	lines []string
	ended bool // no more are typed
	read  int  // how many the run has read that they are typed for
}

// Typed returns input for one run that is made in pieces: lines are added by Type, when the run asks for them or
// before.
func Typed() *Input { return &Input{} }

// Type adds a line; the end of the input, if more is false.
func (in *Input) Type(line string, more bool) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case in.scan != nil:
		return errors.New("the input of this run is not typed: it comes from a file")
	case in.ended:
		return errors.New("the input has ended")
	case more:
		in.lines = append(in.lines, line)
	default:
		in.ended = true
	}
	return nil
}

// rest returns the lines that were typed and not read yet, as the input of another run.
func (in *Input) rest() *Input {
	if in == nil || in.scan != nil {
		return in
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	return &Input{lines: slices.Clone(in.lines[in.read:]), ended: in.ended}
}

// awaited returns Config.Await for a run that reads from in, which may be nil.
func (in *Input) awaited() func() bool {
	return func() bool {
		if in == nil || in.scan != nil {
			return true
		}
		in.mu.Lock()
		defer in.mu.Unlock()
		return in.ended || in.read < len(in.lines)
	}
}

// NewInput returns the lines of r.
func NewInput(r io.Reader) *Input { return &Input{scan: bufio.NewScanner(r)} }

// Reader returns a function that returns line after line, false when there are no
// more.
func (in *Input) Reader() func() (string, bool) {
	next := 0
	return func() (string, bool) {
		in.mu.Lock()
		defer in.mu.Unlock()
		if next == len(in.lines) {
			if in.scan == nil || !in.scan.Scan() {
				return "", false
			}
			in.lines = append(in.lines, in.scan.Text())
		}
		next++
		in.read = next
		return in.lines[next-1], true
	}
}
