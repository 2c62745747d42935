package repl_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/face/repl"
	"machsim/kernel"
)

// TestStopGivenUp gives up a command that sets a global predicate: there is none then.
func TestStopGivenUp(t *testing.T) {
	given, stop := context.WithCancel(context.Background())
	stop()
	ctx := context.Background()
	o := repl.Options{Begin: func() (context.Context, func()) { return ctx, func() {} }}
	p, out := prompt(t, o, "bank", "--seed=9")
	for _, line := range []string{"stop if balance[1] > 101", "trace balance if balance[1] > 101"} {
		ctx = given
		if err := p.Do(line); err == nil || !strings.Contains(out.String(), "interrupted") {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		ctx = context.Background()
		if err := p.Do("stop"); err == nil {
			t.Errorf("%s was given up, and is there\n%s", line, out)
		}
	}
}

// TestOutputPage sees a line of the output at least, on the lowest of pages.
func TestOutputPage(t *testing.T) {
	p, out := prompt(t, repl.Options{}, "calculator-fixed", "--seed=3")
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

// both is a program of two tasks that count, each for itself.
var both = &kernel.Program{Name: "both", Main: func(b *kernel.Boot) {
	for _, name := range []string{"a", "b"} {
		b.Task(b.Host("one"), name, func(th *kernel.Thread) {
			x := 0
			th.Watch("x", &x)
			for x < 3 {
				th.Label("step")
				x++
			}
		})
	}
}}

// TestStopThatNeverHolds sees a stop that no state satisfies keep no other from stopping.
func TestStopThatNeverHolds(t *testing.T) {
	says(t, told(t, both, 1, "start", "stop if a.x = 9"), "stop 1, a.x = 9: no state of the run satisfies it")
	says(t, told(t, both, 1, "start", "stop if a.x = 9", "stop if a.x = 2", "continue"), "stop 2, a.x = 2: satisfied")
	says(t, told(t, both, 1, "start", "stop if a.x = 9", "stop if a.x = 2", "stop"), "        1  yes", "*       2  yes")
	says(t, told(t, both, 1, "start", "stop if a.x = 9", "stop if a.x = 2", "delete 2", "stop if b.x = 2", "stop"),
		"*       3  yes")
}

// TestStopsAlone sees continue stop at every stop: on the way to the primary one's first state, and
// after that.
func TestStopsAlone(t *testing.T) {
	set := []string{"start", "stop if a.x = 2", "stop if b.x = 2", "stop if a.x = 1"}
	then := func(lines ...string) string { return told(t, both, 1, append(slices.Clone(set), lines...)...) }
	says(t, then("continue"), "stop 3, a.x = 1: satisfied")
	says(t, then("continue", "continue"), "stop 1, a.x = 2: satisfied")
	says(t, then("continue", "continue", "continue"), "stop 2, b.x = 2: satisfied")
	says(t, then("continue", "continue", "where"), "b.1        0/5") // which the primary one does not need
	says(t, then("switch 2", "continue"), "stop 2, b.x = 2: satisfied")
	says(t, then("switch 2", "continue", "where"), "a.1        0/5")
	says(t, then("switch 2", "disable 2", "continue"), "stop 3, a.x = 1: satisfied")
	says(t, then("end", "continue back"), "stop 1, a.x = 2: satisfied")
}

// TestSwitchToPart makes a part that is joined by or the primary one.
func TestSwitchToPart(t *testing.T) {
	set := []string{"start", "stop if a.x = 2 or b.x = 2 and b.x > 0", "stop if a.x = 1"}
	then := func(lines ...string) string { return told(t, both, 1, append(slices.Clone(set), lines...)...) }
	says(t, then("switch 1,2"), "part 2 of stop 1, b.x = 2 and b.x > 0 is the primary one")
	says(t, then("switch 1,2", "continue", "where"), "a.1        0/5")
	says(t, then("switch 1,1", "continue", "continue", "where"), "b.1        0/5")
	says(t, then("switch 1,2", "stop"), "*     1,2  yes")
	says(t, then("switch 1,2", "switch 1", "stop"), "*       1  yes")
	p, out := prompt(t, repl.Options{}, "bank", "--seed=9")
	mustDo(t, p, "stop if balance[0] > 101 or balance[1] > 101")
	mustDo(t, p, "stop if balance[0] > 101")
	for line, want := range map[string]string{
		"switch 1,3": "has 2 parts joined by or; type switch 1,M with M from 1 to 2",
		"switch 1,x": "with M from 1 to 2",
		"switch 2,1": "has no parts joined by or; type switch 2",
		"switch 7,1": "there is no stop 7",
	} {
		out.Reset()
		if err := p.Do(line); err == nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s", line, out)
		}
	}
}

// TestNoRun refuses a fork from a position that no run can begin at, with names, and says where one
// can begin.
func TestNoRun(t *testing.T) {
	p, out := prompt(t, repl.Options{}, "timeout", "--seed=4")
	mustDo(t, p, "goto without 60")
	out.Reset()
	if err := p.Do("run"); err == nil {
		t.Fatal("there is a fork")
	}
	says(t, out.String(), "no run can begin at this position", "only p.1 could take a step, not a packet", "goto 59 is",
		"goto 61 the first")
}
