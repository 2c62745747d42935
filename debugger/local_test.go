package debugger_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/debugger/internal/lab/hooked"
	plain "machsim/debugger/internal/lab/plain"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// openLab opens a run of a small program, at its end.
func openLab(t *testing.T, p *kernel.Program) *debugger.Debugger {
	t.Helper()
	run := runner.New(p, 1)
	run.LoopLimit = 200 * time.Millisecond
	d, err := debugger.Open(ctx, debugger.Source{Run: run}, debugger.Options{LoopLimit: 200 * time.Millisecond,
		Queries: sqlite.Engine{Limits: sqlite.Usual}})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// TestNamesAtTheEnd: a variable is found by its name where the debugger opens, in no function of it.
func TestNamesAtTheEnd(t *testing.T) {
	d := openLab(t, &lab.All)
	rows, err := d.Changes(ctx, "n")
	must(t, err)
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprint(r.Event, " ", r.New))
	}
	if want := []string{"37 1", "48 2", "62 3", "66 4"}; !slices.Equal(got[max(0, len(got)-4):], want) {
		t.Errorf("n changes %v, not %v", got, want)
	}
	d = openLab(t, &lab.Steps2)
	for _, name := range []string{"work.x", "x", "*work.q", "work.x in t.1"} {
		rows, err := d.Changes(ctx, name)
		if must(t, err); len(rows) != 24 {
			t.Errorf("%s changes %d times", name, len(rows))
		}
		last, err := d.LastValues(ctx, name)
		if must(t, err); len(last) != 1 || last[0].Value != "41" || !strings.HasPrefix(last[0].Of, "t.1#") {
			t.Errorf("%s was last %+v", name, last)
		}
	}
	for kind, hits := range map[debugger.WatchKind]int{debugger.ChangeWatch: 23, debugger.ReadWatch: 21,
		debugger.AccessWatch: 35} {
		b, err := d.Watch(ctx, kind, debugger.Scope{}, "work.x")
		if must(t, err); b.Hits != hits || b.Text != string(kind)+" work.x" {
			t.Errorf("%s: %+v", kind, b)
		}
	}
	if _, err := d.Changes(ctx, "work.y"); err == nil || !strings.Contains(err.Error(), "work.y") {
		t.Errorf("work.y: %v", err)
	}
}

// TestPredicatesAtTheEnd: predicates know variables by their functions.
func TestPredicatesAtTheEnd(t *testing.T) {
	d := openLab(t, &lab.Steps3)
	s, err := d.StopIf(ctx, "x = 42")
	if must(t, err); s.First.String() != "2@t.1:128" {
		t.Errorf("x = 42 first at %s", s.First)
	}
	d = openLab(t, &lab.Steps2)
	for _, p := range []string{"work.x = -1", "t.1.work.x = -1", "hooked.work.x = -1"} {
		if s, err := d.StopIf(ctx, p); err != nil || s.First.String() != "2@t.1:18" {
			t.Errorf("%s first at %s, %v", p, s.First, err)
		}
	}
}

// TestShownAtStatements: what a thread shows is looked at at statements where its task has hooks, and the answer says
// where it has none.
func TestShownAtStatements(t *testing.T) {
	both := &kernel.Program{Name: "both", Main: lab.With(unhooked)}
	for p, c := range map[*kernel.Program]struct{ text, at, only string }{
		&lab.Flags:   {"shown = -1", "@t.1:5", ""},
		&plain.Flags: {"shown = -1", "", "the program has no hooks"},
		both:         {"shown = -1 and x = 0", "@t.1:5", "variables of plain were looked at at kernel calls only"},
	} {
		name := p.Name
		d := openLab(t, p)
		for _, in := range []debugger.States{debugger.Consistent, debugger.Recorded} {
			x, err := d.Check(ctx, debugger.Check{Predicate: c.text, States: in})
			if must(t, err); x.Found != (c.at != "") || !strings.HasSuffix(x.Position.String(), c.at) ||
				(x.OnlyCalls == "") != (c.only == "") || !strings.Contains(x.OnlyCalls, c.only) {
				t.Errorf("%s, %d: %+v", name, in, x)
			}
		}
		s, err := d.StopIf(ctx, c.text)
		if must(t, err); s.Never != (c.at == "") || (len(s.Remarks) == 0) != (c.only == "") && c.at == "" {
			t.Errorf("%s: %+v", name, s)
		}
		s, err = d.TraceIf(ctx, "shown", "shown < 8")
		if must(t, err); s.Never {
			t.Errorf("%s: %+v", name, s)
		}
		to(t, d, "start")
		m, err := d.Continue(ctx, false)
		if must(t, err); c.at != "" && !strings.HasSuffix(m.Here.Position.String(), c.at) {
			t.Errorf("%s: continue leads to %s", name, m.Here.Position)
		}
		values := map[string]bool{}
		for _, x := range m.Passed {
			values[x.Value] = true
		}
		if c.at != "" && !values["-1"] {
			t.Errorf("%s: the trace tells of %v", name, values)
		}
	}
}

// TestHaltAtCalls: markers see no statements, so that what a thread shows is looked at at calls to halt there.
func TestHaltAtCalls(t *testing.T) {
	d := openLab(t, &lab.Flags)
	for text, events := range map[string]int{"shown = 7": 1, "shown = -1": 0} {
		x, err := d.Halt(ctx, text, debugger.HaltOptions{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if x.Run.Close(); len(x.Detected) != events {
			t.Errorf("%s: %+v", text, x.Detected)
		}
	}
}

// unhooked has a task whose code has no hooks.
func unhooked(b *kernel.Boot) {
	b.Task(b.Host("h2"), "plain", func(th *kernel.Thread) {
		x := 0
		th.Watch("x", &x)
		th.Label("plain")
	})
}

// TestGotoLocal: rows of local events are walked by their statements, and stop there.
func TestGotoLocal(t *testing.T) {
	d := openLab(t, &lab.Steps2)
	x, err := d.Query(ctx, "SELECT n, position, new FROM local('work.x') WHERE new = -1", 0)
	if must(t, err); len(x.Rows) != 2 {
		t.Fatalf("%v", x.Rows)
	}
	m, err := d.GotoRow(ctx, 2, 1)
	if must(t, err); m.Here.Position.String() != x.Rows[1][1] {
		t.Errorf("row 2 is at %s, not %s", m.Here.Position, x.Rows[1][1])
	}
	must(t, d.NameQuery(ctx, "minus", x.Query))
	to(t, d, "start")
	if _, err = d.Query(ctx, "minus", 0); err != nil {
		t.Fatal(err)
	}
	b, err := d.Break(ctx, "query minus", false)
	if must(t, err); b.Hits != 2 {
		t.Errorf("%+v", b)
	}
	if m, err = d.Continue(ctx, false); err != nil || m.Here.Position.String() != x.Rows[0][1] {
		t.Errorf("stopped at %s, not %s: %v", m.Here.Position, x.Rows[0][1], err)
	}
}

// TestTraceLocal: motions tell of the local events that they pass.
func TestTraceLocal(t *testing.T) {
	d := openLab(t, &lab.Steps2)
	for what, hits := range map[string]int{"work.x": 24, "reads of work.x": 21, "label again": 2, "more.go:26": 2} {
		s, err := d.Trace(ctx, what)
		if must(t, err); s.Hits != hits {
			t.Errorf("%s: %+v", what, s)
		}
	}
	to(t, d, "start")
	p, err := d.Position(ctx, "2@t.1:19")
	must(t, err)
	m, err := d.Goto(ctx, p)
	must(t, err)
	var got []string
	for _, x := range m.Passed {
		if !strings.HasPrefix(x.Stop.Shows, "reads") {
			got = append(got, x.Happened())
		}
	}
	slices.Sort(got)
	for _, want := range []string{"label again, by t.1, at 2@t.1:5", "more.go:26, by t.1, at 2@t.1:17",
		"work.x = -1, by t.1, at 2@t.1:18"} {
		if !slices.Contains(got, want) {
			t.Errorf("passed %q, and not %q", got, want)
		}
	}
}

// TestSetLocal: what the debugger sets in a fork is no statement's doing.
func TestSetLocal(t *testing.T) {
	d := openLab(t, &lab.Steps2)
	to(t, d, "2@t.1:9")
	_, err := d.Fork(ctx, debugger.Fork{Change: debugger.Assign{Variable: "x", Value: "7"}})
	must(t, err)
	x, err := d.Query(ctx, "SELECT thread, old, new FROM local('work.x') WHERE by IS NULL", 0)
	if must(t, err); len(x.Rows) != 1 || fmt.Sprint(x.Rows[0]) != "[the debugger 1 7]" {
		t.Errorf("%v", x.Rows)
	}
}

// TestKeepLocal: watchpoints and traces by names are kept beside the recording.
func TestKeepLocal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "steps2.rec")
	run, data := runner.InMemory(runner.New(&lab.Steps2, 1))
	run.Close()
	must(t, os.WriteFile(file, data, 0o666))
	find := func(*record.Recording) (*kernel.Program, error) { return &lab.Steps2, nil }
	open := func() *debugger.Debugger {
		d, err := debugger.Open(ctx, debugger.Source{File: file}, debugger.Options{Find: find, Keep: true})
		must(t, err)
		t.Cleanup(d.Close)
		return d
	}
	d := open()
	_, err := d.Watch(ctx, debugger.ReadWatch, debugger.Scope{}, "work.x in t.1")
	must(t, err)
	_, err = d.Trace(ctx, "label again")
	must(t, err)
	d.Close()
	d = open()
	points, err := d.Breakpoints(ctx)
	if must(t, err); len(points) != 1 || points[0].Text != "rwatch work.x in t.1" || points[0].Hits != 21 {
		t.Errorf("%+v", points)
	}
	to(t, d, "start")
	m, err := d.Next(ctx, debugger.Step{N: 100})
	if must(t, err); len(m.Passed) != 2 || m.Passed[0].Happened() != "label again, by t.1, at 2@t.1:5" {
		t.Errorf("%+v", m.Passed)
	}
}
