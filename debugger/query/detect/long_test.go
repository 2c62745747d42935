package detect_test

import (
	"testing"

	"machsim/kernel"
	"machsim/test/testsession"
)

// TestLongResponses decides what all orders of many events say to assertions, each of whose triggers has an answer.
func TestLongResponses(t *testing.T) {
	s := testsession.Open(t, sharers(4), kernel.Config{Seed: 1, MaxSteps: 60_000})
	for _, text := range []string{
		"every lock mu leads to unlock mu within 1 ms",
		"every lock mu with thread t leads to unlock mu by t within 1 us",
	} {
		p, err := s.Predicates().Predicate(text)
		must(t, err)
		o, err := p.Orders()
		must(t, err)
		if !o.Decided {
			t.Errorf("%s: not decided", text)
		}
	}
}
