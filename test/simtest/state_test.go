package simtest_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"machsim/programs"
	"machsim/test/simtest"
)

const both = "a.using = 1 and worker1.using = 1"

// TestNoState sees a program pass of whose runs none could have come to a state, and one fail
// whose runs all end well, but could have gone through it.
func TestNoState(t *testing.T) {
	simtest.Run(t, programs.Find("access-fixed"), simtest.Seeds(60), simtest.NoState(both))
	said := failing(t, func(t testing.TB) {
		simtest.Run(t, programs.Find("access"), simtest.Seeds(28), simtest.NoState(both), simtest.With("work", 0))
	})
	for _, want := range []string{"a state of the run satisfies: " + both, "unordered", ".rec", "stop if " + both} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in:\n%s", want, said)
		}
	}
	said = failing(t, func(t testing.TB) {
		simtest.Run(t, programs.Find("access-fixed"), simtest.Seeds(1), simtest.NoState("a.usin = 1"))
	})
	if !strings.Contains(said, "did you mean using?") {
		t.Error(said)
	}
}

// TestNoStateNowhere asks for states at a place that no run comes to: there are none. A line without a call may have a
// statement, which tests cannot see: then they say so.
func TestNoStateNowhere(t *testing.T) {
	for _, place := range []string{"label nowhere", "receive by worker9"} {
		simtest.Run(t, programs.Find("access-fixed"), simtest.Seeds(2), simtest.NoState(place+" and a.using = 1"))
	}
	said := failing(t, func(t testing.TB) {
		simtest.Run(t, programs.Find("access-fixed"), simtest.Seeds(1), simtest.NoState("access.go:1 and a.using = 1"))
	})
	if !strings.Contains(said, "no thread makes a call at this line") || !strings.Contains(said, "hooks") {
		t.Error(said)
	}
}

// TestNoOrphans sees a program pass whose callers are patient, and fail whose callers give up on a call that goes on.
func TestNoOrphans(t *testing.T) {
	patient := simtest.With("patience", 1000)
	simtest.Run(t, programs.Find("hops-fixed"), simtest.Seeds(5), simtest.NoOrphans(), patient)
	said := failing(t, func(t testing.TB) {
		simtest.Run(t, programs.Find("hops-fixed"), simtest.Seeds(20), simtest.NoOrphans())
	})
	for _, want := range []string{"a state of the run satisfies: orphan", "given up", "stop if orphan"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in:\n%s", want, said)
		}
	}
}

// failing runs a test that is to fail, and returns what it says.
func failing(t *testing.T, test func(testing.TB)) string {
	t.Helper()
	t.Chdir(t.TempDir())
	f := &fatal{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		test(f)
	}()
	<-done
	if f.said == "" {
		t.Error("the test did not fail")
	}
	return f.said
}

// fatal is a test that keeps what it fails with.
type fatal struct {
	testing.TB
	said string
}

func (f *fatal) Fatal(args ...any) {
	f.said = fmt.Sprint(args...)
	runtime.Goexit()
}

func (f *fatal) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)) }
