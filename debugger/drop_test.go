package debugger_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/programs"
)

// TestLiveKept makes a live run go on whose recording is bounded: what was put down at events that are dropped goes
// with them, and is told; what is younger stays where it is, and a position from before is known to be gone.
func TestLiveKept(t *testing.T) {
	d := liveKept(t)
	to := func(text string) debugger.Position {
		t.Helper()
		p, err := d.Position(ctx, text)
		must(t, err)
		to(t, d, text)
		return p
	}
	early := to("1000")
	_, err := d.Checkpoint(ctx, "early")
	must(t, err)
	_, err = d.Note(ctx, "young enough")
	must(t, err)
	to("150000")
	if _, err := d.Goto(ctx, early); err == nil || !strings.Contains(err.Error(), "were dropped") {
		t.Errorf("one goes to a position that was dropped: %v", err)
	}
	if _, err := d.Rollback(ctx, "early"); err == nil {
		t.Error("the checkpoint is there")
	}
	told := strings.Join(d.Notices(), "; ")
	if !strings.Contains(told, "checkpoint early, note 1") {
		t.Errorf("told is %q", told)
	}
	_, err = d.Checkpoint(ctx, "late")
	must(t, err)
	start := func() int {
		p, err := d.Position(ctx, "start")
		must(t, err)
		return p.Events()
	}
	for was, n := start(), 0; start() == was && n < 7; n++ {
		_, err = d.Step(ctx, debugger.Step{N: 5000})
		must(t, err)
	}
	m, err := d.Rollback(ctx, "late")
	must(t, err)
	if got := m.Here.Position.String(); got != "150000" {
		t.Errorf("the checkpoint is after event %s", got)
	}
	if n := start(); n < 80_000 || n > 145_000 {
		t.Errorf("the run begins after event %d", n)
	}
	if _, err := d.Position(ctx, "3"); err == nil || !strings.Contains(err.Error(), "event 3 was dropped") {
		t.Errorf("there is a position 3: %v", err)
	}
}

// liveKept begins a live run of which some 40,000 events are kept.
func liveKept(t *testing.T) *debugger.Debugger {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "x.rec"))
	must(t, err)
	parts, err := record.NewParts(f, record.Keep{Events: 40_000})
	must(t, err)
	o := runner.New(programs.Find("stock"), 3)
	o.Args, o.Lines = map[string]string{"orders": "0"}, true
	o.Record = record.Start(parts, o.Setup().Header())
	d, err := debugger.Open(ctx, debugger.Source{Run: o, Live: true, Limit: runner.Endless}, debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// TestLiveKeptUndone: of commands that fail after the run has dropped events nothing is left but that. What was put
// down before is where it was, or is gone with the events, and one stands where one stood, or where the run begins.
func TestLiveKeptUndone(t *testing.T) {
	d := liveKept(t)
	put := func(ctx context.Context, name string) {
		t.Helper()
		_, err := d.Checkpoint(ctx, name)
		must(t, err)
		_, err = d.Note(ctx, name)
		must(t, err)
		_, err = d.Break(ctx, "receive by keeper", false)
		must(t, err)
	}
	there := func() (all []string) {
		t.Helper()
		checkpoints, err := d.Checkpoints(ctx)
		must(t, err)
		notes, err := d.Notes(ctx)
		must(t, err)
		breakpoints, err := d.Breakpoints(ctx)
		must(t, err)
		for _, c := range checkpoints {
			all = append(all, c.Name+" at "+c.Position.String())
		}
		for _, n := range notes {
			all = append(all, "note "+n.Text+" at "+n.Position.String())
		}
		return append(all, fmt.Sprint(len(breakpoints), " breakpoints"))
	}
	fails := errors.New("it fails")
	further := func(events string) {
		t.Helper()
		err := d.Do(ctx, "several", func(ctx context.Context) error {
			put(ctx, "bad")
			p, err := d.Position(ctx, events)
			must(t, err)
			_, err = d.Goto(ctx, p)
			must(t, err)
			_, err = d.Checkpoint(ctx, "worse")
			must(t, err)
			return fails
		})
		if !errors.Is(err, fails) {
			t.Error(err)
		}
	}
	start := func() string {
		p, err := d.Position(ctx, "start")
		must(t, err)
		return p.String()
	}
	here := func() string {
		h, err := d.Here(ctx)
		must(t, err)
		return h.Position.String()
	}
	to(t, d, "1000")
	put(ctx, "early")
	to(t, d, "95000")
	put(ctx, "late")
	was := start()
	there() // with the hits of breakpoints
	further("end+30000")
	want := []string{"late at 95000", "note late at 95000", "2 breakpoints"}
	_, err := d.Break(ctx, "receive by keeper", false)
	must(t, err)
	if all, err := d.Breakpoints(ctx); err != nil || all[0].Hits != all[2].Hits {
		t.Errorf("the same breakpoint is hit %d and %d times: %v", all[0].Hits, all[2].Hits, err)
	}
	_, _, err = d.Delete(ctx, 3)
	must(t, err)
	if got := there(); start() == was || !slices.Equal(got, want) || here() != "95000" {
		t.Errorf("after event %s from %s: %q, not %q", here(), start(), got, want)
	}
	further("end+200000")
	if got := there(); !slices.Equal(got, want[2:]) || here() != start() {
		t.Errorf("after event %s from %s: %q", here(), start(), got)
	}
}

// TestBackToHorizon goes back to the beginning of the last part of a run, wherever that is: by breakpoints, and by a
// stop whose condition holds there already. Around there are no events from before.
func TestBackToHorizon(t *testing.T) {
	data, err := opened(t, "philosophers", 3).Data(ctx)
	must(t, err)
	for last := uint64(2); last < 40; last++ {
		d, err := debugger.Open(ctx, debugger.Source{Data: data}, debugger.Options{
			Find: debugger.ByName(programs.Find), Window: debugger.RunWindow{Last: last}})
		must(t, err)
		_, err = d.Break(ctx, "lock by table.kant", false)
		must(t, err)
		_, err = d.StopIf(ctx, "blocked by 1")
		must(t, err)
		start, err := d.Position(ctx, "start")
		must(t, err)
		for _, from := range []string{"end", "start+2"} {
			to(t, d, from)
			for at := start.Events() + 1; at > start.Events(); {
				m, err := d.Continue(ctx, true)
				must(t, err)
				at = m.Here.Position.Events()
			}
		}
		x, err := d.Events(ctx, debugger.Span{Thread: "table.1", From: -1, To: -1})
		if err != nil || x.From <= start.Events() {
			t.Errorf("the last %d events: %v, those around begin with %d", last, err, x.From)
		}
		d.Close()
	}
}
