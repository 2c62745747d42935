//go:build !js && !wasip1

package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
)

// TestMistakes wants every query that is wrong to be marked, and told what is right.
func TestMistakes(t *testing.T) {
	db := opened(t, "bank", 9)
	for _, q := range []struct{ query, mark, what string }{
		{"select n from evnts", "evnts", "there is no table evnts: did you mean events?"},
		{"select n, treahd from events", "treahd", "there is no column treahd: did you mean thread?"},
		{"select e.m from events e", "e.m", "there is no column e.m: did you mean n?"},
		{`select n from events where kind = "wait"`, `"wait"`,
			"there is no column wait, and a text stands in single quotes: 'wait'"},
		{"select befor(1, 2)", "befor", "there is no function befor: did you mean before?"},
		{"select before(1)", "before", "before takes 2 arguments: before(a, b)"},
		{"select 'before', before(1, 'x')", "before(", "before(a, b): 'x' is not the number of an event"},
		{"select concurrent(1, 400)", "concurrent",
			"concurrent(a, b): there is no event 400: they have the numbers 1 to 319"},
		{"select least('x')", "least", "least(a): 'x' is not the number of an event"},
		{"select field(1, 2)", "field", "field(fields, 'Amount'): 2 is not the name of a field"},
		{"select substr()", "substr", "substr takes another number of arguments"},
		{"select n from from events", "from events", "from cannot stand here"},
		{"select n from events where kind = 'wait", "'wait", "the text that begins here has no end: a ' is missing"},
		{"select n from events where", "", "the query goes on here"},
		{"select n from events a, events b", "n from", "several tables have a column n: write that of which, as in a.n"},
		{"select 1; select 2", "select 2", "a query is one statement, and a second begins here"},
		{"select n from events where n = ?", "?", "there are no values for parameters: write the value here"},
		{"  -- nothing", "", "there is no query"},
		{"select \x00", "\x00", "this character is in no query"},
		{"delete from events", "delete", "and no DELETE"},
		{"insert into events(n) values (1)", "insert", "and no INSERT"},
		{"update events set n = 1", "update", "and no UPDATE"},
		{"create table x(a)", "create", "and no CREATE"},
		{"create temp table x as select * from events", "create", "and no CREATE"},
		{"drop table events", "drop", "and no DROP"},
		{"pragma user_version", "pragma", "and no PRAGMA"},
		{"attach 'x.db' as x", "attach", "and no ATTACH"},
		{"vacuum into 'x.db'", "vacuum", "and no VACUUM"},
		{"begin", "begin", "and no BEGIN"},
		{"analyze", "analyze", "and no ANALYZE"},
		{"select load_extension('x')", "load_extension", "load_extension reaches beyond the recording, and queries do not"},
	} {
		_, err := rowsOf(context.Background(), db, q.query)
		m := (*text.Mistake)(nil)
		if !errors.As(err, &m) {
			t.Errorf("%s: %v", q.query, err)
			continue
		}
		if !strings.Contains(m.What, q.what) || q.mark != "" && !strings.HasPrefix(q.query[m.At:], q.mark) {
			t.Errorf("%s: at %q: %s; want %q, %s", q.query, q.query[m.At:], m.What, q.mark, q.what)
		}
	}
	if got := answer(t, db, "select count(*) from events"); got[0] != "319" {
		t.Errorf("after all that there are %q events", got)
	}
}

const endless = "with recursive c(x) as (select 1 union all select x + 1 from c) "

// TestLimits wants queries without an end to be ended: by the end of their context, also between two rows, by the
// clock, by the memory, and by whoever takes the rows.
func TestLimits(t *testing.T) {
	db := opened(t, "bank", 9)
	ctx, cancel := context.WithCancel(context.Background())
	err := db.Query(ctx, endless+"select x from c where x = 1 or x < 0", tables.Output{Row: func([]any) (bool, error) {
		cancel()
		return true, nil
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a query whose context has ended: %v", err)
	}
	if _, err := rowsOf(ctx, db, "select count(*) from events"); !errors.Is(err, context.Canceled) {
		t.Errorf("a query whose context had ended before: %v", err)
	}
	rows := 0
	err = db.Query(context.Background(), endless+"select x from c", tables.Output{Row: func([]any) (bool, error) {
		rows++
		return rows < 10, nil
	}})
	if err != nil || rows != 10 {
		t.Errorf("%d rows of an endless query, and %v", rows, err)
	}
	wrong := errors.New("a wrong row")
	refuse := tables.Output{Row: func([]any) (bool, error) { return true, wrong }}
	err = db.Query(context.Background(), "select 1", refuse)
	if !errors.Is(err, wrong) {
		t.Errorf("an error of who takes the rows: %v", err)
	}
	few := Limits{Memory: 1 << 20, Text: 1 << 10, Time: 10 * time.Millisecond}
	small, err := Open(catalogue(t, "philosophers", 1), few)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rowsOf(context.Background(), small, endless+"select count(*) from c"); !errors.Is(err, errTime) {
		t.Errorf("a query beyond its time: %v", err)
	}
	small.limits.Time = 0 // what comes now is to be ended by what it is, however long that takes here
	if _, err := rowsOf(context.Background(), small, "select group_concat(kind) from events"); !errors.Is(err, errBig) {
		t.Errorf("a value beyond its limit: %v", err)
	}
	_, err = rowsOf(context.Background(), small, strings.Replace(endless, "all", "", 1)+"select count(*) from c")
	if !errors.Is(err, errRoom) {
		t.Errorf("a query beyond its memory: %v", err)
	}
	small.Close()
	if _, err := rowsOf(context.Background(), opened(t, "philosophers", 1), "select count(*) from events"); err != nil {
		t.Errorf("after a query beyond its memory: %v", err)
	}
}

// TestNothingIsWritten wants queries to leave no files, whatever they say.
func TestNothingIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	db := opened(t, "bank", 9)
	for _, sql := range []string{"attach 'a.db' as a", "vacuum into 'b.db'", "select writefile('c', 'x')",
		"select * from pragma_table_info('events')", "create table 'x' (a)"} {
		if _, err := rowsOf(context.Background(), db, sql); err == nil {
			t.Errorf("%s is no mistake", sql)
		}
	}
	if left, _ := filepath.Glob("*"); left != nil {
		t.Errorf("there are the files %q", left)
	}
}
