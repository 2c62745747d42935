package debugger_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/programs"
)

// TestCompareChosen: two runs part where something else is chosen, and not only where that is seen: how long a packet
// takes is chosen when it is sent.
func TestCompareChosen(t *testing.T) {
	from := debugger.Source{Program: programs.Find("lease"), Seed: 27}
	d, err := debugger.Open(ctx, from, debugger.Options{})
	must(t, err)
	defer d.Close()
	for seed := uint64(1); seed < 40; seed++ {
		to(t, d, "474") // event 475 sends a message to another host
		_, err := d.Fork(ctx, debugger.Fork{Seed: &seed})
		must(t, err)
		x, err := d.Compare(ctx, -1, -1)
		must(t, err)
		_, err = d.Enter(ctx, 0)
		must(t, err)
		if x.Same == 474 {
			one, other := x.OneRows[rowsBefore], x.OtherRows[rowsBefore]
			if one.Actor == other.Actor && one.Action == other.Action {
				return
			}
		}
	}
	t.Error("no fork has another delay in an event that looks the same")
}

// rowsBefore is how many rows there are before where two runs differ.
const rowsBefore = 3

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

// TestBeside opens another recording beside one: they differ where their events do, and nothing else has changed.
func TestBeside(t *testing.T) {
	d, other := opened(t, "philosophers", 26), opened(t, "philosophers", 27)
	ctx := t.Context()
	if _, err := d.Beside(ctx, "27.rec"); err == nil {
		t.Error("a recording was opened that nobody reads")
	}
	bank := opened(t, "bank", 9)
	d = reading(t, d, map[string]*debugger.Debugger{"27.rec": other, "bank.rec": bank})
	here, err := d.Here(ctx)
	must(t, err)
	r, err := d.Beside(ctx, "27.rec")
	must(t, err)
	x, err := d.Compare(ctx, 0, r.Number)
	must(t, err)
	one, err := d.Events(ctx, debugger.Span{From: 1, To: 40})
	must(t, err)
	two, err := other.Events(ctx, debugger.Span{From: 1, To: 40})
	must(t, err)
	same := 0
	for one.Rows[same].Actor == two.Rows[same].Actor && one.Rows[same].Action == two.Rows[same].Action {
		same++
	}
	if x.Same != same || r.At != same || x.Other.File != "27.rec" {
		t.Errorf("%d events are the same, and not %d: %+v", same, x.Same, r)
	}
	if now, err := d.Here(ctx); err != nil || now.Position.String() != here.Position.String() || now.Run.Number != 0 {
		t.Errorf("the position is %s, %v", now.Position, err)
	}
	for file, want := range map[string]string{"bank.rec": "a run of program bank", "none.rec": "no such file"} {
		if _, err := d.Beside(ctx, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestBesideParts: what two runs begin with is not told where one is not there from its start.
func TestBesideParts(t *testing.T) {
	d, other := opened(t, "philosophers", 26), opened(t, "philosophers", 27)
	data, err := d.Data(t.Context())
	must(t, err)
	d, err = debugger.Open(t.Context(), debugger.Source{Data: data}, debugger.Options{
		Find: debugger.ByName(programs.Find), Window: debugger.RunWindow{Last: 40},
		Read: func(string) ([]byte, error) { return other.Data(context.Background()) },
	})
	must(t, err)
	t.Cleanup(d.Close)
	x, err := d.Beside(t.Context(), "27.rec")
	if err == nil || !strings.Contains(err.Error(), "compared from their start") {
		t.Errorf("%+v, %v", x, err)
	}
}

// reading opens the run of a Debugger once more, where the recordings of others can be read.
func reading(t *testing.T, d *debugger.Debugger, files map[string]*debugger.Debugger) *debugger.Debugger {
	t.Helper()
	data, err := d.Data(t.Context())
	must(t, err)
	d, err = debugger.Open(t.Context(), debugger.Source{Data: data}, debugger.Options{
		Find: debugger.ByName(programs.Find),
		Read: func(file string) ([]byte, error) {
			if other := files[file]; other != nil {
				return other.Data(context.Background())
			}
			return nil, errors.New("no such file")
		},
	})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}
