//go:build !js && !wasip1

package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testsession"
)

// catalogue is the tables of a sample program's run.
func catalogue(t testing.TB, name string, seed uint64) *tables.Catalogue {
	t.Helper()
	for _, p := range programs.All {
		if p.Name == name {
			return tables.Of(testsession.Open(t, p, kernel.Config{Seed: seed}))
		}
	}
	t.Fatalf("there is no program %s", name)
	return nil
}

// opened is a sample program's run, open for queries.
func opened(t testing.TB, name string, seed uint64) *DB {
	t.Helper()
	db, err := Open(catalogue(t, name, seed), Usual)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// answer is the answer of a query, a text for each row.
func answer(t testing.TB, db tables.Queries, sql string) (all []string) {
	t.Helper()
	all, err := rowsOf(context.Background(), db, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return all
}

func rowsOf(ctx context.Context, db tables.Queries, sql string) (all []string, err error) {
	err = db.Query(ctx, sql, tables.Output{Row: func(row []any) (bool, error) {
		var words []string
		for _, v := range row {
			words = append(words, fmt.Sprint(v))
		}
		all = append(all, strings.Join(words, " "))
		return true, nil
	}})
	return all, err
}

// lostUpdate asks where a teller has written what another has changed since it was read.
const lostUpdate = `select g.n, x.n, p.n from event g, event x, event p
	where g.kind='message-reception' and x.kind=g.kind and p.kind=g.kind
	and g.port='bank' and x.port='bank' and p.port='bank'
	and g.type='get' and p.type='put' and x.type='put' and g.peer=p.peer and x.peer<>g.peer
	and g.item0=p.item0 and x.item0=g.item0 and g.n<x.n and x.n<p.n
	and not exists (select 1 from event q where q.kind=g.kind and q.port='bank' and q.peer=g.peer
	and q.type in ('get','put') and q.item0=g.item0 and q.n>g.n and q.n<p.n)`

// The questions that were answered by hand, from the histories of the recordings.
func TestQuestions(t *testing.T) {
	for _, q := range []struct {
		program string
		seed    uint64
		query   string
		want    []string
	}{
		{"bank", 9, "select count(*) from event", []string{"319"}},
		{"philosophers", 26, "select n, thread from event where kind='mutex_entry' and object='fork2'",
			[]string{"15 table.kant", "73 table.kant"}},
		{"bank", 9, lostUpdate, []string{"219 224 228"}},
	} {
		if got := answer(t, opened(t, q.program, q.seed), q.query); !slices.Equal(got, q.want) {
			t.Errorf("%s: %q, want %q", q.query, got, q.want)
		}
	}
}
