package shrink

import (
	"slices"
	"testing"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/run/runner"
	"machsim/programs"
	"machsim/test/effort"
)

// TestRepeats makes the runs of schedules that are said to repeat a run: those without one of its steps.
func TestRepeats(t *testing.T) {
	all := 0
	for _, name := range []string{"lease", "naming", "bank"}[:min(3, effort.Of(1))] {
		p := programs.Find(name)
		s := &shrinker{program: p, rec: recorded(t, runner.New(p, 27))}
		r, err := s.repeat()
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.to.Steps {
			c := r.candidate
			c.to = c.to.With(slices.Delete(slices.Clone(c.to.Steps), i, i+1))
			if !r.to.Repeats(c.to) {
				continue
			}
			all++
			if m := s.make(c, schedule.Follow(c.to)); !slices.Equal(m.to.Steps, r.to.Steps) {
				t.Errorf("%s: another run without step %d", name, i)
			}
		}
	}
	if all < 10 {
		t.Errorf("only %d schedules were said to repeat their run", all)
	}
}
