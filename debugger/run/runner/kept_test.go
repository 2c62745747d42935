package runner_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// listening is a Door that is told of the steps.
type listening struct {
	kernel.Door
	steps, from uint64
}

// Open has the run begin as one that has made many steps.
func (l *listening) Open(s *kernel.State) { s.Steps, l.from = s.Steps+l.from, 0 }

func (l *listening) Fired(*kernel.State, kernel.Actor) {}
func (l *listening) Begin(*kernel.State, kernel.Actor) {}
func (l *listening) End(*kernel.State, kernel.Taken)   { l.steps++ }
func (l *listening) Glance(kernel.ThreadID, any)       {}

// counts counts for ever; if it serves, what it remembers can be in a picture.
func counts(serves bool) *kernel.Program {
	return &kernel.Program{Name: "counts", Main: func(b *kernel.Boot) {
		b.Task(b.Host("here"), "s", func(th *kernel.Thread) {
			n := 0
			step := func(th *kernel.Thread) { n += th.Random(1 << 30) }
			if serves {
				th.Serve(&n, step)
			}
			for {
				step(th)
			}
		})
	}}
}

// kept is a recording of the last part of a run, bounded as little as can be.
func kept(t *testing.T, path string, o *runner.NewOptions) *record.Recording {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := record.NewParts(f, record.Keep{Bytes: record.LeastKept})
	if err != nil {
		t.Fatal(err)
	}
	o.Keep = record.Keep{Bytes: record.LeastKept}
	o.Record = record.Start(parts, o.Setup().Header())
	run := runner.Do(o)
	run.Close()
	if err := parts.Close(); err != nil || run.Lost != nil {
		t.Fatal(err, run.Lost)
	}
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestKept records two programs, of which one outgrows pictures: it has some first, and none later on. The other
// one goes on to have them beyond event 2^32. The Door is told of all steps
// beside those who take pictures, and when they have left.
func TestKept(t *testing.T) {
	for _, x := range []struct {
		serves, pictures bool
		from             uint64 // the steps of a run that has come far
	}{{true, true, 0}, {false, false, 0}, {true, true, 1<<32 - 1000}} {
		door := &listening{Door: kernel.NewRandom(1), from: x.from}
		o := runner.New(counts(x.serves), 1)
		o.MaxSteps, o.By = x.from+200_000, strategy.By(door)
		var told []*runner.Outgrown
		o.Outgrew = func(x *runner.Outgrown) { told = append(told, x) }
		rec := kept(t, filepath.Join(t.TempDir(), "x.rec"), o)
		if n, _ := rec.Pictures(); (n > 0) != x.pictures {
			t.Errorf("%+v: it has %d pictures", x, n)
		}
		if o.Record.HasPictures() != x.pictures {
			t.Errorf("%+v: it takes pictures at the end: %t", x, !x.pictures)
		}
		if (len(told) == 0) != x.pictures || len(told) > 0 && (len(told) > 1 || told[0].Thread != "s.1" ||
			told[0].Bytes < record.LeastKept/32 || told[0].Event > rec.Events || told[0].Kept.Bytes != record.LeastKept) {
			t.Errorf("%+v: told is %v", x, told)
		}
		if door.steps != 200_000 || rec.Events != 200_000 {
			t.Errorf("%+v: the Door was told of %d steps of %d", x, door.steps, rec.Events)
		}
	}
}

// TestKeptForLong records fifty million events: never do the files take more than an eighth beyond the bound, nor does
// the memory grow.
func TestKeptForLong(t *testing.T) {
	effort.Dear(t, "it takes minutes")
	const events, sample = 50_000_000, 500
	path := filepath.Join(t.TempDir(), "x.rec")
	o := runner.New(programs.Find("stock"), 1)
	o.MaxSteps, o.Args = events, map[string]string{"orders": "0"}
	steps, disk := 0, int64(0)
	memory := map[bool]uint64{} // the most, in the first tenth and after it
	o.Tracer.Step = func(*kernel.State, kernel.Actor, kernel.Op, bool) {
		if steps++; steps%sample == 0 {
			disk = max(disk, sizeOf(t, filepath.Dir(path)))
		}
		if steps%(events/200) == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			late := steps > events/10
			memory[late] = max(memory[late], m.HeapInuse+m.StackInuse)
		}
	}
	rec := kept(t, path, o)
	t.Logf("%d bytes of %d on the disk, %d and %d bytes of memory", disk, record.LeastKept, memory[false], memory[true])
	if disk > record.LeastKept*9/8 || memory[true] > 2*memory[false] {
		t.Error("it grows")
	}
	if n, bytes := rec.Pictures(); n == 0 || rec.Events != events {
		t.Errorf("%d events, with %d pictures of %d bytes", rec.Events, n, bytes)
	}
}

// sizeOf returns how many bytes the files in a directory have.
func sizeOf(t *testing.T, dir string) (n int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Error(err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
	}
	return n
}
