package simtest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/predicate"
	"machsim/debugger/record"
	"machsim/debugger/runner"
)

// NoState says that no consistent state of any run satisfies a global predicate, as
// machsim check takes it: none that a run went through, nor one that it could have gone
// through with the same events in another order. So it finds in one run what Never would
// find in many. It looks at runs that are fine otherwise. The other orders know no virtual
// time: a sleep or a time limit keeps nothing from happening in them.
//
//	simtest.NoState("two different nodes (label critical)")
func NoState(text string) Option {
	return func(p *plan) { p.states = append(p.states, text) }
}

// look looks for states that must not be, in runs with so many seeds, and ends the test at
// the first.
func (p *plan) look(t testing.TB, n int) {
	t.Helper()
	for seed := p.options.Seed; len(p.states) > 0 && seed < p.options.Seed+uint64(n); seed++ {
		for _, text := range p.states {
			said, file, err := p.state(seed, text)
			if err != nil {
				t.Fatalf("simtest.NoState(%q): %v", text, err)
			}
			if said != "" {
				p.found(t, seed, said, text, file)
			}
		}
	}
}

// state says which state of a run satisfies a predicate, "" for none, and returns the run's
// recording.
func (p *plan) state(seed uint64, text string) (said string, file []byte, err error) {
	s, file, err := p.session(seed)
	if err != nil {
		return "", nil, err
	}
	defer s.Close()
	pred, _, err := s.Predicate(text)
	if m, ok := err.(*predicate.Mistake); ok {
		return "", nil, fmt.Errorf("\n%s", m.Show())
	}
	if err != nil {
		return "", nil, err
	}
	found, err := pred.First()
	if found == nil || err != nil {
		return "", nil, err
	}
	return strings.Join(found.Lines(), "\n  "), file, nil
}

// session makes the run of a seed, and opens its recording.
func (p *plan) session(seed uint64) (*debugger.Session, []byte, error) {
	o := p.options
	o.Seed, o.Lines = seed, true
	run, file := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(file)
	if err != nil {
		return nil, nil, err
	}
	s, err := debugger.Open(o.Program, rec, debugger.Options{})
	return s, file, err
}

// found ends the test with a state that must not be.
func (p *plan) found(t testing.TB, seed uint64, said, text string, recording []byte) {
	t.Helper()
	path := recordingOf(t.Name(), seed)
	file, err := create(path)
	if err == nil {
		_, err = file.Write(recording)
		if end := file.Close(); err == nil {
			err = end
		}
	}
	if err != nil {
		_ = os.Remove(path)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s  seed %d  a state of the run satisfies: %s\n  %s\n", p.options.Program.Name, seed, text, said)
	fmt.Fprintf(&b, "  repeat it: %s\n", again(t.Name(), seed))
	p.debug(&b, path, err)
	fmt.Fprintf(&b, "  and there: start, stop if %s, continue", text)
	t.Fatal(b.String())
}
