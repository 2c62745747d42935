//go:build !js && !wasip1

package sqlite

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger/data/tables"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/internal/lab/hooked"
	"machsim/debugger/internal/testsession"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// labRun is the run of a program with hooks, open for queries.
func labRun(t testing.TB, p *kernel.Program) *DB {
	t.Helper()
	o := runner.New(p, 1)
	o.LoopLimit = 200 * time.Millisecond
	run, data := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	s := testsession.OpenRecording(t, p, rec)
	db, err := Open(tables.Of(s), Usual)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// TestLocal: the local events of programs of which they are known.
func TestLocal(t *testing.T) {
	twice := func(rows ...string) []string { return append(rows, rows...) }
	for _, c := range []struct {
		of  *kernel.Program
		sql string
		all []string
	}{
		{&lab.Steps2, "select count(*) from local('work.x')", []string{"25"}},
		{&lab.Steps2, "select line, new, kind from local('work.x') where by = '*q'", twice("24 1 assignment-to-pointer",
			"24 11 assignment-to-pointer", "24 21 assignment-to-pointer", "24 31 assignment-to-pointer",
			"24 41 assignment-to-pointer")},
		{&lab.Steps2, "select line, old, new from local('work.x') where not changed", []string{"23 0 0"}},
		{&lab.Steps2, "select position from local('work.again')", []string{"2@t.1:5", "2@t.1:31"}},
		{&lab.Flags, "select new, thread, n from local('shown')", []string{"0 t.1 1", "-1 t.1 2", "1 t.1 2", "7 t.w 6",
			"8 t.w 8"}},
		{&lab.All, "select e.n, l.new from events e join local('n') l on l.n = e.n where e.kind = 'message-reception'",
			[]string{"37 1", "48 2", "62 3", "66 4"}},
		{&lab.Steps3, "select count(*) > 0 from local('x') where new = 42", []string{"1"}},
	} {
		got, err := rowsOf(context.Background(), labRun(t, c.of), c.sql)
		if err != nil || !slices.Equal(got, c.all) {
			t.Errorf("%s: %s: %v\n%s\nnot\n%s", c.of.Name, c.sql, err, strings.Join(got, "\n"), strings.Join(c.all, "\n"))
		}
	}
}

// BenchmarkLocal asks for the assignments to a variable in a run of a million events and five million statements.
func BenchmarkLocal(b *testing.B) {
	b.Cleanup(hooked.Long(333_333))
	s := testsession.Open(b, hooked.Program, kernel.Config{Seed: 1})
	c := tables.Of(s)
	for b.Loop() {
		var first time.Duration
		begin := time.Now()
		n := 0
		db, err := Open(c, Usual)
		if err != nil {
			b.Fatal(err)
		}
		err = db.Query(context.Background(), "select n, old, new, thread from local('account.add.old')", tables.Output{
			Row: func([]any) (bool, error) {
				if n++; n == 1 {
					first = time.Since(begin)
				}
				return true, nil
			}})
		db.Close()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(first.Seconds(), "s/first")
		b.ReportMetric(float64(n)/(time.Since(begin)-first).Seconds(), "rows/s")
		b.Logf("%d rows, %d events", n, s.Len())
	}
}
