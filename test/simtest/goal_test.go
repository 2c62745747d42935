package simtest_test

import (
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/programs/philosophers"
	"machsim/test/simtest"
)

// gate has a goal that half of its runs reach.
var gate = &kernel.Program{Name: "gate", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		if th.Random(2) == 1 {
			th.Reach("through")
		}
	})
}}

// TestGoals: a test fails if no run reaches a goal, and says after how many.
func TestGoals(t *testing.T) {
	two := simtest.Sometimes(`two: 2 different "table.*" (label eat)`)
	simtest.Run(t, gate, simtest.Reaches("through"))
	simtest.Run(t, &philosophers.Fixed, simtest.Seeds(50), two)
	simtest.Explore(t, gate, simtest.Reaches("through"), simtest.Proof())
	for _, c := range []struct {
		says string
		with func(testing.TB)
	}{
		{"goal beyond: not reached in ", func(tb testing.TB) {
			simtest.Run(tb, gate, simtest.Seeds(10), simtest.Reaches("beyond"))
		}},
		{"goal beyond: never reached", func(tb testing.TB) { simtest.Explore(tb, gate, simtest.Reaches("beyond")) }},
		{`sometimes two: not reached in `, func(tb testing.TB) {
			simtest.Explore(tb, &philosophers.Fixed, append(small, two)...)
		}},
	} {
		if text := failing(t, c.with); !strings.Contains(text, c.says) {
			t.Errorf("it is not said that %s:\n%s", c.says, text)
		}
	}
}
