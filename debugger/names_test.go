package debugger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/ipc"
	"machsim/kernel"
)

// dup has two tasks, each with a thread of one name, and two kids of one name, with ports of one name.
var dup = &kernel.Program{Name: "dup", Main: func(b *kernel.Boot) {
	one, two := b.Host("one"), b.Host("two")
	body := func(th *kernel.Thread) {
		th.NewPort("same")
		f := cthreads.Fork(th, "helper", func(th *kernel.Thread) { th.NewPort(""); th.Yield() })
		for range 2 {
			kernel.Must(th.Spawn("two", "kid", func(th *kernel.Thread) {
				x := 0
				th.Watch("x", &x)
				p := th.NewPort("mine")
				x++
				_, _ = th.ReceiveTimeout(p, kernel.Millisecond)
			}))
		}
		cthreads.Join(th, f)
	}
	b.Task(one, "worker", body)
	b.Task(two, "worker", body)
}}

func made(t *testing.T, p *kernel.Program) *debugger.Debugger {
	t.Helper()
	d, err := debugger.Open(ctx, debugger.Source{Program: p, Seed: 1}, debugger.Options{Queries: sqlite.Engine{Limits: sqlite.Usual}})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// asked is what a query returns, a row a line.
func asked(t *testing.T, d *debugger.Debugger, sql string) (all []string) {
	t.Helper()
	x, err := d.Query(ctx, sql, 0)
	must(t, err)
	for _, r := range x.Rows {
		all = append(all, strings.Trim(fmt.Sprint(r), "[]"))
	}
	return all
}

var _ = slices.Sort[[]string]
var _ = ipc.NewMessage

func TestDup(t *testing.T) {
	d := made(t, dup)
	for _, q := range []string{"select count(distinct thread), count(*) from threads", "select thread, task from threads",
		"select e.n, t.made_n from events e join threads t on e.thread = t.thread where e.thread = 'kid.1 of worker.1 #2' and e.call = 'start'",
		"select port, virtual from ports", "select count(*) - count(distinct virtual) from ports", "select task, host from tasks"} {
		t.Log(q)
		for _, r := range asked(t, d, q) {
			t.Log("   ", r)
		}
	}
	for _, b := range []string{"receive by kid.1", `receive by "kid.1 of worker.1 #2"`, `receive mine`, `receive "mine of (kid.1 of worker.1 #2)"`} {
		x, err := d.Break(ctx, b, false)
		t.Logf("%s: %+v %v", b, x, err)
	}
	for _, c := range []string{"kid.1", "kid.1 of worker.1 #2"} {
		x, err := d.SetFocus(ctx, c)
		t.Logf("%s: %+v %v", c, x, err)
	}
	for _, c := range []string{`"kid.1 of worker.1 #2".x = 1`, `kid.1.x = 1`, `kid.x = 1`, `x = 1`, `some kids (x = 1)`} {
		x, err := d.Check(ctx, debugger.Check{Predicate: c})
		t.Logf("%s: %+v %v", c, x, err)
	}
}
