package runner

import (
	"bufio"
	"io"
	"sync"
)

// Input is console input that every run reads from its first line on. Lines are
// read from outside when the first run asks for them, not before.
type Input struct {
	mu    sync.Mutex
	scan  *bufio.Scanner
	lines []string
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
			if !in.scan.Scan() {
				return "", false
			}
			in.lines = append(in.lines, in.scan.Text())
		}
		next++
		return in.lines[next-1], true
	}
}
