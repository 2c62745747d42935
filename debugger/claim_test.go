package debugger_test

import (
	"context"
	"slices"
	"testing"

	"machsim/debugger"
	"machsim/debugger/run/runner"
)

// TestLiveJudgedAhead: single steps through a live run end at the steps that break claims, and say so once; but not
// each of them has the run judged, unless something was done to it.
func TestLiveJudgedAhead(t *testing.T) {
	asked := 0
	judge := func(ctx context.Context, d *debugger.Debugger, over bool) (all []*runner.Violation, err error) {
		asked++
		if _, err := d.Linearizable(ctx, "map"); err != nil {
			return nil, err
		}
		runs, err := d.Runs(ctx)
		for text, at := range map[string]int{"first": 7, "second": 9, "third": 30} {
			if err == nil && runs[0].Events >= at {
				all = append(all, &runner.Violation{Event: uint64(at), Text: text})
			}
		}
		return all, err
	}
	run := runner.New(chatter, 1)
	run.Input = runner.Typed()
	from := debugger.Source{Run: run, Live: true, Limit: 5}
	d, err := debugger.Open(t.Context(), from, debugger.Options{Judge: judge})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	broken := map[int][]string{7: {"first"}, 9: {"second"}, 30: {"third"}}
	for i := 1; i <= 35; i++ {
		m, err := d.Step(t.Context(), debugger.Step{})
		if err != nil {
			t.Fatal(err)
		}
		if m.Stands != "" || m.Here.Position.Events() != i || !slices.Equal(m.Breaks, broken[i]) {
			t.Errorf("step %d: after %d events, %q, breaks %q", i, m.Here.Position.Events(), m.Stands, m.Breaks)
		}
	}
	if asked > 10 {
		t.Errorf("it was judged %d times", asked)
	}
	if _, err := d.Rows(t.Context(), debugger.RowQuery{Table: "events", Walk: true}); err != nil {
		t.Fatal(err)
	}
	was, seed := asked, uint64(5)
	step := func() {
		if _, err := d.Step(t.Context(), debugger.Step{}); err != nil {
			t.Fatal(err)
		}
	}
	for asked == was { // until it is judged some events ahead
		step()
	}
	if _, err := d.GotoRow(t.Context(), 3, 1); err != nil {
		t.Errorf("the rows that one walks through are lost to what the judge asks: %v", err)
	}
	if _, err := d.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	was = asked
	if _, err := d.Fork(t.Context(), debugger.Fork{Seed: &seed}); err != nil {
		t.Fatal(err)
	}
	if step(); asked == was {
		t.Error("it is not judged after a change")
	}
}
