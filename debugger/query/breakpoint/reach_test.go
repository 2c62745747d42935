package breakpoint_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// maxCuts is how many consistent cuts a run may have to be looked at.
const maxCuts = 3000

// lattice is all consistent cuts of a run, found from the definition: the order of each
// lane, and the edges between lanes, closed.
type lattice struct {
	g    *graph.Graph
	past [][]bool // past[b][a]: event a happened before event b
	cuts []graph.Cut
}

// newLattice returns nil if there are too many cuts.
func newLattice(g *graph.Graph) *lattice {
	x := &lattice{g: g, past: make([][]bool, g.Tape.Len())}
	lines := map[kernel.TaskID]int{} // last event, plus 1, of tasks whose threads share variables
	for e := range x.past {
		x.past[e] = make([]bool, g.Tape.Len())
		if n := g.Tape.Nth(e); n > 0 {
			x.after(e, g.Tape.Lanes[g.Tape.Lane(e)].Event(n-1))
		}
		g.Into(e, func(d graph.Edge) {
			if d.Kind != graph.Arrival {
				x.after(e, d.From)
			}
		})
		if id := g.Tape.Lanes[g.Tape.Lane(e)].Thread; id != 0 {
			if task := g.Tape.End.Threads.At(uint32(id)).Task; g.Serialized(task) {
				if lines[task] > 0 {
					x.after(e, lines[task]-1)
				}
				lines[task] = e + 1
			}
		}
	}
	if !x.enumerate() {
		return nil
	}
	return x
}

func (x *lattice) after(b, a int) {
	x.past[b][a] = true
	for e, before := range x.past[a] {
		x.past[b][e] = x.past[b][e] || before
	}
}

// enumerate finds all cuts from the start on, by taking one event after the other.
func (x *lattice) enumerate() bool {
	seen := map[string]bool{}
	x.cuts = []graph.Cut{x.g.Start()}
	for i := 0; i < len(x.cuts); i++ {
		for lane := range x.cuts[i] {
			c := x.cuts[i].Clone()
			if l := &x.g.Tape.Lanes[lane]; int(c[lane]) < l.Len() && x.enabled(c, l.Event(int(c[lane]))) {
				c[lane]++
				if key := fmt.Sprint(c); !seen[key] {
					seen[key] = true
					x.cuts = append(x.cuts, c)
				}
			}
		}
		if len(x.cuts) > maxCuts {
			return false
		}
	}
	return true
}

func (x *lattice) enabled(c graph.Cut, event int) bool {
	for e, before := range x.past[event] {
		if before && uint32(x.g.Tape.Nth(e)) >= c[x.g.Tape.Lane(e)] {
			return false
		}
	}
	return true
}

// extreme is the cut among those that ok accepts that all others are within (greatest) or
// that is within all others; nil if there is none.
func (x *lattice) extreme(greatest bool, ok func(graph.Cut) bool) graph.Cut {
	var all []graph.Cut
	for _, c := range x.cuts {
		if ok(c) {
			all = append(all, c)
		}
	}
	for _, c := range all {
		if !slices.ContainsFunc(all, func(d graph.Cut) bool {
			return greatest && !d.Within(c) || !greatest && !c.Within(d)
		}) {
			return c
		}
	}
	return nil
}

// naive is OCB and PCB from their definitions; places are those of the processes of P.
func (x *lattice) naive(places map[int]uint32, at graph.Cut, m breakpoint.Mode, d breakpoint.Direction) graph.Cut {
	return x.extreme(m == breakpoint.Optimistic, func(c graph.Cut) bool {
		if m == breakpoint.Optimistic && d == breakpoint.Backward && !c.Within(at) ||
			m == breakpoint.Pessimistic && d == breakpoint.Forward && !at.Within(c) {
			return false
		}
		for lane, n := range places {
			if m == breakpoint.Optimistic && c[lane] > n || m == breakpoint.Pessimistic && c[lane] < n {
				return false
			}
		}
		return true
	})
}

// places are those that a motion aims at, found by looking at all.
func places(h *breakpoint.Hits, at graph.Cut, d breakpoint.Direction) map[int]uint32 {
	p := map[int]uint32{}
	for _, x := range h.All() {
		n, known := p[x.Lane]
		switch here := at[x.Lane]; {
		case d == breakpoint.Forward && x.Done > int(here) && (!known || x.Done < int(n)),
			d == breakpoint.Backward && x.Done < int(here) && (!known || x.Done > int(n)):
			p[x.Lane] = uint32(x.Done)
		}
	}
	return p
}

// specs are breakpoints that fit any run.
var specs = []string{
	"send", "receive", "after receive", "lock", "unlock", "after lock", "signal", "wait", "fork", "after fork",
	"thread-exit", "task-exit", "after task-exit", "port-create", "port-destroy", "timeout", "print",
	"call mach_msg", "send count 2", "receive every 2", "after send count 2+", "call random", "call mutex_lock",
	"call thread_switch", "call mach_port_allocate", "task-create", "after call start",
}

// hits are some breakpoints of a run together.
func hits(t *testing.T, r *predicate.Run, rng *rand.Rand) *breakpoint.Hits {
	var all []*breakpoint.Hits
	for range 1 + rng.IntN(3) {
		all = append(all, match(t, r, specs[rng.IntN(len(specs))]))
	}
	return breakpoint.Union(all...)
}

// small is a small run, and all its cuts.
type small struct {
	name string
	g    *graph.Graph
	r    *predicate.Run
	x    *lattice
}

// smallRuns are runs of random programs and of the sample programs; the same for all tests.
var smallRuns = sync.OnceValue(func() (all []small) {
	one := func(name string, p *kernel.Program, cfg kernel.Config) {
		g, r := take(p, cfg)
		if x := newLattice(g); x != nil && g.Tape.Len() > 0 {
			all = append(all, small{name, g, r, x})
		}
	}
	seeds := effort.Of(uint64(30))
	for seed := range seeds {
		size := randprog.Size{Hosts: 1 + int(seed%2), Tasks: 2, Threads: 1 + int(seed/2%2), Calls: 8}
		cfg := kernel.Config{Seed: seed, MaxSteps: 14 + seed%12, Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true}
		one(fmt.Sprint("random ", seed), randprog.Program(seed, size), cfg)
	}
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(2)) {
			one(fmt.Sprint(p.Name, " ", seed), p, kernel.Config{Seed: seed, MaxSteps: 12 + 2*seed})
		}
	}
	return all
})

// eachSmall visits the small runs.
func eachSmall(t *testing.T, visit func(name string, g *graph.Graph, r *predicate.Run, x *lattice)) {
	cuts := 0
	for _, s := range smallRuns() {
		cuts += len(s.x.cuts)
		visit(s.name, s.g, s.r, s.x)
	}
	t.Logf("%d runs with %d cuts", len(smallRuns()), cuts)
}

// TestReach compares with the definitions, evaluated over all consistent cuts.
func TestReach(t *testing.T) {
	aimed := 0
	eachSmall(t, func(name string, g *graph.Graph, r *predicate.Run, x *lattice) {
		rng := rand.New(rand.NewPCG(uint64(g.Tape.Len()), 1))
		for range 6 {
			h := hits(t, r, rng)
			at := x.cuts[rng.IntN(len(x.cuts))]
			for _, m := range []breakpoint.Mode{breakpoint.Optimistic, breakpoint.Pessimistic} {
				for _, d := range []breakpoint.Direction{breakpoint.Forward, breakpoint.Backward} {
					p := places(h, at, d)
					aimed += len(p)
					s := stop(g, h, at, m, d)
					if diff := cmp.Diff(x.naive(p, at, m, d), s.Cut); diff != "" {
						t.Fatalf("%s from %v, mode %v, backward %t, places %v: (-naive +computed)\n%s", name, at, m, d, p, diff)
					}
					x.checkRows(t, name, s, p, at, m, d)
				}
			}
		}
	})
	if aimed < 50 {
		t.Errorf("only %d places were aimed at", aimed)
	}
}

func stop(g *graph.Graph, h *breakpoint.Hits, at graph.Cut, m breakpoint.Mode,
	d breakpoint.Direction) *breakpoint.Stop {
	if m == breakpoint.Optimistic {
		return breakpoint.OCB(g, h, at, d)
	}
	return breakpoint.PCB(g, h, at, d)
}

// checkRows checks the reasons against the definition.
func (x *lattice) checkRows(t *testing.T, name string, s *breakpoint.Stop, p map[int]uint32, at graph.Cut,
	m breakpoint.Mode, d breakpoint.Direction) {
	t.Helper()
	arrived := 0
	for _, r := range s.Rows {
		place, aimed := p[r.Lane]
		if (r.Why == breakpoint.AtBreakpoint) != (aimed && s.Cut[r.Lane] == place) ||
			(r.Why == breakpoint.Passed) != (aimed && s.Cut[r.Lane] > place) {
			t.Fatalf("%s: %v, but its place is %d", name, r, place)
		}
		if r.InP && (r.Chance == breakpoint.Reachable) != aimed {
			t.Fatalf("%s: %v, but its place is %d", name, r, place)
		}
		switch r.Why {
		case breakpoint.AtBreakpoint:
			arrived++
		case breakpoint.Needed:
			if d == breakpoint.Forward && s.Cut[r.Lane] == at[r.Lane] {
				t.Fatalf("%s from %v to %v: %v", name, at, s.Cut, r)
			}
			x.checkNeeded(t, name, s, r, p)
		case breakpoint.Passed:
			x.checkNeeded(t, name, s, r, p)
		case breakpoint.Held, breakpoint.Blocked:
			x.checkHeld(t, name, s, r, p)
		case breakpoint.Still:
			if s.Cut[r.Lane] != at[r.Lane] {
				t.Fatalf("%s from %v to %v, mode %v: %v", name, at, s.Cut, m, r)
			}
		case breakpoint.Spare:
			if s.Cut[r.Lane] != 0 || m == breakpoint.Optimistic || d == breakpoint.Forward {
				t.Fatalf("%s from %v to %v, mode %v: %v", name, at, s.Cut, m, r)
			}
		case breakpoint.Over, breakpoint.Doomed, breakpoint.Stuck, breakpoint.Cut:
			if r.Done != r.Of || r.Why != x.end(s.Cut, r) {
				t.Fatalf("%s: %v, but it has done %d of %d events, and then %v", name, r, r.Done, r.Of, x.end(s.Cut, r))
			}
		}
	}
	if arrived != s.Arrived || len(p) != s.Targets {
		t.Fatalf("%s: %d of %d have arrived; it says %d of %d", name, arrived, len(p), s.Arrived, s.Targets)
	}
}

// end is how a thread ends up that takes no further step.
func (x *lattice) end(c graph.Cut, r breakpoint.Row) breakpoint.Reason {
	why := breakpoint.Cut
	if r.Thread != 0 {
		switch x.g.Tape.End.Threads.At(uint32(r.Thread)).Status {
		case kernel.Blocked:
			why = breakpoint.Stuck
		case kernel.Ended:
			why = breakpoint.Over
		}
	}
	x.g.Tape.Ends(func(e tape.End) {
		if e.Thread == r.Thread && e.Event == r.By && !x.g.Holds(c, e.Event) {
			why = breakpoint.Doomed
		}
	})
	return why
}

// checkNeeded: the last event comes before another process gets to its place.
func (x *lattice) checkNeeded(t *testing.T, name string, s *breakpoint.Stop, r breakpoint.Row, p map[int]uint32) {
	t.Helper()
	if r.Root < 0 {
		if r.Why == breakpoint.Passed {
			return // it was beyond its place from the start
		}
		t.Fatalf("%s: %v: nobody needs it", name, r)
	}
	last := x.g.Tape.Lanes[r.Lane].Event(r.Done - 1)
	lane := x.g.Tape.Lane(r.Root)
	if !x.past[r.Root][last] || !x.past[r.By][last] || r.By != r.Root && !x.past[r.Root][r.By] ||
		uint32(x.g.Tape.Nth(r.Root))+1 != p[lane] {
		t.Fatalf("%s: %v, event %d is not needed so", name, r, last)
	}
}

// checkHeld: the next event needs one past the place of another process, and directly one
// that is not in the cut.
func (x *lattice) checkHeld(t *testing.T, name string, s *breakpoint.Stop, r breakpoint.Row, p map[int]uint32) {
	t.Helper()
	place, aimed := p[x.g.Tape.Lane(r.Root)]
	if !aimed || uint32(x.g.Tape.Nth(r.Root)) < place || !x.past[r.Event][r.Root] {
		t.Fatalf("%s: %v: event %d does not need %d past a place", name, r, r.Event, r.Root)
	}
	if r.By >= 0 && (x.g.Holds(s.Cut, r.By) || !x.past[r.Event][r.By]) {
		t.Fatalf("%s: %v: event %d does not wait for %d", name, r, r.Event, r.By)
	}
}

// TestRepeat takes runs again, and stops them again: everything is the same.
func TestRepeat(t *testing.T) {
	for _, p := range effort.Some(programs.All, 8) {
		for seed := range effort.Of(uint64(1)) {
			var first []*breakpoint.Stop
			for again := range 3 {
				g, r := take(p, kernel.Config{Seed: seed, MaxSteps: 500})
				rng := rand.New(rand.NewPCG(seed, 3))
				var stops []*breakpoint.Stop
				for range 5 {
					h := hits(t, r, rng)
					at := g.GreatestBelow(g.First(rng.IntN(g.Tape.Len())))
					stops = append(stops, breakpoint.OCB(g, h, at, breakpoint.Forward), breakpoint.PCB(g, h, at, breakpoint.Forward),
						breakpoint.OCB(g, h, at, breakpoint.Backward), breakpoint.PCB(g, h, at, breakpoint.Backward))
				}
				if again == 0 {
					first = stops
				} else if diff := cmp.Diff(first, stops); diff != "" {
					t.Fatalf("%s, seed %d: another time (-first +now):\n%s", p.Name, seed, diff)
				}
			}
		}
	}
}

// TestBetween says that the two cuts of breakpoints that can be reached together enclose
// all others: the optimistic one holds the pessimistic one.
func TestBetween(t *testing.T) {
	together := 0
	eachSmall(t, func(name string, g *graph.Graph, r *predicate.Run, x *lattice) {
		rng := rand.New(rand.NewPCG(uint64(g.Tape.Len()), 4))
		for range 5 {
			h := hits(t, r, rng)
			o, p := breakpoint.OCB(g, h, g.Start(), breakpoint.Forward), breakpoint.PCB(g, h, g.Start(), breakpoint.Forward)
			at := places(h, g.Start(), breakpoint.Forward)
			exists := slices.ContainsFunc(x.cuts, func(c graph.Cut) bool {
				for lane, n := range at {
					if c[lane] != n {
						return false
					}
				}
				return true
			})
			if exists != (o.Arrived == o.Targets) || exists != (p.Arrived == p.Targets) || exists && !p.Cut.Within(o.Cut) {
				t.Fatalf("%s: together %t, OCB %v with %d, PCB %v with %d of %d", name, exists,
					o.Cut, o.Arrived, p.Cut, p.Arrived, p.Targets)
			}
			if exists && len(at) > 1 {
				together++
			}
		}
	})
	if together == 0 {
		t.Error("no breakpoints of several processes could be reached together")
	}
}
