package shrink

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// repeated records a run, and makes it again.
func repeated(t *testing.T, what string, o *runner.NewOptions) (*shrinker, *run) {
	t.Helper()
	s := &shrinker{program: o.Program, rec: recorded(t, o)}
	r, err := s.repeat()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return s, r
}

// followed makes a run, and then another one by its schedule, which has to be the same.
func followed(t *testing.T, what string, o *runner.NewOptions) {
	t.Helper()
	s, r := repeated(t, what, o)
	m := s.make(r.candidate, schedule.Follow(r.to))
	for i, x := range r.to.Steps {
		if i == len(m.to.Steps) || m.to.Steps[i] != x {
			t.Errorf("%s: another run from step %d of %d on", what, i, len(r.to.Steps))
			return
		}
	}
	if len(m.to.Steps) > len(r.to.Steps) || !slices.Equal(m.to.Choices, r.to.Choices) ||
		!slices.Equal(m.to.Lines, r.to.Lines) || m.failure != r.failure {
		t.Errorf("%s: another run", what)
	}
}

// TestFollow makes runs of all samples by their schedules, in all kinds of run.
func TestFollow(t *testing.T) {
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(2)) {
			o := runner.New(p, seed+1)
			o.Weak, o.FreeTimers, o.MaxSteps = seed%2 == 1, seed%2 == 1, 2000
			if seed%4 == 2 {
				o.Faults[kernel.FaultCut].Most, o.Faults[kernel.FaultDelay].Most, o.Faults[kernel.FaultKill].Most = 2, 2, 1
			}
			if seed%5 == 3 {
				o.Edits = []kernel.Edit{{After: 20, Kind: kernel.EditKillTask, Object: 2},
					{After: 40, Kind: kernel.EditCrash, Object: 1}}
			}
			followed(t, fmt.Sprintf("%s, seed %d", p.Name, seed+1), o)
		}
	}
}

// TestFollowRandom makes runs of random programs by their schedules.
func TestFollowRandom(t *testing.T) {
	for seed := range effort.Of(uint64(30)) {
		c := randprog.Config(seed, 1000)
		o := runner.New(randprog.Program(seed, randprog.Large), seed)
		o.Weak, o.FreeTimers, o.KeepGoing, o.Faults, o.MaxSteps = c.Weak, c.FreeTimers, true, c.Faults, 1000
		o.Input = runner.NewInput(strings.NewReader("1\n2\n3\n4\n5\n"))
		followed(t, fmt.Sprint("seed ", seed), o)
	}
}
