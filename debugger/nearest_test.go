package debugger_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/internal/lab/hooked"
	"machsim/test/effort"
)

// atLines sets breakpoints at lines and on variables of the lab, all in one call.
func atLines(t *testing.T, d *debugger.Debugger) {
	t.Helper()
	var wanted []debugger.Wanted
	for _, text := range []string{"work", "watch work.x", "wwatch work.x", "awatch work.x", "rwatch work.x"} {
		wanted = append(wanted, debugger.Wanted{Text: text})
	}
	files, err := d.SourceFiles(ctx)
	must(t, err)
	for _, path := range files {
		lines, err := d.StatementLines(ctx, path)
		must(t, err)
		for _, n := range lines {
			wanted = append(wanted, debugger.Wanted{Text: fmt.Sprintf("%s:%d", text.FileName(path), n)})
		}
	}
	all, err := d.BreakAll(ctx, wanted)
	must(t, err)
	for i, x := range all {
		one, err := d.Break(ctx, wanted[i].Text, false)
		if x.Err != nil || err != nil || one.Hits != x.Hits {
			t.Fatalf("%s: %+v alone, %+v with others", wanted[i].Text, one, x)
		}
		_, _, err = d.Delete(ctx, one.Number)
		must(t, err)
	}
}

// strays goes somewhere.
func strays(d *debugger.Debugger, r *rand.Rand) {
	threads, _ := d.Names(ctx, debugger.Threads)
	thread := threads[r.IntN(len(threads))]
	mode, back := debugger.Mode(r.IntN(2)), r.IntN(2) == 0
	switch r.IntN(4) {
	case 0:
		p, err := d.Position(ctx, fmt.Sprint(r.IntN(debugger.SessionOf(d).Len()+1)))
		if err == nil {
			_, _ = d.Goto(ctx, p)
		}
	case 1:
		_, _ = d.Step(ctx, debugger.Step{Thread: thread, Back: back, N: 1 + r.IntN(3), Mode: mode})
	default:
		_, _ = d.StepLine(ctx, debugger.LineStep{Thread: thread, Kind: debugger.Into, Back: back, N: 1 + r.IntN(9),
			Mode: mode, Statements: r.IntN(2) == 0})
	}
}

// TestNearestPlace compares which places are nearest with a look at all of them, wherever the run stands.
func TestNearestPlace(t *testing.T) {
	d := openLab(t, &lab.Steps2)
	atLines(t, d)
	r := rand.New(rand.NewPCG(1, 2))
	for range effort.Of(300) {
		if got, want := debugger.NearestHits(d), debugger.NaiveHits(d); !slices.Equal(got, want) {
			h, _ := d.Here(ctx)
			t.Fatalf("at %s: %v, and by a look at all %v", h.Position, got, want)
		}
		strays(d, r)
	}
}

// TestStopsBothWays: forwards and back Continue stops at the same places.
func TestStopsBothWays(t *testing.T) {
	d := openLab(t, &lab.Steps2)
	for _, text := range []string{"work", "wwatch work.x", "rwatch work.x"} {
		_, err := d.Break(ctx, text, false)
		must(t, err)
	}
	var ways [2][]string
	for i, back := range []bool{true, false} {
		for {
			m, err := d.Continue(ctx, back)
			must(t, err)
			if m.Stopped == nil {
				break
			}
			ways[i] = append(ways[i], m.Here.Position.String())
		}
	}
	slices.Reverse(ways[0])
	if !slices.Equal(ways[0], ways[1]) || len(ways[0]) < 30 {
		t.Errorf("back it stops at\n%v, and forwards at\n%v", ways[0], ways[1])
	}
}
