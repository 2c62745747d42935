package simtest_test

import (
	"strings"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/kernel"
	"machsim/test/simtest"
)

// learner takes the first option in each run, until it has heard of three that were fine; from then on
// the last one.
type learner struct{ fine int }

func (l *learner) Begin(strategy.Run) kernel.Door { return option{last: l.fine > 2} }

func (l *learner) End(_ int, e strategy.Ended) {
	if !e.Failed {
		l.fine++
	}
}

type option struct {
	kernel.First
	last bool
}

func (o option) Choose(p kernel.Point) int {
	if o.last {
		return p.N - 1
	}
	return 0
}

// TestLearning has a strategy find a failure that it would not find without what it has learned from the
// runs before: the run is made once more, for its report and its recording, by the same strategy.
func TestLearning(t *testing.T) {
	all := strategy.All
	defer func() { strategy.All = all }()
	strategy.All = append(strategy.All[:len(all):len(all)], strategy.Row{
		Name: "learner", Learns: true, New: func() strategy.Strategy { return &learner{} },
	})
	race := &kernel.Program{Name: "race", Main: func(b *kernel.Boot) {
		var turns kernel.Name
		judge := b.Task(b.Host("a"), "judge", func(th *kernel.Thread) {
			first := kernel.Must(th.Receive(turns))
			th.Check(first.ID == 1, "the second was faster")
		})
		turns = b.Port(judge, "turns")
		for id, name := range []string{"one", "two"} {
			var to kernel.Name
			task := b.Task(b.Host("a"), name, func(th *kernel.Thread) {
				_ = th.Send(to, kernel.NewMessage(int32(id+1)))
			})
			to = b.Send(judge, turns, task)
		}
	}}
	simtest.Fails(t, race, simtest.CheckFailed, simtest.Seeds(10), simtest.Strategy("learner"))
	said := failing(t, func(t testing.TB) { simtest.Run(t, race, simtest.Seeds(50), simtest.Strategy("learner")) })
	for _, want := range []string{"the second was faster", "recorded in", "3 seeds before it: all fine"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in:\n%s", want, said)
		}
	}
	if strings.Contains(said, "-simtest.seed") {
		t.Errorf("a seed alone does not make the run again:\n%s", said)
	}
}
