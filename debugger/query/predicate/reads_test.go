package predicate_test

import (
	"errors"
	"strings"
	"testing"

	"machsim/debugger/lang"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testsession"
)

// TestPlaceConditions asks for places with conditions on what their threads show, in all forms that
// a predicate has.
func TestPlaceConditions(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 9})
	for text, want := range map[string]bool{
		"receive by bank if balance[0] > 80":                                            true,
		"receive by bank if balance[0] > 1000":                                          false,
		"receive by bank if (balance[0] > 80)":                                          true,
		"receive by bank if (balance[0] > 80 and balance[1] > 101)":                     true,
		"receive by bank if balance[0] > 80 and blocked by teller1.1":                   true,
		"receive by bank if sum(balance) > 600 or label nowhere by bank":                true,
		"receive by bank if type = \"put\" and balance[0] > 80":                         true,
		"receive by bank if (type = put and Account = 0 and Balance > 80)":              true,
		"receive by bank if (type = get and Balance > 80)":                              false,
		"after receive by bank count 2 if balance[0] > 80":                              true,
		"not receive by bank if balance[0] > 80":                                        true,
		"receive by some bank if balance[0] > 80":                                       true,
		"count of bank (receive if balance[0] > 80) = 1":                                true,
		"receive by bank if balance[0] > 80 -> send by bank if balance[(3 - 2)] > 101":  true,
		"(receive by bank if balance[0] > 80)^3 -> task-exit":                           true,
		"receive by bank if balance[0] > 80 || send to port bank by teller2.1":          true,
		"receive by bank if balance[0] > 1000 || send to port bank by teller2.1":        false,
		"definitely(receive by bank if balance[0] > 80)":                                true,
		"possibly(receive by bank if balance[0] > 80 and blocked by teller1.1)":         true,
		"receive by bank if len(balance) = 6 and send to port bank by teller1.1":        true,
		"receive by bank if balance[0] > 80 and bank.balance[1] + bank.balance[2] > 10": true,
	} {
		p, err := s.Predicate(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		f, err := p.First()
		if must(t, err); (f != nil) != want {
			t.Errorf("%s is satisfied: %t", text, f != nil)
		}
	}
}

// TestPlaceMistakes asks for places with conditions that are wrong: the mark is where the mistake
// is in the whole predicate.
func TestPlaceMistakes(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 9})
	for text, want := range map[string]string{
		"send -> receive by bank if ^balanc[0] > 80": "did you mean balance?",
		"receive by bank if ^balance[0]":             "compare it with something",
		"receive by bank if balance[0] ^>":           "is missing here",
		"receive by bank if (balance[0] > 80^":       "a closing bracket ) is missing here",
		"receive by bank if ^receive if receive if x = 1": "" +
			"this speaks of other threads than the one that stops, or of where it stands",
		"receive by bank if some ^bank (balance[0] > 80)": "this speaks of other threads",
		"lock if ^id = 1": "lock has no message",
	} {
		at := strings.Index(text, "^")
		if strings.HasSuffix(text, "^>") {
			at++
		}
		_, err := s.Predicate(strings.Replace(text, "^", "", 1))
		var m *lang.Mistake
		if !errors.As(err, &m) || !strings.Contains(m.What, want) || m.At != at {
			t.Errorf("%s: %#v", text, err)
		}
	}
}

// TestAfterConditions asks what a thread shows once a call is done, and not before it.
func TestAfterConditions(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "counts", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "a", func(th *kernel.Thread) {
			n := 0
			th.Watch("n", &n)
			for ; n < 5; n++ {
				th.Label("on")
			}
		})
	}}, kernel.Config{Seed: 1})
	for text, want := range map[string]int{
		"label on if n = 3": 4, "after label on if n = 3": 4, "after label on if n = 5": 6, "label on if n = 5": 0,
	} {
		p, err := s.Predicate(text)
		must(t, err)
		f, err := p.First()
		must(t, err)
		events := 0
		if f != nil {
			events = testsession.Graph(s).Last(f.Cut) + 1
		}
		if events != want {
			t.Errorf("%s: first after %d events, and should be after %d", text, events, want)
		}
	}
}
