package shrink

import (
	"slices"
	"strings"
	"testing"

	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// reader fails at a line that it reads; another task only computes.
var reader = kernel.Program{Name: "reader", Params: []kernel.Param{
	{Name: "steps", Default: "9"}, {Name: "wait", Default: "20ms"}, {Name: "loud", Default: "true"},
}, Main: func(b *kernel.Boot) {
	steps, loud := b.IntIn("steps", 3, 100), b.Bool("loud")
	wait := b.Text("wait")
	b.Task(0, "reader", func(th *kernel.Thread) {
		for line, ok := th.ReadLine(); ok; line, ok = th.ReadLine() {
			th.Check(line != "bad", "after %d numbers below %d: %s", steps, th.Random(100), line)
		}
	})
	b.Task(0, "other", func(th *kernel.Thread) {
		for range steps {
			if th.Yield(); loud {
				th.Printf("%s", wait)
			}
		}
	})
}}

// TestTakenOut takes out lines of input, an edit, and what a parameter of each kind adds.
func TestTakenOut(t *testing.T) {
	o := runner.New(&reader, 5)
	o.Input = runner.NewInput(strings.NewReader("a\nb\nbad\nc\n"))
	o.Edits = []kernel.Edit{{After: 4, Kind: kernel.EditKillTask, Object: 2}}
	r, err := Run(&reader, recorded(t, o), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Run.Close()
	if want := (Size{Events: 4, Switches: 0, Tasks: 1, Lines: 1}); r.After != want || !r.Minimal {
		t.Errorf("%+v, and should be %+v", r.After, want)
	}
	want := []Param{{"steps", "9", "3"}, {"wait", "20ms", "0s"}, {"loud", "true", "false"}}
	if !slices.Equal(r.Params, want) {
		t.Errorf("%v, and should be %v", r.Params, want)
	}
	if r.Before.Edits != 1 || r.Before.Lines != 3 {
		t.Errorf("it was %+v", r.Before)
	}
}

// TestLimit: a run with less input is not taken if it fails only after as many events as the recorded run may have.
func TestLimit(t *testing.T) {
	p := &kernel.Program{Name: "detour", Main: func(b *kernel.Boot) {
		b.Task(0, "reader", func(th *kernel.Thread) {
			if _, short := th.ReadLine(); !short {
				for range 50 {
					th.Yield()
				}
			}
			th.Check(false, "it fails either way")
		})
	}}
	o := runner.New(p, 1)
	o.Input, o.MaxSteps = runner.NewInput(strings.NewReader("short\n")), 20
	r, err := Run(p, recorded(t, o), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Run.Close()
	if r.After.Lines != 1 || !r.Minimal {
		t.Errorf("%+v", r.After)
	}
}
