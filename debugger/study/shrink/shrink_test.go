package shrink

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
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

// table has the first failing seeds of the samples, and how small they get.
var table = []struct {
	program          string
	seed             uint64
	events, switches int
}{
	{"philosophers", 26, 27, 6},
	{"buffer", 1, 20, 4},
	{"access", 5, 39, 14},
	{"timeout", 3, 74, 14},
	{"election", 1, 87, 18},
	{"bank", 3, 129, 37},
	{"clientserver", 9, 152, 34},
	{"calculator", 1, 74, 19},
	{"barrier", 3, 100, 23},
	{"hops", 4, 138, 41},
	{"failover", 10, 147, 32},
	{"ricart", 1, 168, 39},
	{"snapshot", 3, 169, 35},
	{"tokenring", 1, 207, 64},
	{"naming", 5, 525, 174},
	{"lease", 27, 358, 129},
	{"commit", 66, 616, 179},
}

// mostRuns is how many runs it takes at most to make a sample's first failing run as small as it gets.
const mostRuns = 1000

// TestSamples makes the first failing runs of samples smaller: all of them, with MACHSIM_EFFORT=5.
func TestSamples(t *testing.T) {
	for _, c := range table[:min(effort.Of(4), len(table))] {
		p := programs.Find(c.program)
		r, err := Run(p, recorded(t, runner.New(p, c.seed)), Options{Servers: true})
		if err != nil {
			t.Fatal(err)
		}
		r.Run.Close()
		t.Logf("%-12s %4d runs, %v and then %v, %v", r.Program, r.Runs, r.Before, r.After, r.Params)
		if r.After.Events > c.events || r.After.Switches > c.switches || !r.Minimal || r.Runs > mostRuns {
			t.Errorf("%s %d: %v, parameters %v, after %d runs (minimal: %v)", p.Name, c.seed, r.After, r.Params, r.Runs,
				r.Minimal)
		}
	}
}

// TestMinimal takes everything out of small runs that are said to be minimal, one thing after the other: each step,
// each choice, each order of two steps.
func TestMinimal(t *testing.T) {
	for _, c := range table[:min(effort.Of(2), 10)] {
		p := programs.All[slices.IndexFunc(programs.All, func(p *kernel.Program) bool { return p.Name == c.program })]
		r, err := Run(p, recorded(t, runner.New(p, c.seed)), Options{Servers: true})
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
