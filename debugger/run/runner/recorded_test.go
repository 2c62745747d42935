package runner

import (
	"bytes"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/kernel"
)

// However a run ends, its recording has all of its events, and the replay ends so too.
func TestRecordedEndings(t *testing.T) {
	forever := func(*kernel.Thread) { select {} }
	loop := newStopper(300, forever).options()
	loop.Stop = nil
	panics := &kernel.Program{Name: "test", Main: func(*kernel.Boot) { panic("oh") }}
	for _, c := range []struct {
		name   string
		o      *NewOptions
		want   string
		events uint64
	}{
		{"loop", loop, record.Blocked, 301},
		{"interrupted loop", newStopper(300, forever).options(), record.Interrupted, 301},
		{"interrupted", newStopper(300, yielder).options(), record.Interrupted, 0},
		{
			"limit", &NewOptions{Common: Common{Program: single(yielder)}, Choices: Choices{MaxSteps: 1000}},
			"unfinished", 1000,
		},
		{"main", New(panics, 0), record.MainPanic, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.LoopLimit = 600 * time.Millisecond
			var file bytes.Buffer
			c.o.Record = record.Start(&file, c.o.Setup().Header())
			Do(c.o).Close()
			rec, err := record.Read(file.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if rec.Outcome != c.want || c.events != 0 && rec.Events != c.events {
				t.Fatalf("%+v", rec.Ending)
			}
			o := Replay(c.o.Program, rec)
			o.LoopLimit = c.o.LoopLimit
			run := Do(o)
			defer run.Close()
			if res := o.replay.Result(run.Ending()); !res.Identical() || res.Events != rec.Events || res.Hash != rec.Hash {
				t.Fatalf("%+v, %+v", res, res.Divergence)
			}
		})
	}
}

// TestConditionAtEnd records a run that somebody finds wrong when it has ended well: the
// recording says so, and replays all the same, with nobody who looks.
func TestConditionAtEnd(t *testing.T) {
	quiet := &kernel.Program{Name: "quiet", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) { th.Yield() })
	}}
	var file bytes.Buffer
	o := New(quiet, 1)
	o.Check = func(*Run) Check { return Check{End: func() string { return "too polite" }} }
	o.Record = record.Start(&file, o.Setup().Header())
	run := Do(o)
	run.Close()
	if run.Outcome != kernel.Finished || run.Violation == nil {
		t.Fatalf("%v, %v", run.Outcome, run.Violation)
	}
	rec, err := record.Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if rec.Kind != record.Condition || rec.Text != "too polite" {
		t.Errorf("the recording ends with %v", rec.Ending)
	}
	again := Replay(o.Program, rec)
	run = Do(again)
	run.Close()
	if res := again.replay.Result(run.Ending()); !res.Identical() {
		t.Errorf("%+v", res.Divergence)
	}
}
