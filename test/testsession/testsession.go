// Package testsession opens recorded runs for tests, and holds what tests of several packages ask of them.
package testsession

import (
	"errors"
	"strings"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/lang"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testrun"
)

// Open records a run and opens the recording.
func Open(t testing.TB, p *kernel.Program, cfg kernel.Config) *session.Session {
	t.Helper()
	return OpenRecording(t, p, testrun.Record(p, cfg))
}

// OpenRecording opens a recording of a program's run.
func OpenRecording(t testing.TB, p *kernel.Program, rec *record.Recording) *session.Session {
	t.Helper()
	s, err := session.Open(p, rec, session.Options{})
	if err != nil {
		t.Fatalf("%s, seed %d: %v", p.Name, rec.Seed, err)
	}
	t.Cleanup(s.Close)
	return s
}

// Graph returns the causal order of a session's events, which is none of the business of those who use
// a Session: tests compare with it what the Session says.
func Graph(s *session.Session) *graph.Graph { return s.Predicates().Graph }

// Halted records a run that is halted by messages once each of some predicates was met, one because
// of the other, and opens the recording: each predicate says that a thread has come to an event after
// some number. It also says whether the run has halted.
func Halted(t testing.TB, p *kernel.Program, seed uint64, after ...uint64) (*session.Session, bool) {
	t.Helper()
	o := runner.New(p, seed)
	o.MaxSteps, o.Halt, o.By = 2000, &kernel.Halt{}, strategy.By(&meeter{kernel.NewRandom(seed), after})
	for range after {
		o.Halt.Stages = append(o.Halt.Stages, []string{"*"})
	}
	run, data := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return OpenRecording(t, p, rec), run.Outcome == kernel.Halted
}

// meeter is a Door that answers that a predicate is met after so many events.
type meeter struct {
	kernel.Door
	after []uint64
}

// Choose is asked about a predicate twice: before the step in which it is met, and within it.
func (m *meeter) Choose(p kernel.Point) int {
	switch {
	case p.Kind != kernel.PointPredicate:
		return m.Door.Choose(p)
	case p.State().Steps > m.after[p.Stage]:
		return 1
	}
	return 0
}

// CheckMistake wants an error to be a mistake at a place of a text, and to say what.
func CheckMistake(t testing.TB, text string, err error, at int, what string) {
	t.Helper()
	var m *lang.Mistake
	if !errors.As(err, &m) {
		t.Errorf("%q: %v", text, err)
		return
	}
	if m.Text != text || m.At != at || !strings.Contains(m.What, what) {
		t.Errorf("the mistake in %q is at %d: %s", m.Text, m.At, m.What)
	}
}
