package diagram_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/picture/diagram"
	"machsim/debugger/query/halt"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// TestReplays draws replays that debuggers halt: in each picture are the events of threads in the first state that
// satisfies the predicate, each below all that it depends on, and an arrow for every control message of a thread or
// the debugger process, downwards.
func TestReplays(t *testing.T) {
	drawn, requests := 0, 0
	try := func(s *session.Session, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 5))
		for range 3 {
			text := somewhere(s, rng) + " and " + somewhere(s, rng)
			p, err := s.Predicate(text)
			if err != nil || p.Conjunction() != nil {
				continue
			}
			o := diagram.Control{Predicate: text, Delay: 1 + rng.IntN(6), Seed: rng.Uint64N(2)}
			e, err := p.Effort(halt.Control{Delay: o.Delay, Seed: o.Seed, Trace: true})
			if err != nil {
				t.Fatal(err)
			}
			d, err := diagram.Of(s, diagram.Options{Control: &o})
			if (err == nil) != (e != nil) {
				t.Fatalf("%s seed %d, %s: halts at %v, and is drawn with %v", s.Program.Name, seed, text, e, err)
			}
			if e != nil {
				drawn++
				requests += replays(t, s, d, e)
				apart(t, d)
				_ = d.Text(diagram.Screen{Width: 60})
				_ = draw(t, s, diagram.Options{Control: &o, Slide: true, Rows: diagram.FoldAlways}).SVG()
			}
		}
	}
	for _, p := range effort.Some(programs.All, 8) {
		try(testsession.OpenRecording(t, p, recording(p, 3)), 3)
	}
	for seed := range uint64(effort.Of(6)) {
		p := randprog.Program(seed, randprog.Size{Hosts: 2, Tasks: 3, Threads: 2, Calls: 12})
		try(testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 400}), seed)
	}
	if drawn == 0 || requests == 0 {
		t.Errorf("%d replays were drawn, with %d requests", drawn, requests)
	}
}

// somewhere is the condition that a thread is in a call, or has sent.
func somewhere(s *session.Session, rng *rand.Rand) string {
	for {
		if id := s.ThreadIn(rng.IntN(s.Lanes())); id != 0 {
			return []string{"blocked by ", "after send by thread "}[rng.IntN(2)] + s.Final().ThreadName(id)
		}
	}
}

// replays looks at the picture of a replay. It returns the number of its requests that have both ends.
func replays(t *testing.T, s *session.Session, d *diagram.Diagram, e *halt.Effort) (requests int) {
	t.Helper()
	at, seen := map[int]int{}, 0
	for i, x := range d.Events {
		if i > 0 && x.Index <= d.Events[i-1].Index {
			t.Fatalf("%s: event %d is not below the one before it", d.Title(), x.Of)
		}
		if x.Of > 0 {
			at[x.Of-1] = x.Index
			if seen++; !testsession.Graph(s).Holds(e.Cut, x.Of-1) {
				t.Fatalf("%s: event %d is not needed", d.Title(), x.Of)
			}
		}
	}
	all := 0
	for lane, n := range e.Cut {
		if s.ThreadIn(lane) != 0 {
			all += int(n)
		}
	}
	if seen != all {
		t.Fatalf("%s: %d of %d events are drawn", d.Title(), seen, all)
	}
	for event, place := range at {
		for cause, other := range at {
			if testsession.Graph(s).Before(cause, event) && other >= place {
				t.Fatalf("%s: event %d is above event %d, on which it depends", d.Title(), event+1, cause+1)
			}
		}
	}
	ends, want := [2]int{}, [2]int{}
	for _, a := range d.Arrows {
		if a.To != diagram.Nowhere && a.From != diagram.Nowhere && a.From >= a.To {
			t.Fatalf("%s: %+v leads upwards", d.Title(), a)
		}
		if k := slices.Index([]diagram.Flow{diagram.Request, diagram.Ack}, a.Kind); k >= 0 {
			ends[k]++
			if k == 0 && a.FromLane >= 0 && a.ToLane >= 0 {
				requests++
			}
		}
	}
	of := func(lane int) bool { return lane == halt.Debugger || s.ThreadIn(lane) != 0 }
	for _, m := range e.Moves {
		if m.Kind == halt.MoveGets && (of(m.Lane) || of(m.Other)) {
			k := 0
			if m.Ack {
				k = 1
			}
			want[k]++
		}
	}
	if ends != want {
		t.Fatalf("%s: %v requests and acknowledgements are drawn, of %v", d.Title(), ends, want)
	}
	return requests
}

// TestMarkers draws the markers of halted runs: each has a row and an arrow, from an earlier event or the debugger
// process.
func TestMarkers(t *testing.T) {
	flows := map[diagram.Flow]int{}
	for _, p := range effort.Some(programs.All, 8) {
		s, _ := testsession.Halted(t, p, 1, 20, 40)
		if len(s.Final().Halt.Issued) == 0 {
			s.Close()
			continue
		}
		d := draw(t, s, diagram.Options{From: 1, To: s.Len(), Control: &diagram.Control{}})
		arrives := markers(t, s)
		for _, e := range d.Events {
			if e.Of > 0 && (e.Kind == diagram.Told || e.Kind == diagram.Halt) {
				delete(arrives, e.Of)
			}
		}
		if len(arrives) > 0 {
			t.Fatalf("%s: the arrivals of markers %v are not drawn", d.Title(), arrives)
		}
		into := map[int]int{}
		for _, a := range d.Arrows {
			if a.Kind != diagram.Request && a.Kind != diagram.Marker {
				continue
			}
			flows[a.Kind]++
			if into[a.To]++; a.From >= a.To || a.FromLane == diagram.Nowhere {
				t.Fatalf("%s: the marker %+v is from nobody", d.Title(), a)
			}
		}
		for _, e := range d.Events {
			if e.Of > 0 && e.Kind == diagram.Told && into[e.Index] != 1 {
				t.Fatalf("%s: %d arrows lead to event %d", d.Title(), into[e.Index], e.Of)
			}
		}
		apart(t, d)
		_ = d.Text(diagram.Screen{Width: 60})
		for _, o := range []diagram.Options{{From: s.Len() / 2, To: s.Len()}, {To: 1}} {
			o.Control = &diagram.Control{}
			apart(t, draw(t, s, o))
		}
		_ = draw(t, s, diagram.Options{Control: &diagram.Control{}, Slide: true}).SVG()
		s.Close()
	}
	if flows[diagram.Request] == 0 || flows[diagram.Marker] == 0 {
		t.Errorf("the arrows are %v", flows)
	}
}

// markers are the events of a halted run in which markers and reports arrive at tasks that have threads.
func markers(t *testing.T, s *session.Session) map[int]bool {
	t.Helper()
	all := map[int]bool{}
	must := s.Events(0, s.Len(), func(e *kernel.Event) {
		if p := e.Packet; p != nil && p.Kind >= kernel.PacketPredicate && p.Task != 0 && e.Actor.Packet != 0 {
			threads := e.State.Tasks.At(uint32(p.Task)).Threads
			shown := slices.ContainsFunc(threads, func(id kernel.ThreadID) bool { return s.LaneOf(id) >= 0 })
			if shown || p.Kind == kernel.PacketReport {
				all[int(e.Step)] = true
			}
		}
	})
	if must != nil {
		t.Fatal(must)
	}
	return all
}
