package debugger_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/programs"
)

// asking opens a recording with what is kept beside it, to ask queries.
func asking(t *testing.T, path string) *debugger.Debugger {
	t.Helper()
	o := debugger.Options{Find: debugger.ByName(programs.Find), Keep: true, Queries: sqlite.Engine{Limits: sqlite.Usual}}
	d, err := debugger.Open(ctx, debugger.Source{File: path}, o)
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

const puts = "select n from events where kind = 'message-reception' and type = 'put'"

// TestQueriesKept sees queries there when the recording is opened again, and breakpoints at their rows. These run no
// query of a file before a person has asked it.
func TestQueriesKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	d := asking(t, path)
	must(t, d.NameQuery(ctx, "puts", puts))
	b, err := d.Break(ctx, "query puts", false)
	must(t, err)
	if b.Hits != 16 || b.Unknown != "" {
		t.Errorf("a breakpoint at the rows: %+v", b)
	}
	d = asking(t, path)
	if said := d.Notices(); !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, "1 query") }) {
		t.Errorf("of what was kept is said: %q", said)
	}
	all, err := d.Breakpoints(ctx)
	must(t, err)
	if len(all) != 1 || all[0].Hits != 0 || !strings.Contains(all[0].Unknown, "was not asked yet") {
		t.Errorf("before the query is asked: %+v", all)
	}
	list, err := d.Queries(ctx)
	must(t, err)
	if len(list) != 1 || list[0] != (debugger.NamedQuery{Name: "puts", Query: puts}) {
		t.Errorf("there are the queries %+v", list)
	}
	x, err := d.Query(ctx, "puts", 0)
	must(t, err)
	all, err = d.Breakpoints(ctx)
	must(t, err)
	if len(x.Rows) != 16 || len(all) != 1 || all[0].Hits != 16 || all[0].Unknown != "" {
		t.Errorf("after it is asked: %d rows, %+v", len(x.Rows), all)
	}
	other := filepath.Join(filepath.Dir(path), "other.rec")
	recorded(t, other, 8)
	notes, err := os.ReadFile(path + ".notes")
	must(t, err)
	must(t, write(other+".notes", notes))
	if list, err = asking(t, other).Queries(ctx); err != nil || len(list) != 0 {
		t.Errorf("another recording has the queries %+v, %v", list, err)
	}
}

// TestQueryWalk goes to the rows of an answer, and leaves the walk as it was where a query fails.
func TestQueryWalk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	d := asking(t, path)
	if _, err := d.NextRow(ctx, false, 1); err == nil {
		t.Error("there is a row before anything was asked")
	}
	x, err := d.Query(ctx, "select thread, n as first, null as n, sent_n from events where n >= 300 and sent_n > 0", 2)
	must(t, err)
	if len(x.Rows) != 2 || !x.More {
		t.Errorf("%d rows, and more: %v", len(x.Rows), x.More)
	}
	for _, wrong := range []string{"select x", "none", "select n from events where n = before(1)"} {
		if _, err := d.Query(ctx, wrong, 0); err == nil {
			t.Errorf("%q has an answer", wrong)
		}
	}
	to, err := d.GotoRow(ctx, 2, 2)
	must(t, err)
	if sent := x.Rows[1][3].(int64); to.Here.Position.Events() != int(sent) || to.Row != 2 || to.Rows != 2 {
		t.Errorf("the second event of row 2 is %d, and one is at %s", sent, to.Here.Position)
	}
	back, err := d.NextRow(ctx, true, 1)
	must(t, err)
	if n := x.Rows[0][1].(int64); back.Here.Position.Events() != int(n) {
		t.Errorf("row 1 is event %d, and one is at %s", n, back.Here.Position)
	}
	if _, err := d.NextRow(ctx, true, 1); err == nil {
		t.Error("there is a row before the first")
	}
	given, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	_, err = d.Query(given, "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c", 0)
	if stopped := (*debugger.Interrupted)(nil); !errors.As(err, &stopped) && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a query without end: %v", err)
	}
	left, leave := context.WithCancel(ctx)
	time.AfterFunc(20*time.Millisecond, leave)
	_, err = d.Query(left, "select count(*) from events a, events b, events c, events d", 0)
	if stopped := (*debugger.Interrupted)(nil); !errors.As(err, &stopped) {
		t.Errorf("a query that somebody has left: %v", err)
	}
	if _, err := d.Query(ctx, "select 1", 0); err != nil {
		t.Errorf("after one that was given up: %v", err)
	}
}

// TestNoSQL says that there is none where no engine is.
func TestNoSQL(t *testing.T) {
	if _, err := opened(t, "bank", 9).Query(ctx, puts, 0); !errors.Is(err, debugger.ErrNoSQL) {
		t.Errorf("without an engine: %v", err)
	}
}
