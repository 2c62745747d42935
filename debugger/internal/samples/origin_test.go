package samples

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs/hooked/bank"
	"machsim/programs/hooked/calculator"
	"machsim/programs/hooked/lease"
	"machsim/programs/hooked/ricart"
	"machsim/programs/hooked/snapshot"
)

// TestOrigin: from the check that has failed, the chain leads to the line of the mistake, over hosts; and at the
// position of each row its statement is next.
func TestOrigin(t *testing.T) {
	for _, x := range []struct {
		p          *kernel.Program
		seed       uint64
		expression string
		guilty     func(debugger.SourceRow) bool
		decided    string // the condition by which it came so far, where that is wrong and no value is
	}{
		{&bank.Program, 9, "account[0]", func(r debugger.SourceRow) bool { // the read that another write follows
			return r.Line == 79 && r.Value == "100" && r.Thread == "bank.1" && r.Event == 219
		}, ""},
		{&snapshot.Program, 3, "", func(r debugger.SourceRow) bool {
			return strings.Contains(r.End, "line 185 would assign to it, behind the branch on line 184: br.records")
		}, ""},
		{&calculator.Program, 1, "", func(r debugger.SourceRow) bool { // an answer to another question
			return r.Kind == "message" && r.Value == "result{Question:1 X:9}" && r.Thread == "calculator.1.2"
		}, ""},
		{&lease.Program, 27, "", func(r debugger.SourceRow) bool { // the lease may have ended
			return r.Line == 129 && r.Kind == "argument" && r.Thread == "bob.1"
		}, ""},
		{&ricart.Program, 1, "", func(r debugger.SourceRow) bool { // who was let in first
			return r.Line == 114 && r.Thread == "site0.1"
		}, "for s.replies < len(s.peers)-1"},
	} {
		t.Run(x.p.Name, func(t *testing.T) {
			d := origins(t, x.p, x.seed)
			found, err := d.Origins(context.Background(), debugger.Origin{Expression: x.expression, Depth: 30})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(found.Rows, x.guilty) {
				t.Errorf("the guilty line is not among %+v", found.Rows)
			}
			if x.decided != "" && (found.Decided == nil || found.Decided.Text != x.decided) {
				t.Errorf("the sender of the last message decided %+v", found.Decided)
			}
			if c := found.Decided; c != nil {
				next(t, d, debugger.SourceRow{Position: c.Position, Thread: c.Thread, File: c.File, Line: c.Line, Func: c.Func})
			}
			for _, r := range found.Rows[:min(len(found.Rows), 25)] {
				next(t, d, r)
			}
		})
	}
}

// next sees that the statement of a row is next at its position.
func next(t *testing.T, d *debugger.Debugger, r debugger.SourceRow) {
	ctx := context.Background()
	if _, err := d.Goto(ctx, r.Position); err != nil {
		t.Fatal(err)
	}
	frames, err := d.Frames(ctx, r.Thread)
	if err != nil || len(frames) == 0 {
		t.Fatalf("at %s: %v", r.Position, err)
	}
	if f := frames[0]; f.Line != r.Line || f.File != r.File || f.Func != r.Func {
		t.Errorf("at %s %s is in %s:%d, and not before %s:%d", r.Position, r.Thread, f.File, f.Line, r.File, r.Line)
	}
}

func origins(t testing.TB, p *kernel.Program, seed uint64) *debugger.Debugger {
	d, err := debugger.Open(context.Background(), debugger.Source{Run: runner.New(p, seed)}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// BenchmarkOrigin asks where a value comes from in a run of a million events: the first time, for which the tasks of
// the chain are made again, and then. The targets are 0.2 s for a link and 2 s for a chain of fifty.
func BenchmarkOrigin(b *testing.B) {
	ctx := context.Background()
	o := runner.New(&bank.Program, 1)
	o.MaxSteps, o.Args = 1_000_000, map[string]string{"tellers": "40", "transfers": "1000"}
	d, err := debugger.Open(ctx, debugger.Source{Run: o}, debugger.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	ask := func(depth int) time.Duration {
		begun := time.Now()
		o := debugger.Origin{Scope: debugger.Scope{Thread: "bank.1"}, Expression: "account[0]", Depth: depth}
		x, err := d.Origins(ctx, o)
		if err != nil || len(x.Rows) < depth {
			b.Fatal(err, x)
		}
		return time.Since(begun)
	}
	_, _ = d.Value(ctx, debugger.Scope{Thread: "bank.1"}, "account[0]")
	first, fifty := ask(1), ask(50)
	for b.Loop() {
		ask(50)
	}
	b.ReportMetric(first.Seconds(), "s/first")
	b.ReportMetric(fifty.Seconds(), "s/first-50")
}
