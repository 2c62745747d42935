package shrink

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/debugger/schedule"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// recorded makes a run.
func recorded(t *testing.T, o *runner.NewOptions) *record.Recording {
	t.Helper()
	run, file := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// table has the first failing seed of samples, and how small they get in 1,000 runs.
var table = []struct {
	program          string
	seed             uint64
	events, switches int
	minimal          bool // it takes at most 1,000 runs
}{
	{"philosophers", 26, 27, 6, true},
	{"buffer", 1, 20, 4, true},
	{"access", 5, 39, 14, true},
	{"election", 1, 87, 19, true},
	{"clientserver", 9, 155, 35, true},
	{"ricart", 1, 170, 40, true},
	{"calculator", 1, 80, 20, true},
	{"timeout", 3, 74, 14, true},
	{"barrier", 3, 105, 24, true},
	{"hops", 4, 145, 42, true},
	{"snapshot", 3, 175, 36, true},
	{"bank", 3, 135, 45, true},
	{"tokenring", 1, 245, 76, true},
	{"failover", 10, 185, 36, true},
	{"naming", 5, 530, 180, true},
	{"lease", 27, 482, 200, true},
	{"commit", 66, 1214, 520, false},
}

// TestSamples makes the first failing runs of samples smaller.
func TestSamples(t *testing.T) {
	for _, c := range table[:min(effort.Of(3), len(table))] {
		p := programs.All[slices.IndexFunc(programs.All, func(p *kernel.Program) bool { return p.Name == c.program })]
		r, err := Run(p, recorded(t, runner.New(p, c.seed)), Options{Runs: 1000})
		if err != nil {
			t.Fatal(err)
		}
		r.Run.Close()
		t.Log(r.Program, r.After, r.Runs, r.Minimal)
		if r.After.Events > c.events || r.After.Switches > c.switches || r.Minimal != c.minimal {
			t.Errorf("%s %d: %v, parameters %v, after %d runs (minimal: %v)", p.Name, c.seed, r.After, r.Params, r.Runs,
				r.Minimal)
		}
	}
}

// TestMinimal takes everything out of small runs that are said to be minimal, one thing after the other: each step,
// each choice, each order of two steps.
func TestMinimal(t *testing.T) {
	for _, c := range table[:min(effort.Of(2), 4)] {
		p := programs.All[slices.IndexFunc(programs.All, func(p *kernel.Program) bool { return p.Name == c.program })]
		r, err := Run(p, recorded(t, runner.New(p, c.seed)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.Run.Close()
		rec, err := record.Read(r.Recording)
		if err != nil {
			t.Fatal(err)
		}
		s := &shrinker{program: p, rec: rec}
		if s.best, err = s.repeat(); err != nil {
			t.Fatal(err)
		}
		s.want = s.best.failure
		if s.best.size != r.After {
			t.Errorf("%s: recorded %v, and should be %v", p.Name, s.best.size, r.After)
		}
		for what, to := range simpler(s.best.to) {
			c := s.best.candidate
			c.to = to
			if m := s.make(c, schedule.Follow(to)); same(s.want, m.failure) && m.size.less(s.best.size) {
				t.Errorf("%s: without %s %v in place of %v", p.Name, what, m.size, s.best.size)
			}
		}
	}
}

// simpler has a schedule with one thing less, for each thing.
func simpler(s *schedule.Schedule) iter.Seq2[string, *schedule.Schedule] {
	return func(yield func(string, *schedule.Schedule) bool) {
		for i := range s.Steps {
			if !yield(fmt.Sprint("step ", i), s.With(slices.Delete(slices.Clone(s.Steps), i, i+1))) {
				return
			}
		}
		for i := range s.Choices {
			other := *s
			other.Choices = slices.Clone(s.Choices)
			other.Choices[i].C = 0
			if !yield(fmt.Sprint("choice ", i), &other) {
				return
			}
		}
		for i := range s.Steps {
			for j := i + 1; j < len(s.Steps); j++ {
				if s.Steps[i].Actor != s.Steps[j].Actor && !yield(fmt.Sprint("order ", i, " ", j), s.With(later(s.Steps, i, j))) {
					return
				}
			}
		}
	}
}

// later puts off the steps of an actor from one on until after another.
func later(steps []schedule.Step, from, to int) []schedule.Step {
	all := slices.Clone(steps[:from])
	for _, x := range steps[from : to+1] {
		if x.Actor != steps[from].Actor {
			all = append(all, x)
		}
	}
	for _, x := range steps[from : to+1] {
		if x.Actor == steps[from].Actor {
			all = append(all, x)
		}
	}
	return append(all, steps[to+1:]...)
}
