package repl_test

import (
	"strings"
	"testing"

	"machsim/debugger/repl"
)

// TestStopGivenUp gives up a command that sets a global predicate: there is none then.
func TestStopGivenUp(t *testing.T) {
	var stop chan struct{}
	o := repl.Options{Stop: func() (<-chan struct{}, func()) { return stop, func() {} }}
	p, _, out := prompt(t, o, "bank", "--seed=9")
	for _, line := range []string{"stop if balance[1] > 101", "trace balance if balance[1] > 101"} {
		stop = make(chan struct{})
		close(stop)
		if err := p.Do(line); err == nil || !strings.Contains(out.String(), "interrupted") {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		stop = nil
		if err := p.Do("stop"); err == nil {
			t.Errorf("%s was given up, and is there\n%s", line, out)
		}
	}
}

// TestOutputPage sees a line of the output at least, on the lowest of pages.
func TestOutputPage(t *testing.T) {
	p, _, out := prompt(t, repl.Options{}, "calculator-fixed", "--seed=3")
	for _, page := range []string{"1", "2", "3"} {
		mustDo(t, p, "set page "+page)
		out.Reset()
		mustDo(t, p, "output")
		_ = p.Do("more all")
		if !strings.Contains(out.String(), " earlier lines") || !strings.Contains(out.String(), ".1: ") {
			t.Errorf("page %s:\n%s", page, out)
		}
	}
}
