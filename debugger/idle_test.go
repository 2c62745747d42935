package debugger

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/data/stats"
	"machsim/debugger/data/tables"
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
	if d.on.Counted != nil {
		t.Error("the report is made though the idle work was stopped")
	}
	d.ready(nil)
	counted := d.on.Counted
	if counted == nil || d.on.TableSet == nil {
		t.Fatal("nothing is foreseen")
	}
	want, err := stats.Counts(context.Background(), d.s(), tables.Of(d.s()))
	if err == nil {
		err = want.Overlaps(nil, d.s())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := d.SetServers(context.Background(), true); err != nil {
		t.Fatal(err)
	}
	got, err := d.Stats(context.Background())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if got != counted {
		t.Error("the report is made a second time")
	}
	foreseen, err := d.s().RPCs()
	if err != nil {
		t.Fatal(err)
	}
	see, done := d.s().RPCsBeside()
	if err := d.s().Events(0, d.s().Len(), see); err != nil {
		t.Fatal(err)
	}
	done()
	if calls, _ := d.s().RPCs(); len(calls.All) == 0 || !slices.Equal(calls.All, foreseen.All) {
		t.Errorf("%d remote calls were foreseen, want %d", len(foreseen.All), len(calls.All))
	}
}

// TestRPCPages asks for remote calls piece by piece.
func TestRPCPages(t *testing.T) {
	ctx := context.Background()
	d, err := Open(ctx, Source{Program: programs.Find("bank"), Seed: 9}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, which := range []string{"", "teller1.1"} {
		all, err := d.RPCs(ctx, which, 0, 0)
		if err != nil || len(all) < 10 {
			t.Fatalf("%d remote calls of %q: %v", len(all), which, err)
		}
		var pieces []RPC
		for from := 1; from <= len(all); from += 7 {
			piece, err := d.RPCs(ctx, which, from, 7)
			if err != nil || len(piece) > 7 {
				t.Fatalf("%d remote calls of %q from number %d: %v", len(piece), which, from, err)
			}
			pieces = append(pieces, piece...)
		}
		if diff := cmp.Diff(all, pieces); diff != "" {
			t.Errorf("remote calls of %q piece by piece (- all, + pieces):\n%s", which, diff)
		}
	}
}
