package diagram_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/picture/diagram"
	"machsim/debugger/replay/graph"
	"machsim/programs"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestHalts wants every process of a halted run to be marked where it halted, at the lanes
// of all its threads, after which nothing happens in them.
func TestHalts(t *testing.T) {
	marks, arrows := 0, 0
	for _, p := range programs.All {
		for seed := range uint64(2) {
			s, _ := testsession.Halted(t, p, seed, 20, 40)
			d := draw(t, s, diagram.Options{From: 1, To: s.Len()})
			at := map[string]int{}
			for _, h := range s.Final().Halt.Halted {
				at[s.Final().TaskName(h.Task)] = int(h.Event) - 1
			}
			for i, l := range d.Lanes {
				if h, ok := at[l.Task]; ok && len(l.Spans) > 0 {
					marks += stops(t, d, i, h)
				}
			}
			arrows += passesOn(t, d)
			apart(t, d)
			cut := testrun.Cut(testsession.Graph(s), rand.New(rand.NewPCG(seed, 2)))
			if err := s.MoveTo(graph.At(cut)); err != nil {
				t.Fatal(err)
			}
			divides(t, s)
			s.Close()
		}
	}
	if marks == 0 || arrows == 0 {
		t.Errorf("%d lanes were marked, %d arrows drawn", marks, arrows)
	}
}

// stops wants a lane to be marked as halted with an event, and to do nothing after that. It
// returns how many marks there are: none if its thread had ended before.
func stops(t *testing.T, d *diagram.Diagram, lane, at int) int {
	t.Helper()
	l := d.Lanes[lane]
	for _, e := range d.Events {
		if e.Lane == lane && e.Index > at {
			t.Fatalf("%s: %s halted with event %d, and did event %d", d.Title(), l.Name, at+1, e.Number())
		}
		if e.Lane == lane && e.Kind == diagram.End || l.Killed >= 0 {
			return 0
		}
	}
	if l.Halted != at || l.Spans[len(l.Spans)-1].To > at && l.Spans[len(l.Spans)-1].From < at {
		t.Fatalf("%s: %s halted with event %d, and is marked at event %d, its life %+v",
			d.Title(), l.Name, at+1, l.Halted+1, l.Spans)
	}
	return 1
}

// passesOn wants the arrows of halt markers to lead from a process that halted to one that
// halted later, and every process that halted by a marker to have one.
func passesOn(t *testing.T, d *diagram.Diagram) (n int) {
	t.Helper()
	into := map[int]int{}
	for _, a := range d.Arrows {
		if a.Kind == diagram.Marker {
			into[a.To]++
			n++
			if a.From >= a.To || a.FromLane < 0 || d.Lanes[a.FromLane].Halted != a.From {
				t.Fatalf("%s: the marker %+v is from nobody who halted", d.Title(), a)
			}
		}
	}
	for _, e := range d.Events {
		if e.Kind == diagram.Halt && into[e.Index] != 1 {
			t.Fatalf("%s: %d markers lead to event %d", d.Title(), into[e.Index], e.Number())
		}
	}
	return n
}

// TestHalted holds the end of a halted run against a file.
func TestHalted(t *testing.T) {
	s, _ := testsession.Halted(t, programs.Find("bank"), 9, 60, 80)
	n := s.Len()
	text := draw(t, s, diagram.Options{From: n - 40, To: n}).Text(diagram.Screen{Width: 110})
	golden(t, "halted", text+draw(t, s, diagram.Options{From: n - 40, To: n}).Text(diagram.Screen{Width: 80, ASCII: true}))
}
