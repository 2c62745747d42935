package debugger_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/debugger"
)

// TestLanes asks for lanes and tiles of a run, and for what is none.
func TestLanes(t *testing.T) {
	d := opened(t, "bank", 9)
	ctx := t.Context()
	lanes, err := d.Lanes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	events := 0
	var rows [][]int
	for _, l := range lanes.Rows {
		events += l.Events
		rows = append(rows, []int{l.Lane})
	}
	if events != lanes.Events || lanes.Axes[0].To != int64(events) {
		t.Errorf("the lanes have %d events, the run %d", events, lanes.Events)
	}
	tile, err := d.Tile(ctx, debugger.Window{Step: 4, Bins: 100, Rows: rows})
	if err != nil || len(tile) != len(rows) {
		t.Errorf("%d rows of %d: %v", len(tile), len(rows), err)
	}
	for _, w := range []debugger.Window{
		{Step: 1, Bins: 0}, {Step: 0, Bins: 9}, {Step: 1, Bins: 1 << 20}, {Step: 1, Bins: 1, Rows: [][]int{{len(rows)}}},
		{Step: 1, Bins: 1, Rows: [][]int{{-1}}},
	} {
		if _, err := d.Tile(ctx, w); err == nil {
			t.Errorf("%+v is a window", w)
		}
	}
}

// TestMarks wants the events of a part with their lanes.
func TestMarks(t *testing.T) {
	d := opened(t, "bank", 9)
	ctx := t.Context()
	marks, err := d.Marks(ctx, debugger.RecordedAxis, 40, 90)
	must(t, err)
	rows, err := d.Events(ctx, debugger.Span{From: 41, To: 90})
	must(t, err)
	steps := slices.DeleteFunc(rows.Rows, func(e debugger.Event) bool { return strings.HasPrefix(e.Actor, "packet") })
	if len(marks) != len(steps) {
		t.Fatalf("%d of %d steps have a mark", len(marks), len(steps))
	}
	kinds := map[string]int{}
	for i, m := range marks {
		kinds[m.Kind]++
		if lane, err := d.LaneOf(ctx, m.Event); uint64(m.Event) != steps[i].Event || err != nil || m.Lane != lane {
			t.Errorf("event %d of %s has the mark %+v", steps[i].Event, steps[i].Actor, m)
		}
	}
	if kinds["send"] == 0 || kinds["receive"] == 0 || kinds["message"] > 0 {
		t.Errorf("the marks are %v", kinds)
	}
}

// TestSnap drags the cut of single lanes, and wants the legal positions around it: the present one where nothing was
// dragged, and else the one that differs least.
func TestSnap(t *testing.T) {
	d := opened(t, "bank", 9)
	ctx, rng := t.Context(), rand.New(rand.NewPCG(1, 2))
	lanes, err := d.Lanes(ctx)
	must(t, err)
	for range 40 {
		here, err := d.Position(ctx, "past 20")
		must(t, err)
		lane, x := lanes.Rows[rng.IntN(len(lanes.Rows))], int64(rng.IntN(lanes.Events+1))
		legal, err := d.Snap(ctx, here, debugger.RecordedAxis, x, []int{lane.Lane})
		must(t, err)
		least, greatest := debugger.Places(legal.Least), debugger.Places(legal.Greatest)
		if p := least[lane.Lane]; p.Next > 0 && int64(p.Next) <= x {
			t.Errorf("%s to %d: the least position goes up to %+v", lane.Name, x, p)
		}
		if p := greatest[lane.Lane]; int64(p.Done) > x {
			t.Errorf("%s to %d: the greatest position goes up to %+v", lane.Name, x, p)
		}
		for i, p := range debugger.Places(here) {
			if i != lane.Lane && (least[i].Done < p.Done || greatest[i].Done > p.Done) {
				t.Errorf("%s to %d: lane %d stands at %+v, and comes to %+v and %+v", lane.Name, x, i, p, least[i], greatest[i])
			}
		}
	}
}

// TestFloating wants the philosophers to wait for each other in a ring, and messages to be held where the bank's
// position leaves out one that arrived earlier.
func TestFloating(t *testing.T) {
	d := opened(t, "philosophers", 26)
	f, err := d.Floating(t.Context())
	must(t, err)
	ring := slices.DeleteFunc(f.Waits, func(w debugger.WaitFor) bool { return !w.InCycle })
	for _, w := range ring {
		waitsIn := func(o debugger.WaitFor) bool { return o.Lane == w.On[0] }
		if len(w.On) != 1 || !w.Begun || !slices.ContainsFunc(ring, waitsIn) {
			t.Errorf("%+v is in a ring", w)
		}
	}
	if len(ring) < 2 {
		t.Errorf("%d threads wait in a ring", len(ring))
	}
	d = opened(t, "bank", 9)
	to(t, d, "past 150")
	f, err = d.Floating(t.Context())
	must(t, err)
	if len(f.Held) != 1 || len(f.Held[0].After) == 0 {
		t.Errorf("these messages are held: %+v", f.Held)
	}
}

// marked are the events that an overview marks as a kind.
func marked(o *debugger.Overview, kind string) (events []int) {
	for _, m := range o.Marks {
		if m.Kind == kind {
			events = append(events, m.Events...)
		}
	}
	return events
}

// TestOverview wants what was set to be seen on the overview.
func TestOverview(t *testing.T) {
	d := opened(t, "bank", 9)
	ctx := t.Context()
	b, err := d.Break(ctx, "send", false)
	must(t, err)
	stop, err := d.StopIf(ctx, "blocked by teller1.1")
	must(t, err)
	o, err := d.Overview(ctx, debugger.RecordedAxis, 50, nil, "")
	must(t, err)
	kinds := map[string]int{}
	for _, m := range o.Marks {
		kinds[m.Kind] += len(m.Events)
	}
	out, err := d.Output(ctx)
	must(t, err)
	var rises []int // where the condition comes to hold
	held := false
	for n := range 319 {
		to(t, d, strconv.Itoa(n+1))
		stops, err := d.Stops(ctx)
		must(t, err)
		if stops[0].Holds && !held {
			rises = append(rises, n+1)
		}
		held = stops[0].Holds
	}
	if seen := marked(o, "stop"); len(rises) < 2 || !slices.Equal(seen, rises) {
		t.Errorf("%s is seen at %v, and satisfied from %v on", stop, seen, rises)
	}
	if kinds["breakpoint"] != b.Hits || len(out) > 0 && kinds["output"] == 0 {
		t.Errorf("%v are seen; there are %d hits and %d lines", kinds, b.Hits, len(out))
	}
}
