package debugger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/kernel"
)

// dup has two tasks with a thread of one name each, and two kids of one name, which have a port of one name.
var dup = &kernel.Program{Name: "dup", Main: func(b *kernel.Boot) {
	body := func(th *kernel.Thread) {
		th.NewPort("same")
		f := cthreads.Fork(th, "helper", func(th *kernel.Thread) { th.NewPort("") })
		for range 2 {
			kernel.Must(th.Spawn("two", "kid", kid))
		}
		cthreads.Join(th, f)
	}
	b.Task(b.Host("one"), "worker", body)
	b.Task(b.Host("two"), "worker", body)
}}

func kid(th *kernel.Thread) {
	x := 0
	th.Watch("x", &x)
	p := th.NewPort("mine")
	x++
	_, _ = th.ReceiveTimeout(p, kernel.Millisecond)
}

// notified gets notices of the ports of two tasks that end.
var notified = &kernel.Program{Name: "notified", Main: func(b *kernel.Boot) {
	h, g := b.Host("h"), b.Host("g")
	t := b.Task(h, "t", func(th *kernel.Thread) {
		n := th.Mach25().TaskNotify()
		kernel.Must(th.Receive(n))
		kernel.Must(th.Receive(n))
	})
	x := b.Task(h, "x", func(th *kernel.Thread) { th.Yield() })
	y := b.Task(g, "y", func(th *kernel.Thread) { th.Yield() })
	b.Send(x, b.Port(x, "port-x"), t)
	b.Send(y, b.Port(y, "port-y"), t)
}}

// made is a Debugger on a run of a program, which can be asked by SQL.
func made(t *testing.T, p *kernel.Program) *debugger.Debugger {
	t.Helper()
	d, err := debugger.Open(ctx, debugger.Source{Program: p, Seed: 1},
		debugger.Options{Queries: sqlite.Engine{Limits: sqlite.Usual}})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// asked is what a query returns, a row a text.
func asked(t *testing.T, d *debugger.Debugger, sql string) (all []string) {
	t.Helper()
	x, err := d.Query(ctx, sql, 0)
	must(t, err)
	for _, r := range x.Rows {
		all = append(all, strings.Trim(fmt.Sprint(r), "[]"))
	}
	return all
}

var kids = []string{"kid.1 of worker.1 #1", "kid.1 of worker.1 #2", "kid.1 of worker-2.1 #1", "kid.1 of worker-2.1 #2"}

// TestOneNameInTables asks for what has many bearers of one name.
func TestOneNameInTables(t *testing.T) {
	d := made(t, dup)
	for sql, want := range map[string]string{
		"select count(distinct thread), count(*) from threads":        "8 8",
		"select count(distinct task), count(*) from tasks":            "6 6",
		"select count(*) - count(distinct virtual) from ports":        "0",
		"select count(*) - count(distinct port) from ports":           "0",
		"select virtual from ports where port = 'same of worker-2.1'": "worker-2.1.p1",
	} {
		if got := strings.Join(asked(t, d, sql), ", "); got != want {
			t.Errorf("%s: %s, not %s", sql, got, want)
		}
	}
	for _, name := range kids {
		rows := asked(t, d, "select count(*), e.task, p.port from events e join threads t on e.thread = t.thread "+
			"join ports p on p.by = t.thread where e.thread = '"+name+"' and e.call = 'start'")
		task := strings.Replace(name, "kid.1", "kid", 1)
		if want := []string{"1 " + task + " mine of (" + name + ")"}; !slices.Equal(rows, want) {
			t.Errorf("%s: %q, not %q", name, rows, want)
		}
	}
}

// TestNamesAreTyped types what is printed, and what is only a part of it.
func TestNamesAreTyped(t *testing.T) {
	d := made(t, dup)
	for _, name := range kids {
		b, err := d.Break(ctx, fmt.Sprintf("receive by %q", name), false)
		must(t, err)
		if b.Hits != 1 || b.Text != fmt.Sprintf("receive by %q", name) {
			t.Errorf("a breakpoint: %+v", b)
		}
		b, err = d.Break(ctx, fmt.Sprintf("receive from %q", "mine of ("+name+")"), false)
		must(t, err)
		if b.Hits != 1 {
			t.Errorf("a breakpoint: %+v", b)
		}
		if x, err := d.Check(ctx, debugger.Check{Predicate: fmt.Sprintf("%q.x = 1", name)}); err != nil || !x.Found {
			t.Errorf("%s has x = 1: %+v, %v", name, x, err)
		}
		to(t, d, "end")
		if x, err := d.SetFocus(ctx, name); err != nil || x.Thread != name {
			t.Errorf("thread %s: %+v, %v", name, x, err)
		}
	}
	ambiguous := func(what string, err error) {
		t.Helper()
		for _, name := range kids {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v does not list %s", what, err, name)
			}
		}
	}
	_, err := d.Break(ctx, "receive by kid.1", false)
	ambiguous("break receive by kid.1", err)
	_, err = d.Break(ctx, "receive mine", false)
	ambiguous("break receive mine", err)
	_, err = d.SetFocus(ctx, "kid.1")
	ambiguous("thread kid.1", err)
	_, err = d.Check(ctx, debugger.Check{Predicate: "kid.1.x = 1"})
	ambiguous("check kid.1.x = 1", err)
	if x, err := d.Check(ctx, debugger.Check{Predicate: "all kids (x = 1)"}); err != nil || !x.Found {
		t.Errorf("all kids: %+v, %v", x, err)
	}
}

// TestNoticesNameObjects looks at notifications about ports that are no more.
func TestNoticesNameObjects(t *testing.T) {
	d := made(t, notified)
	want := []string{"port-deleted port-x", "port-deleted port-y"}
	got := asked(t, d, "select body from events where body is not null order by body")
	if !slices.Equal(got, want) {
		t.Errorf("bodies %q", got)
	}
	got = asked(t, d, "select notice || ' ' || port from history_dequeue_notify order by port")
	if !slices.Equal(got, want) {
		t.Errorf("the history %q", got)
	}
}
