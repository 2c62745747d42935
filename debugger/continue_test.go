package debugger_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/debugger/lang"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
	"machsim/test/testsession"
)

// broken are runs, and breakpoints in them.
var broken = []struct {
	program string
	seed    uint64
	specs   []string
}{
	{"philosophers", 26, []string{"lock mutex fork1", "philosophers.go:73", "after unlock by task table",
		"lock by kant every 2"}},
	{"clientserver", 9, []string{"send to netname-host2", "receive by p1", "after receive by data count 2+", "fork"}},
	{"buffer", 4, []string{"wait", "signal", "after lock"}},
}

// hits are those of breakpoints in a run.
func hits(t *testing.T, d *debugger.Debugger, specs ...string) *breakpoint.Hits {
	t.Helper()
	var all []*breakpoint.Hits
	for _, text := range specs {
		spec, err := lang.ParsePlace(text)
		if err != nil {
			t.Fatal(err)
		}
		h, err := debugger.SessionOf(d).Hits(spec)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, h)
	}
	return breakpoint.Union(all...)
}

// breaking is a Debugger with breakpoints.
func breaking(t *testing.T, program string, seed uint64, specs []string) *debugger.Debugger {
	t.Helper()
	d := opened(t, program, seed)
	for _, spec := range specs {
		_, err := d.Break(ctx, spec, false)
		must(t, err)
	}
	return d
}

// TestContinue goes on from breakpoint to breakpoint to the end, and back to the start: it
// comes to each place in recorded order, and stands where the recorded run came to it.
func TestContinue(t *testing.T) {
	for _, c := range broken {
		for n := range c.specs {
			d := breaking(t, c.program, c.seed, c.specs[:n+1])
			all := debugger.SessionOf(d).Predicates().Graph.Tape.Len()
			want := []int{0, all}
			h := hits(t, d, c.specs[:n+1]...)
			for _, place := range h.All() {
				want = append(want, h.Come(place)+1)
			}
			slices.Sort(want)
			want = slices.Compact(want)
			if len(want) < 4 {
				t.Errorf("%s, %v: there are too few places for a test", c.program, c.specs[:n+1])
			}
			if diff := cmp.Diff(want, walk(t, d, "start", false, all)); diff != "" {
				t.Errorf("%s, %v:\n%s", c.program, c.specs[:n+1], diff)
			}
			slices.Reverse(want)
			if diff := cmp.Diff(want, walk(t, d, "end", true, 0)); diff != "" {
				t.Errorf("%s, %v, back:\n%s", c.program, c.specs[:n+1], diff)
			}
		}
	}
}

// walk goes somewhere, and from there on until it is at the last position. It returns the positions.
func walk(t *testing.T, d *debugger.Debugger, from string, back bool, last int) (at []int) {
	t.Helper()
	to(t, d, from)
	for {
		h, err := d.Here(ctx)
		must(t, err)
		n, ok := h.Position.Prefix()
		if at = append(at, n); n == last {
			return at
		}
		if !ok || len(at) > h.Run.Events {
			t.Fatalf("it does not come to %d: %v", last, at)
		}
		_, err = d.Continue(ctx, back)
		must(t, err)
	}
}

// TestContinueAside goes on and back from positions that are not in recorded order: on, what
// was done stays done; back, nothing more is done; and some thread comes to its place.
func TestContinueAside(t *testing.T) {
	for _, c := range broken {
		d := breaking(t, c.program, c.seed, c.specs)
		s, h := debugger.SessionOf(d), hits(t, d, c.specs...)
		for e := 1; e <= s.Len(); e += 7 {
			for _, back := range []bool{false, true} {
				to(t, d, fmt.Sprintf("past %d", e))
				before := s.Position().Cut.Clone()
				_, err := d.Continue(ctx, back)
				must(t, err)
				less, more := before, s.Position().Cut
				if back {
					less, more = more, less
				}
				if !less.Within(more) || slices.Equal(less, more) && s.Done() > 0 {
					t.Fatalf("%s: back %t from %v to %v", c.program, back, before, s.Position().Cut)
				}
				if n := s.Done(); n > 0 && n < s.Len() && !stands(h, s.Position().Cut) {
					t.Fatalf("%s: back %t from %v to %v, where nobody is at a breakpoint", c.program, back, before, s.Position().Cut)
				}
			}
		}
	}
}

// stands says whether some thread is at its place.
func stands(h *breakpoint.Hits, cut graph.Cut) bool {
	return slices.ContainsFunc(h.All(), func(p breakpoint.Place) bool { return int(cut[p.Lane]) == p.Done })
}

// TestTogether sees joint breakpoints lead where package breakpoint says.
func TestTogether(t *testing.T) {
	reach := map[debugger.Mode]func(*graph.Graph, *breakpoint.Hits, graph.Cut, breakpoint.Direction) *breakpoint.Stop{
		debugger.Optimistic: breakpoint.OCB, debugger.Pessimistic: breakpoint.PCB,
	}
	for _, c := range broken {
		d := breaking(t, c.program, c.seed, c.specs)
		must(t, d.Enable(ctx, false, 1))
		s := debugger.SessionOf(d)
		for e := 1; e <= s.Len(); e += 13 {
			for i := range 8 {
				mode, back, numbers, list := debugger.Mode(i&1), i&2 > 0, []int(nil), c.specs[1:]
				if i&4 > 0 {
					numbers, list = []int{1}, c.specs[:1]
				}
				to(t, d, fmt.Sprintf("past %d", e))
				here := s.Position().Cut.Clone()
				stop := reach[mode](testsession.Graph(s), hits(t, d, list...), here, breakpoint.Direction(back))
				switch _, err := d.Joint(ctx, mode, back, numbers...); {
				case (err == nil) != (stop.Targets > 0):
					t.Fatalf("%s: %d at %d: %v, and %d processes have places", c.program, i, e, err, stop.Targets)
				case err == nil && !slices.Equal(stop.Cut, s.Position().Cut) || err != nil && !slices.Equal(here, s.Position().Cut):
					t.Fatalf("%s: %d at %d goes to %v, not %v", c.program, i, e, s.Position().Cut, stop.Cut)
				}
			}
		}
	}
}

// TestClosedForkIsFreed closes forks with breakpoints and predicates in them, and sees that
// nothing holds their runs any more.
func TestClosedForkIsFreed(t *testing.T) {
	d := breaking(t, "bank", 3, []string{"send"})
	_, err := d.StopIf(ctx, "send by teller1")
	must(t, err)
	const forks = 5
	var freed atomic.Int32
	for range forks {
		to(t, d, "30")
		run, err := d.Fork(ctx, debugger.Fork{})
		must(t, err)
		_, err = d.Step(ctx, debugger.Step{Back: true})
		must(t, err)
		_, err = d.Variables(ctx, debugger.Plain)
		must(t, err)
		_, err = d.History(ctx, "enqueue", "", 0)
		must(t, err)
		all(t, ctx, d)
		_, err = d.Continue(ctx, true)
		must(t, err)
		_, err = d.Checkpoint(ctx, "")
		must(t, err)
		runtime.AddCleanup(debugger.SessionOf(d), func(struct{}) { freed.Add(1) }, struct{}{})
		_, err = d.CloseRun(ctx, run.Number)
		must(t, err)
	}
	for range 50 {
		if freed.Load() == forks {
			return
		}
		runtime.GC()
		runtime.Gosched()
	}
	t.Errorf("%d of %d forks were freed", freed.Load(), forks)
}
