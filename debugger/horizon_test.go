package debugger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	samples "machsim/programs/hooked"
)

func init() { samples.Register() }

// window opens a part of a run.
func window(t *testing.T, program *kernel.Program, data []byte, from int) *debugger.Debugger {
	t.Helper()
	d, err := debugger.Open(ctx, debugger.Source{Program: program, Data: data}, debugger.Options{
		Window: debugger.RunWindow{From: uint64(from)}})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// TestBackBeyondHorizon: what cannot be gone back to because it was before the window is told to have been there, by
// each motion of each thread, as the motions of the whole run say. Where nobody can go back all say the same.
func TestBackBeyondHorizon(t *testing.T) {
	whole, err := debugger.Open(ctx, debugger.Source{Program: hooked.Program, Seed: 5}, debugger.Options{})
	must(t, err)
	t.Cleanup(whole.Close)
	data, err := whole.Data(ctx)
	must(t, err)
	back := []func(d *debugger.Debugger, thread string) error{
		func(d *debugger.Debugger, thread string) error {
			_, err := d.Step(ctx, debugger.Step{Thread: thread, Back: true})
			return err
		},
		func(d *debugger.Debugger, thread string) error {
			_, err := d.Next(ctx, debugger.Step{Thread: thread, Back: true})
			return err
		},
	}
	for _, kind := range []debugger.StepKind{debugger.Into, debugger.Over, debugger.Out} {
		back = append(back, func(d *debugger.Debugger, thread string) error {
			_, err := d.StepLine(ctx, debugger.LineStep{Thread: thread, Kind: kind, Back: true})
			return err
		})
	}
	never, beyond := 0, 0
	for from := 4; from <= 18; from++ {
		d := window(t, hooked.Program, data, from)
		threads, err := d.Threads(ctx)
		must(t, err)
		for _, at := range []int{from - 1, from + 2} {
			for _, x := range threads {
				for i, f := range back {
					to(t, d, fmt.Sprint(at))
					to(t, whole, fmt.Sprint(at))
					here, there := f(d, x.Name), f(whole, x.Name)
					name := fmt.Sprintf("motion %d of %s from %d back, in a window from event %d", i, x.Name, at, from)
					switch {
					case here == nil:
					case at == from-1 && !strings.Contains(here.Error(), "this is where the window begins"),
						!strings.Contains(here.Error(), fmt.Sprint("after event ", from-1)) && there == nil:
						t.Errorf("%s: %v", name, here)
					case there == nil:
						beyond++
					default:
						never++
					}
				}
			}
		}
	}
	if beyond == 0 || never == 0 {
		t.Errorf("%d motions lead to before a window, and %d nowhere", beyond, never)
	}
	d := window(t, hooked.Program, data, 18)
	if _, err := d.Position(ctx, "@two.1:1"); err == nil || strings.Contains(err.Error(), "does not come") {
		t.Errorf("a statement of before: %v", err)
	}
}

// withHooks is a sample program with hooks.
func withHooks(t *testing.T, name string) *kernel.Program {
	t.Helper()
	i := slices.IndexFunc(samples.All, func(p *kernel.Program) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("there is no program %s", name)
	}
	return samples.All[i]
}

// TestHeldAtHorizon: what holds where a window begins is told with the values that it has there in the whole run, and
// not to hold from the start. An assertion that is decided by the window, as far as the run goes, does not depend on
// what was before.
func TestHeldAtHorizon(t *testing.T) {
	stock := withHooks(t, "stock")
	o := runner.New(stock, 3)
	o.Args, o.MaxSteps = map[string]string{"orders": "0"}, 3000
	whole, err := debugger.Open(ctx, debugger.Source{Run: o}, debugger.Options{})
	must(t, err)
	t.Cleanup(whole.Close)
	data, err := whole.Data(ctx)
	must(t, err)
	for _, from := range []int{700, 1500, 2900} {
		to(t, whole, fmt.Sprint(from-1))
		value, err := whole.Evaluate(ctx, debugger.Plain, "keeper.1.served")
		must(t, err)
		d := window(t, stock, data, from)
		x, err := d.Check(ctx, debugger.Check{Predicate: "keeper.1.served < 100000"})
		must(t, err)
		want := fmt.Sprintf("keeper.1.served < 100000 (keeper.1.served is %s) from the beginning here (after event %d)",
			value, from-1)
		if len(x.Why) != 1 || x.Why[0] != want {
			t.Errorf("from event %d on it holds because %q, and not %q", from, x.Why, want)
		}
		since := "(keeper.1.served > 0) since (keeper.1.served = " + value + ")"
		for d, says := range map[*debugger.Debugger]string{whole: "so far it is true for the first time",
			d: fmt.Sprintf("so far it is true, and from event %d on for the first time after event %d", from, from-1)} {
			x, err := d.Check(ctx, debugger.Check{Predicate: since})
			must(t, err)
			if got := x.Verdict.String(); !strings.Contains(got, "as the run has not ended by itself: "+says) {
				t.Errorf("%s, from event %d on: %s", since, from, got)
			}
		}
	}
}
