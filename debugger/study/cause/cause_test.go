package cause_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/cause"
	"machsim/kernel"
	"machsim/programs"
)

// recording makes a run, and returns its recording.
func recording(t *testing.T, p *kernel.Program, seed uint64) *record.Recording {
	t.Helper()
	return recordingOf(t, runner.New(p, seed))
}

func recordingOf(t *testing.T, o *runner.NewOptions) *record.Recording {
	t.Helper()
	run, data := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func named(name string) *kernel.Program {
	for _, p := range programs.All {
		if p.Name == name {
			return p
		}
	}
	return nil
}

func find(t *testing.T, o cause.Options) *cause.Report {
	t.Helper()
	x, err := cause.Find(o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestManySamples asks for many more samples of 92 events than runs may be made: those are not prepared either.
func TestManySamples(t *testing.T) {
	p := named("philosophers")
	o := cause.Options{Guarded: true, Program: p, Recording: recording(t, p, 26), Samples: 100_000, Runs: 200}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	find(t, o)
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 1000 {
		t.Errorf("it takes %d MB to make 200 runs", mb)
	}
}

// TestFifthFork finds the lock that decides a deadlock of five philosophers, proves it, and finds a run that ends well.
func TestFifthFork(t *testing.T) {
	p := named("philosophers")
	rec := recording(t, p, 26)
	x := find(t, cause.Options{Guarded: true, Program: p, Recording: rec, File: "philosophers-26.rec", Samples: 20})
	c := x.Certain
	if !c.Exact || c.Event != 90 || c.After != 89 || c.Classes != 1 || c.Step.String() !=
		"table.hume  mutex_lock fork3  (philosophers.go:72)" {
		t.Errorf("certain: %+v: %v", c, c.Step)
	}
	d := x.Decision
	if d == nil || d.Kind != "next" || d.Options[0].Name != "table.hume" || d.Options[1].Name != "table.kant" {
		t.Errorf("decision: %+v", d)
	}
	if testing.Verbose() {
		fmt.Println(x.Text(0))
	}
	well, err := record.Read(x.Well.Data())
	if err != nil || well.Verdict() != record.VerdictOK || well.Parent.Event != 89 || int(well.Events) != x.Well.Events {
		t.Errorf("the run that ends well: %v, %+v", err, well)
	}
	run := runner.Do(runner.Replay(p, well))
	defer run.Close()
	if res := run.Replayed().Result(run.Ending()); res.Divergence != nil || run.Failed() {
		t.Errorf("its replay: %+v", res)
	}
}

// TestFaults finds causes in runs that have faults between steps and at rates: continuations begin as they were
// recorded, with the faults that came, and none where none came.
func TestFaults(t *testing.T) {
	crashed := 0
	for seed := range uint64(4) {
		o := runner.New(named("wal"), seed+1)
		o.Faults[kernel.FaultCrash].Most, o.Faults[kernel.FaultUnsynced].Rate = 1, kernel.MaxRate/2
		rec := recordingOf(t, o)
		if rec.Verdict() != record.VerdictCheckFailed {
			continue
		}
		crashed++
		x := find(t, cause.Options{Guarded: true, Program: o.Program, Recording: rec, File: "wal.rec", Samples: 4, Runs: 40})
		if x.Runs == 0 {
			t.Errorf("seed %d: %+v", seed+1, x)
		}
	}
	if crashed == 0 {
		t.Error("no run has failed")
	}
}

// TestGivenUp looks for the cause in a run whose beginning was dropped, and cannot be made again because a thread takes
// too long this time: that is told, and not that the program has changed.
func TestGivenUp(t *testing.T) {
	made, over := atomic.Int64{}, atomic.Bool{}
	defer over.Store(true)
	p := &kernel.Program{Name: "slow", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			again := made.Add(1) > 1
			for range 100 {
				for th.Yield(); again && !over.Load(); {
				}
			}
			_, _ = th.Mach().Receive(th.NewPort("never"))
		})
	}}
	file, err := os.Create(filepath.Join(t.TempDir(), "x.rec"))
	must(t, err)
	parts, err := record.NewParts(file, record.Keep{Events: 30})
	must(t, err)
	o := runner.New(p, 1)
	o.LoopLimit = 50 * time.Millisecond
	o.Record = record.Start(parts, o.Setup().Header())
	runner.Do(o).Close()
	must(t, parts.Close())
	rec, err := record.Open(file.Name())
	must(t, err)
	_, err = cause.Find(cause.Options{Guarded: true, Program: p, Recording: rec, LoopLimit: 50 * time.Millisecond})
	var u *cause.Unfit
	if !errors.As(err, &u) || u.Changed || !strings.HasPrefix(u.Text, "the run cannot be made again from its seed: ") {
		t.Errorf("%+v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
