package app

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger"
	"machsim/debugger/lang"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
)

// claiming has the flags of the command run that say what has to be true of its runs.
type claiming struct{ study.Claims }

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

// howMade returns the first flag that was given of those which say how a run is made and what is claimed of it, and of
// more; "" if none was. A recording says that itself.
func howMade(f *pflag.FlagSet, more ...string) string {
	all := []string{"seed", "weak", "free-timers", "lenient", "preempt", "faults", "max-events"}
	return given(f, slices.Concat(all, more, claimFlags))
}

// given returns the first of some flags that was given, "" if none was.
func given(f *pflag.FlagSet, names []string) string {
	if i := slices.IndexFunc(names, f.Changed); i >= 0 {
		return names[i]
	}
	return ""
}

// validate checks the claims, as far as their text alone tells.
func (k *claiming) validate(f *pflag.FlagSet) error {
	name := given(f, claimFlags)
	if name != "" && f.Changed("halt-when") {
		return wrong("--%s and --halt-when do not go together; check the recording of the halted run with machsim check",
			name)
	}
	if err := k.Check(); err != nil {
		return claimed(err)
	}
	return nil
}

// errHooked is the error of a run whose programs have got hooks now, and that is to be made again.
var errHooked = errors.New("the programs have hooks now")

// judged has the run of o end where it breaks a claim, if it does: it is made before, unseen, to find out.
func (k *claiming) judged(c *cobra.Command, m *machsim, o *runner.NewOptions) error {
	if k.None() {
		return nil
	}
	m.runs(o)
	s := study.New(o, k.Claims)
	check, err := s.Ending()
	switch {
	case m.lookInFunctions(s.Variable(), c.ErrOrStderr()):
		return errHooked
	case err != nil:
		return claimed(err)
	case check != nil:
		o.Check = check
	}
	remarked(c, s)
	return nil
}

// claimed returns the exit for an error of a search through seeds: a mistake in a claim, or another.
func claimed(err error) error {
	var given *debugger.Interrupted
	if errors.As(err, &given) {
		return exit{exitFailed, err}
	}
	return exit{exitWrong, pictured(err)}
}

// pictured is an error, with a picture of the mistake if a claim has one.
func pictured(err error) error {
	var bad *study.Wrong
	var m *lang.Mistake
	if errors.As(err, &bad) && errors.As(err, &m) {
		return fmt.Errorf("%s:\n%s", bad.Flag, m.Show())
	}
	return err
}

// remarked warns of claims with places that no run has come to.
func remarked(c *cobra.Command, t *study.Study) {
	for _, text := range t.Remarks() {
		warn(c, "%s", text)
	}
}
