package shrink

import (
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

// TestFollow makes runs of all samples by their schedules.
func TestFollow(t *testing.T) {
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(2)) {
			o := runner.New(p, seed+1)
			o.Weak, o.FreeTimers, o.MaxSteps = seed%2 == 1, seed%2 == 1, 2000
			s := &shrinker{program: p, rec: recorded(t, o)}
			r, err := s.repeat()
			if err != nil {
				t.Fatal(err)
			}
			m := s.make(r.candidate, schedule.Follow(r.to))
			if !slices.Equal(m.to.Steps, r.to.Steps) || !slices.Equal(m.to.Choices, r.to.Choices) {
				t.Errorf("%s, seed %d: another run", p.Name, seed+1)
			}
		}
	}
}

// table has the first failing seed of samples, and how small they get.
var table = []struct {
	program                string
	seed                   uint64
	events, switches, runs int
}{
	{"philosophers", 26, 27, 6, 500},
	{"buffer", 1, 20, 4, 300},
	{"access", 5, 39, 14, 300},
	{"election", 1, 87, 18, 500},
	{"clientserver", 9, 151, 33, 1000},
	{"ricart", 1, 166, 37, 1000},
}

// TestSamples makes the first failing runs of samples smaller.
func TestSamples(t *testing.T) {
	for _, c := range table[:min(effort.Of(3), len(table))] {
		p := programs.All[slices.IndexFunc(programs.All, func(p *kernel.Program) bool { return p.Name == c.program })]
		r, err := Run(p, recorded(t, runner.New(p, c.seed)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.Run.Close()
		if r.After.Events > c.events || r.After.Switches > c.switches || r.Runs > c.runs || !r.Minimal {
			t.Errorf("%s %d: %v, parameters %v, after %d runs (minimal: %v)", p.Name, c.seed, r.After, r.Params, r.Runs,
				r.Minimal)
		}
	}
}
