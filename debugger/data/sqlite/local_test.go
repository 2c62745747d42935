//go:build !js && !wasip1

package sqlite

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger/data/tables"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/internal/lab/hooked"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/test/testsession"
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
		{&lab.Scan, "select line, by, new from local('x')", []string{"13 x 0", "14 <nil> 7"}},
		{&lab.Scan, "select line, by, new from local('list')", []string{"15 list [3 1 2]", "16 <nil> [1 2 3]"}},
		{&lab.Scan, "select line, func, new from local('counter.n')", []string{"26 hooked.counter 0",
			"28 hooked.counter.func1 1", "28 hooked.counter.func1 2", "28 hooked.counter.func1 3"}},
		{&lab.Steps2, "select count(*) from local('work.x', 'reads') where kind = 'reference'", []string{"21"}},
		{&lab.Steps2, "select count(*), sum(l.n = e.n), sum(e.thread = l.thread), sum(e.time_us = l.time_us) " +
			"from local('x') l join events e on e.n = l.n", []string{"25 25 25 25"}},
		{&lab.Steps2, "select count(*) from local('work.again') a, local('work.x') x where x.statement < a.statement " +
			"and a.line = 22 and not before(a.n, x.n) and not concurrent(a.n, x.n)", []string{"14"}},
		{&lab.Steps2, "select max(n), min(line), count(*) from local('more.go:26')", []string{"2 26 2"}},
		{&lab.Steps2, "select name, task, host, func, file, activation from local('x') limit 1",
			[]string{"x t h hooked.work more.go t.1#2"}},
		{&lab.Steps2, "select count(*) from local('*work.q') order by n desc", []string{"25"}},
		{&lab.Flags, "select new, thread from local('hidden') order by statement desc, n limit 1", []string{"1 t.1"}},
		{&lab.Flags, "select count(*) from threads t, local('shown in ' || t.thread) where t.thread = 't.1'", []string{"5"}},
	} {
		got, err := rowsOf(context.Background(), labRun(t, c.of), c.sql)
		if err != nil || !slices.Equal(got, c.all) {
			t.Errorf("%s: %s: %v\n%s\nnot\n%s", c.of.Name, c.sql, err, strings.Join(got, "\n"), strings.Join(c.all, "\n"))
		}
	}
}

// TestLocalRefused: what local events cannot be about is said in a sentence.
func TestLocalRefused(t *testing.T) {
	for _, c := range []struct {
		db   *DB
		sql  string
		says string
	}{
		{opened(t, "hello", 1), "select * from local('x')", "was built without hooks"},
		{labRun(t, &lab.Steps2), "select * from local", "say what the local events are to be about"},
		{labRun(t, &lab.Steps2), "select * from local('work.z')", "nothing is called work.z"},
		{labRun(t, &lab.Steps2), "select * from local('work.x', 'writes')", "has what reads it, too"},
		{labRun(t, &lab.Steps2), "select * from local(7)", "is not the name of a variable"},
		{labRun(t, &lab.Steps2), "select * from local('i + 1')", ""},
		{labRun(t, &lab.All), "select * from local('th')", "several functions have a variable th"},
	} {
		if all, err := rowsOf(context.Background(), c.db, c.sql); err == nil && c.says != "" ||
			err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %d rows, %v", c.sql, len(all), err)
		}
	}
}

// BenchmarkLocal asks for the assignments to a variable in a run of a million events and five million statements.
func BenchmarkLocal(b *testing.B) {
	b.Cleanup(hooked.Long(333_333))
	s := testsession.Open(b, hooked.Program, kernel.Config{Seed: 1})
	for b.Loop() {
		c, before := tables.Of(s), heap()
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
		b.ReportMetric(float64(heap()-before)/float64(n), "bytes/row")
		b.ReportMetric(first.Seconds(), "s/first")
		b.ReportMetric(float64(n)/(time.Since(begin)-first).Seconds(), "rows/s")
		runtime.KeepAlive(c)
	}
}

// heap is how many bytes are in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
