package detect_test

import (
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/session"
	"machsim/kernel"
)

// open records a run and opens the recording.
func open(t testing.TB, p *kernel.Program, cfg kernel.Config) *session.Session {
	t.Helper()
	s, err := session.Open(p, testrun.Record(p, cfg), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
