//go:build !js && !wasip1

package sqlite

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"machsim/debugger/data/tables"
)

// row is a row of a table, by the names of its columns.
type row map[string]tables.Value

// all are the rows of a table, which nothing but its own values were asked for.
func all(t testing.TB, c *tables.Catalogue, name string) (rows []row) {
	t.Helper()
	table, err := c.Table(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := table.Len(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		r := row{}
		for j, column := range table.Columns {
			r[column.Name] = table.Value(i, j)
		}
		rows = append(rows, r)
	}
	return rows
}

// shownAs is a row of an answer as text.
func shownAs(values ...tables.Value) string {
	var words []string
	for _, v := range values {
		if v.IsNull() {
			words = append(words, "<nil>")
		} else {
			words = append(words, v.String())
		}
	}
	return strings.Join(words, " ")
}

// chosen are the rows that pass, as text of some columns.
func chosen(rows []row, passes func(row) bool, columns ...string) (all []string) {
	for _, r := range rows {
		if passes(r) {
			var values []tables.Value
			for _, c := range columns {
				values = append(values, r[c])
			}
			all = append(all, shownAs(values...))
		}
	}
	return all
}

func is(v tables.Value, s string) bool { return v.IsText() && v.Text() == s }

// TestNaive compares queries of every sort with loops over the rows.
func TestNaive(t *testing.T) {
	c := catalogue(t, "bank", 9)
	db, err := Open(c, Usual, tables.Constant{Name: "seed", Value: tables.Int(9)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	events := all(t, c, "events")
	reversed := slices.Clone(events)
	slices.Reverse(reversed)
	for _, q := range []struct {
		query string
		want  []string
	}{
		{"select n, thread from events where kind = 'wait'",
			chosen(events, func(r row) bool { return is(r["kind"], "wait") }, "n", "thread")},
		{"select n from events where n > 100 and n <= 110 and thread is not null",
			chosen(events[100:110], func(r row) bool { return !r["thread"].IsNull() }, "n")},
		{"select n from events where thread is null",
			chosen(events, func(r row) bool { return r["thread"].IsNull() }, "n")},
		{"select n from events where item0 = 0",
			chosen(events, func(r row) bool { return r["item0"] == tables.Int(0) }, "n")},
		{"select n from events where item0 = '0'", chosen(events, func(r row) bool { return is(r["item0"], "0") }, "n")},
		{"select n from events where n = '17'", []string{"17"}},
		{"select n from events where n = 17.0", []string{"17"}},
		{"select n from events where n = 17.5", nil},
		{"select n from events where n < 2.5", []string{"1", "2"}},
		{"select n from events where n < 3 and n < 'x'", []string{"1", "2"}},
		{"select n from events where n > 'x'", nil},
		{"select n from events where n < x'00' and n < 3", []string{"1", "2"}},
		{"select n from events where n = null or n is null", nil},
		{"select n from events where n in (5, 3, 400) order by n desc", []string{"5", "3"}},
		{"select n from events where kind = 'WAIT' collate nocase and n < 40",
			chosen(events[:39], func(r row) bool { return is(r["kind"], "wait") }, "n")},
		{"select n from events where kind <> 'wait' and n < 30",
			chosen(events[:29], func(r row) bool { return !is(r["kind"], "wait") }, "n")},
		{"select n, kind from events order by n desc limit 7",
			chosen(reversed[:7], func(row) bool { return true }, "n", "kind")},
		{"select max(n), min(n) from events where kind = 'arrival'", extremes(events)},
		{"select thread, kind, count(*) from events group by thread, kind", grouped(events, "thread", "kind")},
		{"select kind, count(*) from events group by kind order by kind", grouped(events, "kind")},
		{"select count(distinct thread) from events", []string{fmt.Sprint(len(grouped(events, "thread")) - 1)}},
		{"select r.n, s.n, s.thread from events r join events s on s.n = r.sent_n order by r.n", joined(events)},
		{"select distinct seed from events", []string{"9"}},
		{"select n from events where seed = 8", nil},
		{"select count(*) from (select * from events limit 1 offset 318)", []string{"1"}},
		{"select 1.5, 'x', null, x'4142'", []string{"1.5 x <nil> [65 66]"}},
		{"with recursive c(x) as (select 1 union all select x + 1 from c where x < 5) select sum(x) from c",
			[]string{"15"}},
	} {
		if got := answer(t, db, q.query); !slices.Equal(got, q.want) {
			t.Errorf("%s: %d rows %q, want %d: %q", q.query, len(got), got, len(q.want), q.want)
		}
	}
}

func extremes(events []row) []string {
	of := chosen(events, func(r row) bool { return is(r["kind"], "arrival") }, "n")
	return []string{of[len(of)-1] + " " + of[0]}
}

// grouped counts the rows by some columns, in their order.
func grouped(events []row, columns ...string) (all []string) {
	type group struct {
		values []tables.Value
		n      int
	}
	groups := map[string]*group{}
	for _, r := range events {
		var values []tables.Value
		for _, c := range columns {
			values = append(values, r[c])
		}
		key := shownAs(values...)
		if groups[key] == nil {
			groups[key] = &group{values: values}
		}
		groups[key].n++
	}
	var sorted []*group
	for _, g := range groups {
		sorted = append(sorted, g)
	}
	sort.Slice(sorted, func(i, j int) bool {
		return slices.CompareFunc(sorted[i].values, sorted[j].values, tables.Value.Compare) < 0
	})
	for _, g := range sorted {
		all = append(all, fmt.Sprint(shownAs(g.values...), " ", g.n))
	}
	return all
}

// joined are the receipts with their sends.
func joined(events []row) (all []string) {
	for _, r := range events {
		if sent := r["sent_n"]; !sent.IsNull() {
			s := events[sent.Int()-1]
			all = append(all, shownAs(r["n"], s["n"], s["thread"]))
		}
	}
	return all
}
