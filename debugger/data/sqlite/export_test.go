//go:build !js && !wasip1

package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/data/sqlitefile"
	"machsim/debugger/data/tables"
)

// exported writes a catalogue as a database file, which it opens.
func exported(t *testing.T, c *tables.Catalogue) (*DB, int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "it's a run.db")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := sqlitefile.Write(context.Background(), f, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := open(path, nil, Usual, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(file.Close)
	return file, rows
}

// TestExport reads the exported file, with SQLite itself, and compares it with the tables.
func TestExport(t *testing.T) {
	c := catalogue(t, "bank", 9)
	file, rows := exported(t, c)
	db, err := Open(c, Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n := 0
	for _, table := range c.Tables() {
		all := "select * from " + sqlitefile.Identifier(table.Name)
		want, got := answer(t, db, all), answer(t, file, all)
		if !slices.Equal(got, want) {
			t.Errorf("table %s has %d rows, want %d", table.Name, len(got), len(want))
		}
		n += len(want)
	}
	if n == 0 || rows != n {
		t.Errorf("%d rows were exported, want %d", rows, n)
	}
	if got := answer(t, file, "select n from events where n = 100"); !slices.Equal(got, []string{"100"}) {
		t.Error("an event by its number: ", got)
	}
}

// TestExportGivenUp exports with a context that has ended.
func TestExportGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f, err := os.Create(filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := sqlitefile.Write(ctx, f, catalogue(t, "bank", 9)); !errors.Is(err, context.Canceled) {
		t.Errorf("an export that was given up: %v", err)
	}
}

// TestGather asks the rows of several runs.
func TestGather(t *testing.T) {
	g, err := Gather(Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	columns := []tables.Column{{Name: "n", Type: tables.Event}, {Name: "N", Type: tables.Text}}
	for seed := range uint64(3) {
		if err := g.Run(seed, map[bool]string{true: "OK", false: "STUCK"}[seed == 1], columns); err != nil {
			t.Fatal(err)
		}
		for i := range seed {
			if err := g.Add([]any{int64(i), "x"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := g.Add([]any{nil, ""}); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"select count(*) from rows":                                "4",
		"select verdict, count(*) from runs group by 1 order by 1": "OK 1; STUCK 2",
		"select n, N_2 from rows where N_2 = 'x' order by n":       "0 x; 0 x; 1 x",
		"select count(*) from rows where n is null and N_2 = ''":   "1",
	} {
		if got := strings.Join(answer(t, g, query), "; "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if err := g.Run(4, "OK", columns[:1]); err == nil {
		t.Error("an answer with other columns was gathered")
	}
	if _, err := rowsOf(context.Background(), g, "delete from rows"); err == nil {
		t.Error("a query has deleted rows")
	}
}
