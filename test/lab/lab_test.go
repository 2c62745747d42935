package lab_test

import (
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// TestConditions: a lab finds the conditions again that have ended a recorded run of it, without making any run; with
// them the run's cause is found, and a smaller one. Conditions that find nothing wrong with it are no help.
func TestConditions(t *testing.T) {
	made := 0
	p := &kernel.Program{Name: "counts", Main: func(b *kernel.Boot) {
		made++
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			for range 6 {
				th.Yield()
			}
			if th.Random(3) == 1 {
				th.Label("late")
			}
			th.Yield()
		})
	}}
	never := func(n int) simtest.Option {
		return simtest.Never("late", func(w *simtest.World) bool { return w.Labels("late") >= n })
	}
	failed := simtest.Try(p, never(1))
	rec, err := record.Read(failed.Record)
	if err != nil || rec.Kind != record.Condition || rec.Test == "" {
		t.Fatal(err, failed.What)
	}
	whole := func(n int) lab.Lab {
		return lab.Lab{Parts: []lab.Part{
			{Name: "first", Do: func(t *lab.Trial) { t.Run(p); t.Want(false, "no more") }},
			{Name: "second", Do: func(t *lab.Trial) { t.Prove(p, never(n)) }},
		}}
	}
	made = 0
	known := whole(1).Conditions(rec)
	if known == nil || made > 0 {
		t.Fatalf("the conditions are known: %t; runs were made: %d", known != nil, made)
	}
	explain := func(l lab.Lab) (*study.Caused, error) {
		x := &study.Process{Programs: []*kernel.Program{p}, Conditions: l.Conditions}
		return x.Recorded(rec, p, "x.rec").Cause(t.Context(), study.UsualCausing)
	}
	if x, err := explain(whole(1)); err != nil || x.Well == nil || x.Certain.Event == 0 {
		t.Errorf("%v, %+v", err, x)
	}
	for _, l := range []lab.Lab{whole(2), {}} {
		if _, err := explain(l); err == nil {
			t.Error("a cause is found without the condition that ended the run")
		}
	}
	x := &study.Process{Programs: []*kernel.Program{p}, Conditions: whole(1).Conditions}
	small, err := x.Recorded(rec, p, "x.rec").Shrink(t.Context(), study.Shrinking{Runs: 100})
	if err != nil {
		t.Fatal(err)
	}
	small.Run.Close()
}

// TestModels: a lab finds the model again that the calls of a recorded run did not fit, so that run is made smaller.
func TestModels(t *testing.T) {
	type (
		read  struct{}
		value struct{ Value int }
	)
	p := &kernel.Program{Name: "stale", Main: func(b *kernel.Boot) {
		h, to := b.Host("h"), kernel.Name(0)
		store := kernel.Name(0)
		keeper := b.Server(h, "keeper", func(th *kernel.Thread) {
			for {
				m := kernel.Must(kernel.Receive[read](th, store))
				kernel.Must(kernel.Reply(th, m, value{1}))
			}
		})
		store = b.Port(keeper, "store")
		reader := b.Task(h, "reader", func(th *kernel.Thread) {
			for range 3 {
				kernel.Must(kernel.RPC[read, value](th, to, read{}))
			}
		})
		to = b.Send(keeper, store, reader)
	}}
	model := func(name string) simtest.Option {
		return simtest.Linearizable(simtest.Model{Name: name, Kinds: []any{read{}, value{}},
			Init: func() any { return 0 },
			Step: func(state, _, answer any) (any, bool) { return state, answer == nil || answer == value{state.(int)} }})
	}
	failed := simtest.Try(p, model("register"))
	rec, err := record.Read(failed.Record)
	if err != nil || rec.Kind != record.Condition {
		t.Fatal(err, failed.What)
	}
	for _, name := range []string{"register", "registers"} {
		l := lab.Lab{Parts: []lab.Part{{Name: "first", Do: func(t *lab.Trial) { t.Run(p, model(name)) }}}}
		x := &study.Process{Programs: []*kernel.Program{p}, Conditions: l.Conditions, Models: l.Models}
		small, err := x.Recorded(rec, p, "x.rec").Shrink(t.Context(), study.Shrinking{Runs: 200})
		if known := name == "register"; (err == nil) != known {
			t.Errorf("with the model %s: %v", name, err)
		} else if known {
			small.Run.Close()
		}
	}
}
