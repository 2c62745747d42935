package detect_test

import (
	"fmt"
	"testing"

	"machsim/debugger/query/detect"
)

// TestRecorded compares when the recorded run first satisfies a condition, or what is contrary to it,
// with all its states.
func TestRecorded(t *testing.T) {
	tried, found := 0, 0
	trials(t, func(x *trial) {
		for range 4 {
			c, _ := x.conjunction()
			if x.rng.IntN(3) == 0 {
				c = x.relation()
			}
			p := x.predicate(c.text)
			want := x.firstRecorded(c.holds)
			got, err := p.Recorded()
			if must(t, err); got != want {
				t.Errorf("seed %d, %s: it holds after %d events, and not first after %d", x.seed, c.text, want, got)
			}
			at, ok, err := p.RecordedAt()
			n, there := x.firstAt(c.holds)
			if err != nil || ok != there || ok && fmt.Sprint(at.Cut) != fmt.Sprint(x.g.First(n)) {
				t.Errorf("seed %d, %s: it holds at %v, and not first after %d events, %v", x.seed, c.text, at, n, err)
			}
			c = x.compared()
			_ = x.predicate(c.text) // puts a task's events into one line, if need be
			p, err = x.r.Contrary(c.text)
			must(t, err)
			want = x.firstRecorded(func(n *naive, cut int) bool {
				_, known := n.values[cut][nameIn(c.text)]
				return known && !c.holds(n, cut)
			})
			got, err = p.Recorded()
			if must(t, err); got != want {
				t.Errorf("seed %d, %s: it is false after %d events, and not first after %d", x.seed, c.text, want, got)
			}
			if tried++; want > 0 {
				found++
			}
		}
	})
	t.Logf("%d conditions, %d of them false at some time", tried, found)
}

// nameIn is the variable that a comparison begins with.
func nameIn(text string) (name string) {
	_, _ = fmt.Sscan(text, &name)
	return name
}

// firstRecorded is after how many events of the recorded order, one at least, something holds first;
// 0 for never.
func (x *trial) firstRecorded(holds func(n *naive, cut int) bool) int {
	for n := 1; n <= x.g.Tape.Len(); n++ {
		if holds(x.naive, x.index[fmt.Sprint(x.g.First(n))]) {
			return n
		}
	}
	return 0
}

// firstAt is after how many events of the recorded order, perhaps none, something holds first.
func (x *trial) firstAt(holds func(n *naive, cut int) bool) (n int, ok bool) {
	if holds(x.naive, x.index[fmt.Sprint(x.g.First(0))]) {
		return 0, true
	}
	n = x.firstRecorded(holds)
	return n, n > 0
}

// TestUntimely: of all states, those of the recorded order are the only ones of which time says nothing where the clock
// jumps between any two events.
func TestUntimely(t *testing.T) {
	against := 0
	trials(t, func(x *trial) {
		recorded := map[string]bool{}
		for n := range x.g.Tape.Len() + 1 {
			recorded[fmt.Sprint(x.g.First(n))] = true
		}
		for _, c := range x.cuts {
			early, late := x.r.Untimely(c)
			switch {
			case early == 0:
				continue
			case recorded[fmt.Sprint(c)] || x.g.Holds(c, early-1) || !x.g.Holds(c, late-1) || early > late ||
				x.g.Tape.Time(late-1) <= x.g.Tape.Time(early-1):
				t.Fatalf("seed %d: events %d and %d speak against the cut %v", x.seed, early, late, c)
			}
			against++
		}
	})
	if against == 0 {
		t.Error("time speaks against no state")
	}
}

// TestAsks says what texts ask for.
func TestAsks(t *testing.T) {
	for text, want := range map[string]detect.Form{
		"x = 1 and y = 2": detect.Conjunctive, "send -> receive": detect.Linked, "(send)^2": detect.Linked,
		"send || receive": detect.Concurrent, "possibly(x = 1)": detect.Possibly, "definitely(x = y)": detect.Definitely,
	} {
		if got, err := detect.Asks(text); err != nil || got != want {
			t.Errorf("%s: %s %v", text, got, err)
		}
	}
	if _, err := detect.Asks("x ="); err == nil {
		t.Error("x = is no mistake")
	}
}
