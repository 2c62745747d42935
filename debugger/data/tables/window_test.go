package tables_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"machsim/debugger/data/stats"
	"machsim/debugger/data/tables"
	"machsim/debugger/session"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// notKnown are the columns of events that may be NULL in a window, because they tell of what was before it.
var notKnown = map[string]bool{"peer": true, "wait_us": true}

// TestWindow compares the events of a window with the same of the whole run, and reads all other tables.
func TestWindow(t *testing.T) {
	for seed := range effort.Of(uint64(10)) {
		rng := rand.New(rand.NewPCG(seed, 11))
		p, cfg := randprog.Program(seed, randprog.Large), randprog.Config(seed, 500)
		whole := testsession.Open(t, p, cfg)
		first := 1 + rng.IntN(whole.Len()-1)
		part, err := session.Open(p, whole.Rec, session.Options{Window: session.Window{Last: uint64(whole.Len() - first)}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(part.Close)
		of, in := tables.Of(whole), tables.Of(part)
		sameEvents(t, of, in, first)
		for _, table := range in.Tables() {
			read := everything(t, in, table.Name)
			if table.Name == "events" && len(read) != whole.Len()-first {
				t.Errorf("seed %d: %d events, not %d", seed, len(read), whole.Len()-first)
			}
		}
		if _, err := stats.Counts(context.Background(), part, in); err != nil {
			t.Error(err)
		}
	}
}

// sameEvents compares the events after the first so many.
func sameEvents(t *testing.T, of, in *tables.Catalogue, first int) {
	t.Helper()
	all, some := everything(t, of, "events"), everything(t, in, "events")
	table, err := in.Table("events")
	if err != nil {
		t.Fatal(err)
	}
	for row, values := range some {
		for i, v := range values {
			want, name := all[first+row][i], table.Columns[i].Name
			if v.String() != want.String() && (!v.IsNull() || !notKnown[name]) {
				t.Errorf("event %d: %s is %q, not %q", first+row+1, name, v, want)
			}
		}
	}
}

// everything is all rows of a table.
func everything(t *testing.T, c *tables.Catalogue, name string) (all [][]tables.Value) {
	t.Helper()
	table, err := c.Table(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := table.Rows(context.Background(), tables.Scan{})
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var row []tables.Value
		for i := range table.Columns {
			row = append(row, rows.Value(i))
		}
		all = append(all, row)
	}
	return all
}
