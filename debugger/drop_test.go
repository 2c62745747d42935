package debugger_test

import (
	"context"
	"os"
	"path/filepath"
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
	f, err := os.Create(filepath.Join(t.TempDir(), "x.rec"))
	must(t, err)
	parts, err := record.NewParts(f, record.Keep{Events: 40_000})
	must(t, err)
	o := runner.New(programs.Find("stock"), 3)
	o.Args, o.Lines = map[string]string{"orders": "0"}, true
	o.Record = record.Start(parts, o.Setup().Header())
	ctx := context.Background()
	d, err := debugger.Open(ctx, debugger.Source{Run: o, Live: true, Limit: runner.Endless}, debugger.Options{})
	must(t, err)
	defer d.Close()
	to := func(text string) debugger.Position {
		t.Helper()
		p, err := d.Position(ctx, text)
		must(t, err)
		_, err = d.Goto(ctx, p)
		must(t, err)
		return p
	}
	early := to("1000")
	_, err = d.Checkpoint(ctx, "early")
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
