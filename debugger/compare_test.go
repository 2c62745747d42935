package debugger_test

import (
	"context"
	"testing"

	"machsim/debugger"
	"machsim/programs"
)

// TestCompare compares a fork with the recording, as the story of the deadlock tells it.
func TestCompare(t *testing.T) {
	ctx := context.Background()
	from := debugger.Source{Program: programs.Find("philosophers"), Seed: 26}
	d, err := debugger.Open(ctx, from, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Compare(ctx, -1, -1); err == nil {
		t.Error("the recording was compared with what it was made from")
	}
	at, _ := d.Position(ctx, "88")
	if _, err := d.Goto(ctx, at); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Fork(ctx, debugger.Fork{Next: "kant"}); err != nil {
		t.Fatal(err)
	}
	x, err := d.Compare(ctx, -1, -1)
	if err != nil {
		t.Fatal(err)
	}
	first := func(rows []debugger.ComparedEvent) (event uint64, actor string) {
		for _, r := range rows {
			if !r.Same {
				return r.Event, r.Actor
			}
		}
		return 0, ""
	}
	if e, who := first(x.OneRows); x.Same != 88 || e != 89 || who != "table.kant" {
		t.Errorf("same %d, then in the fork event %d of %s", x.Same, e, who)
	}
	both, _ := d.Compare(ctx, 0, 1)
	if both.Same != x.Same || len(both.Threads) != len(x.Threads) {
		t.Errorf("the other way round: %+v", both)
	}
	for _, c := range x.Threads {
		if c.Thread == "table.plato" && (c.Same != 0 || c.Other != "" || c.One == "") {
			t.Errorf("plato waits in the recording to its end, and goes on in the fork: %+v", c)
		}
	}
	if same, err := d.Compare(ctx, 1, 1); err != nil || same.Same != same.One.Events || same.Threads != nil {
		t.Errorf("a fork is like itself: %+v, %v", same, err)
	}
}
