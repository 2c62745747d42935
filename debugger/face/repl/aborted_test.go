package repl

import (
	"io"
	"strings"
	"testing"
)

// aborting is a person who presses Ctrl-C so many times, and then types a line, again and again.
type aborting struct {
	times []int
	n     int
}

func (a *aborting) Line(string) (string, error) {
	switch {
	case len(a.times) == 0:
		return "", io.EOF
	case a.n < a.times[0]:
		a.n++
		return "", ErrAborted
	}
	a.times, a.n = a.times[1:], 0
	return "info", nil
}

// Ctrl-C on a line gives a new prompt; only who presses it again is told how to leave.
func TestCtrlCOnLine(t *testing.T) {
	for _, c := range []struct {
		times []int
		told  int
	}{{[]int{1, 1, 1}, 0}, {[]int{2}, 1}, {[]int{1, 3}, 2}} {
		var out strings.Builder
		p := hostilePrompt(t, Options{Out: &out}, nil)
		p.Run(&aborting{times: c.times}, true)
		if n := strings.Count(out.String(), "type quit, or Ctrl-D, to leave\n"); n != c.told {
			t.Errorf("%v: told %d times", c.times, n)
		}
	}
}

// A line of source completes where a breakpoint is typed.
func TestCompleteLines(t *testing.T) {
	p := hostilePrompt(t, Options{Out: io.Discard}, nil)
	for _, line := range []string{"break hostile.go:8", "b after hostile.go:", "list hos"} {
		_, words := p.Complete(line)
		if len(words) == 0 || !strings.HasPrefix(words[0], "hostile.go:") {
			t.Errorf("%s: %q", line, words)
		}
	}
}
