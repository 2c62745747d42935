package debugger_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/programs"
)

// face is a second face, as small as can be: it shows a run to people with nothing but a Debugger.
// This file imports nothing else of machsim but the sample programs.
type face struct {
	d   *debugger.Debugger
	out strings.Builder
}

// moved shows what comes of a motion.
func (f *face) moved(m *debugger.Motion, err error) error {
	if err != nil {
		return err
	}
	fmt.Fprintf(&f.out, "%s: %s\n", m.Here.Run.Name, m.Here.Position.Describe())
	if m.Stopped != nil {
		for _, h := range m.Stopped.Hits {
			fmt.Fprintf(&f.out, "  %s stops %s, %d of %d\n", h, m.Stopped.Thread, h.Nth, h.Breakpoint.Hits)
		}
	}
	return nil
}

// show opens a run, goes back to where a balance is high, and tries another way from there.
func (f *face) show(ctx context.Context) (err error) {
	from := debugger.Source{Program: programs.Find("bank"), Seed: 9}
	if f.d, err = debugger.Open(ctx, from, debugger.Options{}); err != nil {
		return err
	}
	defer f.d.Close()
	b, err := f.d.Break(ctx, "receive by bank if balance[1] > 100", false)
	if err != nil {
		return err
	}
	fmt.Fprintf(&f.out, "%s: %d hits, %d up to here\n", b, b.Hits, b.SoFar)
	if err := f.moved(f.d.Continue(ctx, true)); err != nil {
		return err
	}
	run, err := f.d.Fork(ctx, debugger.Fork{Seed: new(uint64(4))})
	if err != nil {
		return err
	}
	fmt.Fprintf(&f.out, "%s of %s after %d events: %s\n", run.Name, run.Parent, run.At, run.Ended)
	if err := f.moved(f.d.Continue(ctx, true)); err != nil {
		return err
	}
	vars, err := f.d.Variables(ctx, debugger.Plain, "balance")
	if err != nil {
		return err
	}
	for _, v := range vars.Rows {
		fmt.Fprintf(&f.out, "  %s.%s = %s\n", v.Thread, v.Name, v.Value)
	}
	return nil
}

// TestFace sees that a Debugger is all that a face needs.
func TestFace(t *testing.T) {
	f := &face{}
	if err := f.show(context.Background()); err != nil {
		t.Fatal(err)
	}
	const want = `breakpoint 1, receive by bank if balance[1] > 100: 9 hits, 9 up to here
the recording: after event 310 of 319
  breakpoint 1, receive by bank if balance[1] > 100 stops bank.1, 9 of 9
fork 1 of the recording after 310 events: CHECK FAILED: the bank has 603, and should have 600
fork 1: after event 310 of 318
  breakpoint 1, receive by bank if balance[1] > 100 stops bank.1, 9 of 9
  bank.1.balance = [99 103 90 97 108 106]
`
	if got := f.out.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
