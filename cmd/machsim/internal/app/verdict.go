package app

import (
	"context"
	"fmt"
	"io"

	"machsim/debugger"
	"machsim/debugger/repl"
	"machsim/kernel/quote"
)

// maxRefuted is how many refutations of an assertion check prints.
const maxRefuted = 10

// verdict prints what a run says to an assertion about time.
func (k *checking) verdict(ctx context.Context, w io.Writer, d *debugger.Debugger, x *debugger.Checked) error {
	run, err := d.Info(ctx)
	if err != nil {
		return exit{exitWrong, err}
	}
	v := x.Verdict
	fmt.Fprintf(w, "%s  seed %d  %s\n", run.Program, run.Seed, v)
	for i, r := range v.Refuted {
		if i == maxRefuted {
			fmt.Fprintf(w, "  and %d more\n", v.Owed-i)
			break
		}
		fmt.Fprintf(w, "  %d. %s\n", i+1, quote.Line(r.Why))
	}
	if o := v.Orders; o != nil {
		fmt.Fprintf(w, "  %s\n", o.String(v.Truth))
		if o.First != "" {
			fmt.Fprintf(w, "    %s\n", quote.Line(o.First))
		}
	}
	remarks(w, run, x)
	if x.Position.IsZero() {
		return verdictOf(v)
	}
	if _, err := d.Goto(ctx, x.Position); err != nil {
		return exit{exitWrong, err}
	}
	if err := repl.New(d, repl.Options{Out: w}).Do("where"); err != nil {
		return err
	}
	return verdictOf(v)
}

// verdictOf returns the exit for a verdict.
func verdictOf(v *debugger.Verdict) error {
	if v.Truth == debugger.IsTrue {
		return nil
	}
	return failed
}
