package app

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger"
	"machsim/debugger/commandline"
	"machsim/debugger/lang"
	"machsim/debugger/report"
	"machsim/debugger/runner"
	"machsim/debugger/trial"
	"machsim/kernel/quote"
)

// claiming has the flags of the command run that say what has to be true of its runs.
type claiming struct{ trial.Claims }

// claimFlags are the names of these flags.
var claimFlags = []string{"always", "never", "finally", "no-state", "linearizable"}

func (k *claiming) register(f *pflag.FlagSet) {
	for i, x := range []struct {
		texts *[]string
		doc   string
	}{
		{&k.Always, "`PREDICATE` has to be true after every step"},
		{&k.Never, "`PREDICATE` must not be true after any step"},
		{&k.Finally, "`PREDICATE` has to be true at the end"},
		{&k.NoState, "`PREDICATE` must not be true in any state that the run could have come to"},
		{&k.Linearizable, "the remote calls to a service are linearizable as a predefined `MODEL`, as in map:port=bank"},
	} {
		f.StringArrayVar(x.texts, claimFlags[i], nil, x.doc)
	}
}

// given returns the first of these flags that was given, "" if none was.
func (k *claiming) given(f *pflag.FlagSet) string {
	for _, name := range claimFlags {
		if f.Changed(name) {
			return name
		}
	}
	return ""
}

// validate checks the claims, as far as their text alone tells.
func (k *claiming) validate(f *pflag.FlagSet) error {
	name := k.given(f)
	if name != "" && f.Changed("halt-when") {
		return wrong("--%s and --halt-when do not go together; check the recording of the halted run with machsim check",
			name)
	}
	if err := k.Check(); err != nil {
		return claimed(err)
	}
	return nil
}

// claimed returns the exit for an error of a search through seeds: a mistake in a claim, or another.
func claimed(err error) error {
	var bad *trial.Wrong
	var m *lang.Mistake
	var given *debugger.Interrupted
	switch {
	case errors.As(err, &given):
		return exit{exitFailed, err}
	case errors.As(err, &bad) && errors.As(err, &m):
		return exit{exitWrong, fmt.Errorf("%s:\n%s", bad.Flag, m.Show())}
	}
	return exit{exitWrong, err}
}

// possible reports a state that a claim says is impossible. The run itself is fine, and recorded.
func possible(c *cobra.Command, run *runner.Run, f *trial.Failure) error {
	rep := report.Of(run)
	f.Print(c.OutOrStdout(), rep.Program, repeats(run), func(w io.Writer) {
		if rep.Recording != "" {
			fmt.Fprintf(w, "  recorded in %s\n  debug it: %s\n", rep.Recording,
				commandline.Open("debug", rep.Recording, run.Trust))
		}
	})
	return failed
}

// told prints why a claim is broken, after the report of the run.
func told(c *cobra.Command, f *trial.Failure) {
	if f == nil {
		return
	}
	for _, line := range f.Lines {
		fmt.Fprintf(c.OutOrStdout(), "  %s\n", quote.Line(line))
	}
}

// remarked warns of claims with places that no run has come to.
func remarked(c *cobra.Command, t *trial.Trial) {
	for _, text := range t.Remarks() {
		warn(c, "%s", text)
	}
}
