package simtest

import (
	"errors"
	"testing"

	"machsim/debugger/study"
)

// NoState says that no consistent state of any run satisfies a global predicate, as
// machsim check takes it: none that a run went through, nor one that it could have gone
// through with the same events in another order. So it finds in one run what Never would
// find in many. It looks at runs that are fine otherwise. The other orders know no virtual
// time: a sleep or a time limit keeps nothing from happening in them. A place that a run never comes
// to, or a thread that it does not have, satisfies nothing there; a name that no run knows is a mistake.
//
//	simtest.NoState("two different nodes (label critical)")
func NoState(text string) Option {
	return func(p *plan) { p.options.Claims.NoState = append(p.options.Claims.NoState, text) }
}

// NoOrphans says that no remote call executes while its caller has given up: after a time-out, at the end of the
// caller's thread or task, or when its host has crashed. It is NoState("orphan"), so a state counts that a run could
// have gone through, if the call became an orphan in the run. An orphan need be no mistake: programs that do a request
// at most once, whoever waits for it, have orphans and are right.
func NoOrphans() Option { return NoState("orphan") }

// inFunctions says why a test does not know the variables of functions, and preempts nobody.
const inFunctions = "tests know what programs show (th.Watch): for the variables of functions a program needs hooks, " +
	"with which machsim check and machsim run --never build it"

// wrong ends the test with a mistake of whoever wrote it.
func wrong(t testing.TB, err error) {
	t.Helper()
	var w *study.Wrong
	switch {
	case !errors.As(err, &w) || w.Picture() == "":
		t.Fatalf("simtest: %v", err)
	case w.Variable() != "":
		t.Fatalf("simtest:\n%s\n%s", w.Picture(), inFunctions)
	}
	t.Fatalf("simtest:\n%s", w.Picture())
}
