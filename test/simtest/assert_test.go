package simtest_test

import (
	"strings"
	"testing"

	"machsim/programs"
	"machsim/test/simtest"
)

// TestAssert sees a program pass of whose runs each fulfils an assertion, and one fail at the step that refutes it.
func TestAssert(t *testing.T) {
	p := programs.Find("philosophers-fixed")
	simtest.Run(t, p, simtest.Seeds(3), simtest.Assert("events of fork1 match (lock unlock)*"),
		simtest.Assert("every lock with object m, thread t leads to unlock by t with object m"))
	const tooSoon = "every lock with object m, thread t leads to unlock by t with object m within 20 us"
	said := failing(t, func(t testing.TB) { simtest.Run(t, p, simtest.Seeds(2), simtest.Assert(tooSoon)) })
	for _, want := range []string{"not always: " + tooSoon, "seed 1", ".rec"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in:\n%s", want, said)
		}
	}
	said = failing(t, func(t testing.TB) { simtest.Run(t, p, simtest.Seeds(1), simtest.Assert("once lock fork9")) })
	if strings.Contains(said, "panic") {
		t.Error(said)
	}
}
