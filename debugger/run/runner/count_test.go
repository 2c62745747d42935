package runner

import (
	"testing"

	"machsim/kernel"
)

// TestCountedWithoutEnd counts the events of runs that are given no end, for strategies that place faults among them.
func TestCountedWithoutEnd(t *testing.T) {
	yields := func(n int) *kernel.Program {
		return single(func(th *kernel.Thread) {
			for i := 0; i != n; i++ {
				th.Yield()
			}
		})
	}
	limited := yields(-1)
	limited.Limit = 500
	for _, x := range []struct {
		p           *kernel.Program
		least, most uint64
	}{{yields(-1), mostCounted, mostCounted}, {limited, 500, 500}, {yields(7), 7, 20}} {
		o := New(x.p, 3)
		o.MaxSteps = Endless
		if n := o.Setup().count().Events; n < x.least || n > x.most {
			t.Errorf("%d events are counted, and not %d to %d", n, x.least, x.most)
		}
	}
}
