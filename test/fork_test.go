package test

import (
	"bytes"
	"fmt"
	"testing"

	"machsim/debugger/graph"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
)

// TestForkOfLongRun compares the causal order of a fork of a long run, which goes on from the order of that, with the
// order of its recording, opened afresh.
func TestForkOfLongRun(t *testing.T) {
	var file bytes.Buffer
	recordRun(t, &file, talkers(), kernel.Config{Seed: 1, MaxSteps: 60_000})
	s := opened(t, file.Bytes())
	if err := s.MoveTo(s.After(50_000)); err != nil {
		t.Fatal(err)
	}
	s.Least(0)
	fork, data, err := s.Branch(session.Branch{Seed: 7}, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer fork.Close()
	fresh := opened(t, data)
	of := func(s *session.Session, e int) (text string) {
		s.Into(e, func(x graph.Edge) { text += fmt.Sprint(x) })
		return text + fmt.Sprint(s.Least(e))
	}
	for e := 0; e < fork.Len(); e += 7 {
		if got, want := of(fork, e), of(fresh, e); got != want {
			t.Fatalf("event %d: %s, in its recording %s", e, got, want)
		}
	}
}

func opened(t *testing.T, file []byte) *session.Session {
	rec, err := record.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(talkers(), rec, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}
