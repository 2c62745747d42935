package debugger_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/programs"
)

// TestStatsInterrupted asks for the report on a run with a context that has ended, as work does that is done while
// nobody asks and is interrupted: what was counted by then is no report.
func TestStatsInterrupted(t *testing.T) {
	from := debugger.Source{Program: programs.Find("bank"), Seed: 9}
	open := func() *debugger.Debugger {
		d, err := debugger.Open(t.Context(), from, debugger.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return d
	}
	want, err := open().Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := open()
	if _, err := d.Rows(t.Context(), debugger.RowQuery{Table: "events"}); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := d.Stats(ended); err == nil {
		t.Error("a report was made though its context had ended")
	}
	got, err := d.Stats(t.Context())
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
}
