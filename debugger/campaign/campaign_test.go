package campaign_test

import (
	"context"
	"testing"

	"machsim/debugger/campaign"
	"machsim/debugger/runner"
	"machsim/kernel"
	"machsim/programs"
)

// explore explores a sample program, or fails the test.
func explore(t *testing.T, name string, args map[string]string, change func(*campaign.Options)) *campaign.Report {
	t.Helper()
	o := campaign.Options{Run: runner.New(programs.Find(name), 1)}
	o.Run.Args = args
	if change != nil {
		change(&o)
	}
	r, err := campaign.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// small is a dinner all of whose schedules are few.
var small = map[string]string{"n": "3", "meals": "1", "think": "0"}

// TestProof has a small program explored to its end: the fixed one is proven, the other fails in one class. Random runs
// are in the classes that the exhaustive ones have found.
func TestProof(t *testing.T) {
	r := explore(t, "philosophers-fixed", small, nil)
	if r.Stop != campaign.StopAll || !r.Proven() || r.Every.Classes != 6 || r.Failed() != 0 || r.Coverage.Classes != 6 {
		t.Errorf("the fixed philosophers: %s", r.Text())
	}
	r = explore(t, "philosophers", small, nil)
	if !r.Proven() || r.Every.Classes != 7 || r.Failures[0].Classes != 1 || r.Coverage.Classes != 7 {
		t.Errorf("the philosophers: %s", r.Text())
	}
	again := runner.Do(r.Again())
	defer again.Close()
	if again.Outcome != kernel.Stuck {
		t.Errorf("once more, the first failing run is %s", again.Outcome)
	}
}

// TestNews has a search go on as long as it makes runs of new classes, although they show nothing new otherwise.
func TestNews(t *testing.T) {
	r := explore(t, "timeout-fixed", nil, func(o *campaign.Options) {
		o.Run.Strategy, o.Runs, o.Stale = "every", 60, 10
	})
	if r.Stop != campaign.StopRuns || r.Coverage.Classes > 50 {
		t.Errorf("the classes are not new: %s", r.Text())
	}
}
