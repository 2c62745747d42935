package detect_test

import (
	"fmt"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/kernel"
	"machsim/test/testrun"
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
			x.recordedAt(p, c.text, c.holds)
			c = x.compared()
			_ = x.predicate(c.text) // puts a task's events into one line, if need be
			p, err := x.r.Contrary(c.text)
			must(t, err)
			want := x.recordedAt(p, "not "+c.text, func(n *naive, cut int) bool {
				_, known := n.values[cut][nameIn(c.text)]
				return known && !c.holds(n, cut)
			})
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

// recordedAt compares where the recorded order first satisfies a predicate with all its states, and returns after how
// many events that is, one at least; 0 for never.
func (x *trial) recordedAt(p *detect.Predicate, text string, holds func(n *naive, cut int) bool) (want int) {
	at, got, ok, err := p.Recorded()
	must(x.t, err)
	n, there := x.firstAt(holds)
	if there {
		want = max(1, n)
	}
	if ok != there || got != want || ok && fmt.Sprint(at.Cut) != fmt.Sprint(x.g.First(n)) {
		x.t.Errorf("seed %d, %s: it holds after %d events, at %v, %v, and not first after %d, %v", x.seed, text, got, at,
			ok, n, there)
	}
	return want
}

// TestRecordedAtStart: what holds at the start alone was there before the first event.
func TestRecordedAtStart(t *testing.T) {
	boot := func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) { th.Label("one"); th.Label("two") })
	}
	r := runOf(testrun.Graph(&kernel.Program{Main: boot}, kernel.Config{}))
	for text, want := range map[string]string{
		"count of t (label one) = 0":             "1 true 0",
		"definitely(count of t (label one) = 0)": "1 true 0",
		"count of t (label two) = 0":             "1 true 0",
		"label one by t.1":                       "1 true 1",
		"label two by t.1":                       "2 true 2",
		"all t (label one) and 1 = 2":            "0 false 0",
	} {
		p, err := r.Predicate(text)
		must(t, err)
		at, events, ok, err := p.Recorded()
		if got := fmt.Sprint(events, ok, r.Graph.Last(at.Cut)+1); err != nil || got != want {
			t.Errorf("%s: %s, and not %s %v", text, got, want, err)
		}
	}
}

// firstAt is after how many events of the recorded order, perhaps none, something holds first.
func (x *trial) firstAt(holds func(n *naive, cut int) bool) (n int, ok bool) {
	for n := range x.g.Tape.Len() + 1 {
		if holds(x.naive, x.index[fmt.Sprint(x.g.First(n))]) {
			return n, true
		}
	}
	return 0, false
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
