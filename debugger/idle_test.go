package debugger

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/stats"
	"machsim/programs"
)

// TestForeseen lets a Debugger that nobody asks get ready: then tables, remote calls and the counts of the report are
// there, and what is asked is what it would have been.
func TestForeseen(t *testing.T) {
	bank := Source{Program: programs.Find("bank"), Seed: 9}
	d, err := Open(context.Background(), bank, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	<-d.rouse()
	stopped := make(chan struct{})
	close(stopped)
	d.ready(stopped)
	if d.on.counted != nil {
		t.Error("the report is made though the idle work was stopped")
	}
	d.ready(nil)
	counted := d.on.counted
	if counted == nil || d.on.tables == nil {
		t.Fatal("nothing is foreseen")
	}
	want, err := stats.Of(nil, d.s())
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Stats(context.Background())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if got != counted {
		t.Error("the report is made a second time")
	}
}
