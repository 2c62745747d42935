package runner_test

import (
	"os"
	"path/filepath"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// listening is a Door that is told of the steps.
type listening struct {
	kernel.Door
	steps uint64
}

func (l *listening) Open(*kernel.State)                {}
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

// TestKept records two programs, of which one outgrows pictures: it has some first, and none later on. The Door is told
// of all steps beside those who take pictures, and when they have left.
func TestKept(t *testing.T) {
	for _, serves := range []bool{true, false} {
		path := filepath.Join(t.TempDir(), "x.rec")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		parts, err := record.NewParts(f, record.Keep{Bytes: record.LeastKept})
		if err != nil {
			t.Fatal(err)
		}
		door := &listening{Door: kernel.NewRandom(1)}
		o := runner.New(counts(serves), 1)
		o.MaxSteps, o.By = 200_000, strategy.By(door)
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
		if n, _ := rec.Pictures(); (n > 0) != serves {
			t.Errorf("serves %t: it has %d pictures", serves, n)
		}
		if door.steps != o.MaxSteps || rec.Events != o.MaxSteps {
			t.Errorf("serves %t: the Door was told of %d steps of %d", serves, door.steps, rec.Events)
		}
	}
}
