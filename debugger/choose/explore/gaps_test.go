package explore_test

import (
	"strings"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
)

// TestGapOfDeaths has a search say that it may have left out something where kill and crash budgets of 2 and more
// together may end tasks; with 1 it has not.
func TestGapOfDeaths(t *testing.T) {
	for _, c := range []struct {
		kills, crashes uint16
		whole          bool
	}{{1, 0, true}, {0, 1, true}, {2, 0, false}, {0, 2, false}, {1, 1, false}} {
		p, _ := partingOf(nil, 2, nil)
		b := explore.Begun{}
		b.Faults[kernel.FaultKill].Most, b.Faults[kernel.FaultCrash].Most = c.kills, c.crashes
		x := explore.Reaches(p, b, 6000, 1500)
		if x == nil {
			t.Fatal("too much")
		}
		g := x.Search.Gaps()
		why := strings.Join(g.Why(), "; ")
		if !g.Ended || g.Whole() != c.whole || strings.Contains(why, "several faults that end tasks may come") == c.whole {
			t.Errorf("kill=%d, crash=%d: %q", c.kills, c.crashes, why)
		}
		all := strings.HasPrefix(g.Explored(x.Search.Classes), "All ")
		if all != c.whole || (g.End() == "there are no more") != c.whole {
			t.Errorf("kill=%d, crash=%d: %s, %s", c.kills, c.crashes, g.Explored(x.Search.Classes), g.End())
		}
	}
}
