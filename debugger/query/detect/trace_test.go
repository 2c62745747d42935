package detect_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/debugger/lang/eval"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/test/testsession"
)

// TestAlong traces a variable while a predicate holds: each change is shown, and where the predicate
// holds again.
func TestAlong(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "counts", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "a", func(th *kernel.Thread) {
			n := 0
			th.Watch("n", &n)
			for ; n < 8; n++ {
				th.Label("on")
				th.Yield()
			}
		})
	}}, kernel.Config{Seed: 1})
	for _, c := range []struct {
		show, cond string
		from       int
		want       []string
	}{
		{"n", "true", 0, []string{"1: 0", "3: 1", "5: 2", "7: 3", "9: 4", "11: 5", "13: 6", "15: 7", "17: 8"}},
		{"n", "n > 2", 0, []string{"7: 3", "9: 4", "11: 5", "13: 6", "15: 7", "17: 8"}},
		{"n", "n > 2", 9, []string{"11: 5", "13: 6", "15: 7", "17: 8"}},
		{"n / 4", "n >= 2", 0, []string{"5: 0", "9: 1", "17: 2"}},
		{"n", "n = 2 or n = 5 or n = 6", 0, []string{"5: 2", "11: 5", "13: 6"}},
		{"n % 2", "label on", 0, []string{"1: 0", "3: 1", "5: 0", "7: 1", "9: 0", "11: 1", "13: 0", "15: 1"}},
		{"n > 100", "label on", 11, []string{"13: false", "15: false"}},
		{"n", "label on -> label on", 0, []string{"4: 1", "6: 2", "8: 3", "10: 4", "12: 5", "14: 6", "16: 7"}},
		{"n", "n > 100", 0, nil},
	} {
		e, err := s.Expression(c.show)
		must(t, err)
		p, err := s.Predicate(c.cond)
		must(t, err)
		var got []string
		err = e.Along(p, s.After(c.from), s.End(),
			func(at graph.Position, v eval.Value) bool {
				got = append(got, fmt.Sprintf("%d: %s", s.LastOf(at)+1, v))
				return true
			})
		if must(t, err); !slices.Equal(got, c.want) {
			t.Errorf("%s if %s, from %d:\n%q, and not\n%q", c.show, c.cond, c.from, got, c.want)
		}
	}
}
