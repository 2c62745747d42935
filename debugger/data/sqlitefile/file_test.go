//go:build !js && !wasip1

package sqlitefile_test

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"machsim/debugger/data/sqlitefile"
	"machsim/debugger/data/tables"
)

// TestRandomTables writes tables of all sizes, with values and rows of all sizes, and reads them with SQLite.
func TestRandomTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	file, err := os.Create(filepath.Join(t.TempDir(), "random.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f, err := sqlitefile.New(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for i, n := range []int{0, 1, 2, 3, 100, 40_000} {
		x := sqlitefile.Table{Name: fmt.Sprintf("table \"%d\"", i), Key: i%2 == 1}
		for k := range 4 {
			x.Columns = append(x.Columns, tables.Column{Name: fmt.Sprint("c ", k), Type: tables.Any})
		}
		x.Columns[0].Type = tables.Event
		id := int64(0)
		err := f.Add(x, func(add func([]tables.Value) error) error {
			for range n {
				id += 1 + rng.Int64N(5)
				row := []tables.Value{tables.Int(id), value(rng, n), value(rng, n), value(rng, n)}
				want[x.Name] = append(want[x.Name], fmt.Sprint(row))
				if err := add(row); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 400 { // so many that the schema does not fit in one page
		x := sqlitefile.Table{Name: strings.Repeat("x", 10*i+1), Columns: []tables.Column{{Name: "c"}}}
		if err := f.Add(x, func(func([]tables.Value) error) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	read(t, file.Name(), want)
}

// value is a value at its type's edges, or a text that is longer than a page where there are few rows.
func value(rng *rand.Rand, rows int) tables.Value {
	switch k := rng.IntN(8); {
	case k == 0:
		return tables.Null()
	case k < 4:
		shift := rng.IntN(64)
		return tables.Int([]int64{1<<shift - 1, -1 << shift, 1 << shift, math.MaxInt64 >> shift, int64(k)}[rng.IntN(5)])
	case k == 4 && rows <= 100:
		return tables.String(strings.Repeat("é", rng.IntN(6000)))
	}
	return tables.String(strings.Repeat("a", rng.IntN(40)))
}

// read compares a file with what it should have.
func read(t *testing.T, path string, want map[string][]string) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var ok string
	if err := db.QueryRow("pragma integrity_check").Scan(&ok); err != nil || ok != "ok" {
		t.Fatal(ok, err)
	}
	for name, want := range want {
		rows, err := db.Query("select * from " + sqlitefile.Identifier(name))
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; rows.Next(); n++ {
			var v [4]any
			if err := rows.Scan(&v[0], &v[1], &v[2], &v[3]); err != nil {
				t.Fatal(err)
			}
			for i := range v {
				if v[i] == nil {
					v[i] = ""
				}
			}
			if n >= len(want) || fmt.Sprint(v[:]) != want[n] {
				t.Fatalf("table %s, row %d: %.200v", name, n, v)
			}
			if n == len(want)-1 {
				want = nil
			}
		}
		if err := rows.Err(); err != nil || want != nil {
			t.Errorf("table %s: %v, and rows are missing: %t", name, err, want != nil)
		}
	}
}
