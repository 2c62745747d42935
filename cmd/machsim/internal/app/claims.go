package app

import (
	"slices"

	"github.com/spf13/pflag"

	"machsim/debugger/study"
)

// registerClaims adds these flags.
func (s *settings) registerClaims(f *pflag.FlagSet) {
	for i, x := range []struct {
		texts *[]string
		doc   string
	}{
		{&s.Claims.Always, "`PREDICATE` has to be true after every step"},
		{&s.Claims.Never, "`PREDICATE` must not be true after any step"},
		{&s.Claims.Finally, "`PREDICATE` has to be true at the end"},
		{&s.Claims.NoState, "`PREDICATE` must not be true in any state that the run could have come to"},
		{&s.Claims.Linearizable,
			"the remote calls to a service are linearizable as a predefined `MODEL`, as in map:port=bank"},
	} {
		f.StringArrayVar(x.texts, study.ClaimKinds[i], nil, x.doc)
	}
}

// howMade returns the first flag that was given of those which say how a run is made and what is claimed of it, and of
// more; "" if none was. A recording says that itself.
func howMade(f *pflag.FlagSet, more ...string) string {
	all := []string{"seed", "weak", "free-timers", "lenient", "preempt", "faults", "max-events"}
	return given(f, slices.Concat(all, more, study.ClaimKinds))
}

// given returns the first of some flags that was given, "" if none was.
func given(f *pflag.FlagSet, names []string) string {
	if i := slices.IndexFunc(names, f.Changed); i >= 0 {
		return names[i]
	}
	return ""
}
