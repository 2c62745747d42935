package simtest_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"machsim/debugger/record"
	"machsim/kernel"
	"machsim/programs/philosophers"
	"machsim/test/simtest"
)

// TestTry: what comes of runs is data: who failed and where, with a recording of that run.
func TestTry(t *testing.T) {
	r := simtest.Try(&philosophers.Program, simtest.Seeds(200))
	if !r.Failed || r.Verdict != simtest.Deadlock || r.Thread == "" || !strings.HasPrefix(r.Line, "philosophers.go:") {
		t.Errorf("it ends with %+v", r)
	}
	rec, err := record.Read(r.Record)
	if err != nil || rec.Seed != r.Seed || !strings.Contains(r.Text, "DEADLOCK") {
		t.Errorf("the recording is %v, %v:\n%s", rec, err, r.Text)
	}
	well := simtest.Try(&philosophers.Fixed, simtest.Seeds(5), simtest.Reaches("nowhere"))
	if well.Failed || well.Err != nil || well.Runs != 5 || well.Events == 0 || len(well.Goals) != 1 {
		t.Errorf("it ends with %+v", well)
	}
	if wrong := simtest.Try(&philosophers.Fixed, simtest.Never("x", nil), simtest.Faults("?")); wrong.Err == nil {
		t.Error("a fault that there is not")
	}
}

// TestTryAll: a search finds the failure, or is a proof, or has failed because it is none.
func TestTryAll(t *testing.T) {
	never := simtest.NoState("two different nodes (label here)")
	one := &kernel.Program{Name: "one", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "node1", func(th *kernel.Thread) { th.Label("here") })
	}}
	two := &kernel.Program{Name: "two", Main: func(b *kernel.Boot) {
		for _, name := range []string{"node1", "node2"} {
			b.Task(b.Host("h"), name, func(th *kernel.Thread) { th.Label("here") })
		}
	}}
	if r := simtest.TryAll(one, never, simtest.Guarded(), simtest.Proof()); r.Failed || !r.Proven || r.Err != nil {
		t.Errorf("one: %+v", r)
	}
	r := simtest.TryAll(two, never, simtest.Guarded())
	if !r.Failed || !strings.Contains(r.What, "label here") || r.Record == nil {
		t.Errorf("two: %+v", r)
	}
	if r := simtest.TryAll(one, never, simtest.Guarded(), simtest.Proof(), simtest.Seeds(1)); !r.Failed && !r.Proven {
		t.Errorf("a search of one run: %+v", r)
	}
}

// TestTryNoEnd: of a run without an end the thread is told that had to end, and what it waits for, whoever went last;
// and what a claim has not decided is told.
func TestTryNoEnd(t *testing.T) {
	p := &kernel.Program{Name: "endless", Main: func(b *kernel.Boot) {
		b.Server(b.Host("h"), "clock", func(th *kernel.Thread) {
			th.Label("begun")
			for {
				th.Yield()
			}
		})
		b.Task(b.Host("h"), "waiter", func(th *kernel.Thread) {
			for {
				th.Sleep(kernel.Second)
			}
		})
	}}
	r := simtest.Try(p, simtest.Seeds(1), simtest.MaxEvents(1000), simtest.LinearizableAs("register:port=store"))
	if r.Verdict != simtest.NoEnd || r.Thread != "waiter.1" ||
		!strings.HasPrefix(r.What, "given up after 1000 events; waiter.1 ") {
		t.Errorf("%s: %s, %s at %s", r.Verdict, r.What, r.Thread, r.Line)
	}
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "no run has a remote call that counts") {
		t.Errorf("what is not decided: %q", r.Notes)
	}
	r = simtest.Try(p, simtest.Seeds(1), simtest.MaxEvents(1000), simtest.Sometimes("definitely(label begun)"))
	if r.Verdict != simtest.NoEnd || r.Err != nil || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "is not decided") {
		t.Errorf("%s: %s, %v; what is not decided: %q", r.Verdict, r.What, r.Err, r.Notes)
	}
}

// TestTryOnce: of a run that fails only once it is told how it did.
func TestTryOnce(t *testing.T) {
	var made atomic.Int64
	p := &kernel.Program{Name: "once", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) { th.Check(made.Add(1) > 1, "it was made before") })
	}}
	r := simtest.Try(p, simtest.Seeds(1))
	const what = "failed (CHECK FAILED: it was made before), but not when it was run again: the program is not"
	if !r.Failed || !strings.Contains(r.What, what) {
		t.Errorf("it ends with %+v", r)
	}
}
