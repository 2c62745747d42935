package shrink

import (
	"os"
	"slices"
	"testing"
	"time"

	"machsim/debugger/runner"
	"machsim/kernel"
	"machsim/programs"
)

func TestAll(t *testing.T) {
	for _, p := range programs.All {
		if p.Bug == "" {
			continue
		}
		if only := os.Getenv("ONLY"); only != "" && only != p.Name {
			continue
		}
		f := runner.Seeds(runner.New(p, 1), 300, nil)
		begin := time.Now()
		r, err := Run(p, recorded(t, runner.New(p, f.Seed)), Options{Runs: 3000})
		if err != nil {
			t.Log(p.Name, f.Seed, err)
			continue
		}
		r.Run.Close()
		t.Logf("%-12s %3d: %4d ev %4d sw %3d ch -> %4d ev %3d sw %3d ch; %v; %d runs %v; %v %v", p.Name, f.Seed, r.Before.Events, r.Before.Switches,
			r.Before.Choices, r.After.Events, r.After.Switches, r.After.Choices, r.Params, r.Runs, time.Since(begin).Round(time.Millisecond), r.Failure, r.Minimal)
	}
	_ = slices.Index[[]int]
	_ = kernel.Millisecond
}
