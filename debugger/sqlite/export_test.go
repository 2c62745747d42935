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

	"machsim/debugger/tables"
)

// TestExport reads the exported file, with SQLite itself, and compares it with the tables.
func TestExport(t *testing.T) {
	c := catalogue(t, "bank", 9)
	path := filepath.Join(t.TempDir(), "it's bank.db")
	if err := os.WriteFile(path, []byte("of before"), 0o666); err != nil {
		t.Fatal(err)
	}
	rows, err := Export(context.Background(), c, path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := open(path, nil, Usual, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	db, err := Open(c, Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n := 0
	for _, table := range c.Tables() {
		all := "select * from " + identifier(table.Name)
		want, got := answer(t, db, all), answer(t, file, all)
		if !slices.Equal(got, want) {
			t.Errorf("table %s has %d rows, want %d", table.Name, len(got), len(want))
		}
		n += len(want)
	}
	if n == 0 || rows != n {
		t.Errorf("%d rows were exported, want %d", rows, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Export(ctx, c, path); !errors.Is(err, context.Canceled) {
		t.Errorf("an export that was given up: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("there are the files %q", left)
	}
	if _, err := Export(context.Background(), c, filepath.Join(t.TempDir(), "none", "x.db")); err == nil {
		t.Error("a file in no directory was written")
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
