package test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
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

// TestForkGivenUp gives up forks while the programs are brought to where they leave, and wants nothing to go on.
func TestForkGivenUp(t *testing.T) {
	var file bytes.Buffer
	recordRun(t, &file, talkers(), kernel.Config{Seed: 1, MaxSteps: 60_000})
	s := opened(t, file.Bytes())
	s.Least(0)
	stop := make(chan struct{})
	close(stop)
	before := runtime.NumGoroutine()
	for at := 30_000; at < 60_000; at += 1000 {
		if err := s.MoveTo(s.After(at)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Branch(session.Branch{Seed: 7}, session.Options{Stop: stop}); !errors.Is(err, engine.ErrStopped) {
			t.Fatalf("after event %d: %v", at, err)
		}
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines more than before", runtime.NumGoroutine()-before)
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
