package campaign_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// bytesOf returns a report as a file has it.
func bytesOf(t *testing.T, r *campaign.Report) []byte {
	t.Helper()
	text, err := r.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// reread returns a report that was written and read.
func reread(t *testing.T, r *campaign.Report) *campaign.Report {
	t.Helper()
	again, err := campaign.Read(bytesOf(t, r))
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// searches are searches that end in different ways.
var searches = []struct {
	name, program string
	args          map[string]string
	change        func(*campaign.Options)
	stop          campaign.Stop
}{
	{"proof", "philosophers-fixed", small, nil, campaign.StopAll},
	{"failure in a small one", "philosophers", small, nil, campaign.StopAll},
	{"failure in a large one", "buffer", nil, func(o *campaign.Options) { o.Runs = 370 }, campaign.StopFailure},
	{"past failures", "buffer", nil, func(o *campaign.Options) {
		o.Run.Strategy, o.Runs, o.KeepGoing = "random", 60, true
	}, campaign.StopRuns},
	{"failure of samples", "philosophers", nil, func(o *campaign.Options) { o.Run.Strategy, o.Runs = "random", 60 },
		campaign.StopFailure},
	{"every run of a class", "philosophers", map[string]string{"n": "5", "meals": "1", "think": "0"},
		func(o *campaign.Options) { o.Run.Strategy, o.KeepGoing = "every", true }, campaign.StopAll},
	{"the first class that fails", "buffer", nil, func(o *campaign.Options) { o.Run.Strategy, o.Runs = "every", 1200 },
		campaign.StopFailure},
	{"livelocks", "courtesy", nil, func(o *campaign.Options) {
		o.Run.Strategy, o.Run.MaxSteps, o.Runs, o.KeepGoing, o.Prove = "portfolio", 300, 40, true, proves
	}, campaign.StopRuns},
	{"classes of livelocks", "courtesy", map[string]string{"walk": "4"}, func(o *campaign.Options) {
		o.Run.Strategy, o.Run.MaxSteps, o.KeepGoing, o.Prove = "every", 90, true, proves
	}, campaign.StopAll},
	{"nothing new", "philosophers-fixed", small, func(o *campaign.Options) {
		o.Run.Strategy, o.Runs, o.Stale = "random", 200, 20
	}, campaign.StopStale},
}

// shards makes the shards of a search.
func shards(t *testing.T, n int, name string, args map[string]string,
	change func(*campaign.Options)) (parts []*campaign.Report) {
	t.Helper()
	for i := range n {
		parts = append(parts, reread(t, explore(t, name, args, func(o *campaign.Options) {
			if change != nil {
				change(o)
			}
			o.Shard = campaign.Shard{I: i + 1, Of: n}
		})))
	}
	return parts
}

// TestMerge merges four shards in all 24 orders: the report is that of one process, byte for byte.
func TestMerge(t *testing.T) {
	for _, x := range searches {
		t.Run(x.name, func(t *testing.T) {
			r := explore(t, x.program, x.args, x.change)
			if r.Stop != x.stop {
				t.Errorf("it ended by %s, and should by %s", r.Stop, x.stop)
			}
			want, parts := bytesOf(t, r), shards(t, 4, x.program, x.args, x.change)
			orders(parts, func(parts []*campaign.Report) {
				merged, err := campaign.Merge(parts)
				if err != nil {
					t.Fatal(err)
				}
				if got := bytesOf(t, merged); !bytes.Equal(got, want) {
					t.Fatalf("not the same:\n%s\n%s", merged.Text(), r.Text())
				}
			})
		})
	}
}

// orders visits a list in all orders.
func orders[T any](all []T, visit func([]T)) {
	var at func(n int)
	at = func(n int) {
		if n == len(all) {
			visit(all)
			return
		}
		for i := n; i < len(all); i++ {
			all[n], all[i] = all[i], all[n]
			at(n + 1)
			all[n], all[i] = all[i], all[n]
		}
	}
	at(0)
}

// TestWorkers has the same report for any number of workers.
func TestWorkers(t *testing.T) {
	for _, x := range effort.Some(searches, 5) {
		var want []byte
		for _, n := range []int{1, 2, 5} {
			got := bytesOf(t, explore(t, x.program, x.args, func(o *campaign.Options) {
				if x.change != nil {
					x.change(o)
				}
				o.Workers = n
			}))
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: %d workers report something else", x.name, n)
			}
		}
	}
}

// TestResume interrupts searches and goes on with them, until they have ended as those that were not.
func TestResume(t *testing.T) {
	for _, x := range effort.Some(searches, 5) {
		want := bytesOf(t, explore(t, x.program, x.args, x.change))
		var kept *campaign.Report
		rounds := 0
		for ; kept == nil || kept.Stop == campaign.StopInterrupted; rounds++ {
			kept = reread(t, interrupted(t, x.program, x.args, x.change, kept, 25*(rounds+1)))
		}
		if rounds < 2 {
			t.Errorf("%s: it was not interrupted", x.name)
		}
		if !bytes.Equal(bytesOf(t, kept), want) {
			t.Errorf("%s: interrupted %d times, it reports something else: %s", x.name, rounds-1, kept.Text())
		}
	}
}

// TestResumeShard does so with a shard of a search whose runs follow from each other, and whose judge knows their
// numbers.
func TestResumeShard(t *testing.T) {
	args := map[string]string{"n": "6", "meals": "1", "think": "0"}
	change := func(o *campaign.Options) {
		o.Run.Strategy, o.KeepGoing, o.Shard = "every", true, campaign.Shard{I: 2, Of: 2}
		o.Run.Hold(plainly)
	}
	want := explore(t, "philosophers", args, change)
	kept := reread(t, interrupted(t, "philosophers", args, change, nil, 12))
	if kept.Stop != campaign.StopInterrupted || kept.Made != 11 || want.Made != 31 {
		t.Errorf("it ended by %s after %d runs, of %d", kept.Stop, kept.Made, want.Made)
	}
	kept = interrupted(t, "philosophers", args, change, kept, 0)
	if !bytes.Equal(bytesOf(t, kept), bytesOf(t, want)) {
		t.Errorf("interrupted, it reports something else: %s", kept.Text())
	}
}

// interrupted goes on with a search, until as many runs were made.
func interrupted(t *testing.T, name string, args map[string]string, change func(*campaign.Options),
	kept *campaign.Report, most int) *campaign.Report {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := campaign.Options{Guarded: true, Run: runner.New(programs.Find(name), 1), Resume: kept}
	o.Run.Args = args
	if change != nil {
		change(&o)
	}
	made := 0
	o.Run.Listen = func(r *runner.Run) kernel.Tracer {
		if made++; made == most {
			cancel()
			<-r.Stop
		}
		return kernel.Tracer{}
	}
	o.Workers = 1
	r, err := campaign.Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStrangers refuses parts that are not those of one search.
func TestStrangers(t *testing.T) {
	change := func(o *campaign.Options) { o.Run.Strategy, o.Runs = "random", 40 }
	parts := shards(t, 2, "buffer-fixed", nil, change)
	other := shards(t, 2, "philosophers-fixed", nil, change)
	three := shards(t, 3, "buffer-fixed", nil, change)
	longer := shards(t, 2, "buffer-fixed", nil, func(o *campaign.Options) { o.Run.Strategy, o.Runs = "random", 50 })
	faulty := shards(t, 2, "buffer-fixed", nil, func(o *campaign.Options) {
		change(o)
		o.Run.Faults[kernel.FaultLoss].Most = 2
	})
	cut := *parts[1]
	cut.Lanes = []campaign.Lane{{Strategy: "random", Events: parts[1].Lanes[0].Events[:3]}}
	for _, x := range []struct {
		parts []*campaign.Report
		want  string
	}{
		{nil, "nothing to merge"},
		{parts[:1], "shard 2/2 is missing"},
		{[]*campaign.Report{parts[0], parts[1], parts[0]}, "shard 1/2 is there twice"},
		{[]*campaign.Report{parts[0], other[1]}, "Program is"},
		{[]*campaign.Report{parts[0], longer[1]}, "Runs is 50"},
		{[]*campaign.Report{parts[0], faulty[1]}, "different searches: Faults is loss=2 in one, and none in the other"},
		{[]*campaign.Report{parts[0], three[1]}, "1/2 and 2/3 are no shards of the same whole"},
		{[]*campaign.Report{parts[0], &cut}, "shard 2/2 ends before its time"},
	} {
		if _, err := campaign.Merge(x.parts); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v; it should be about: %s", err, x.want)
		}
	}
}

// TestRead refuses what is no report, and what is a damaged one.
func TestRead(t *testing.T) {
	r := explore(t, "buffer-fixed", nil, func(o *campaign.Options) { o.Run.Strategy, o.Runs = "random", 10 })
	whole := bytesOf(t, r)
	short, err := r.JSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	var loose map[string]any
	if err := json.Unmarshal(whole, &loose); err != nil {
		t.Fatal(err)
	}
	loose["made"] = 11
	changed, _ := json.Marshal(loose)
	for _, x := range []struct {
		file []byte
		want string
	}{
		{nil, "no report"}, {[]byte("machsim"), "no report"}, {whole[:len(whole)/2], "no report"},
		{short, "it has no runs"}, {changed, "it is of 11 runs, and has 10"},
	} {
		if _, err := campaign.Read(x.file); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v; it should be about: %s", err, x.want)
		}
	}
}

// TestResumeLeast: a search that has gone on with others' runs makes the first one once more that failed, whoever has
// made it, and has it end where it breaks what was claimed.
func TestResumeLeast(t *testing.T) {
	const broken = "this was never to be"
	claims := &runner.Claims{Judge: func(_ *runner.NewOptions, r *runner.Run, _ []byte) (t runner.Tried) {
		if t = runner.Plainly(r); r.Seed%7 == 4 {
			t.Failed, t.Violation = true, &runner.Violation{Text: broken, Event: 5}
		}
		return t
	}}
	change := func(o *campaign.Options) {
		o.Run.Strategy, o.KeepGoing, o.Runs = "random", true, 40
		o.Run.Hold(claims)
	}
	kept := reread(t, interrupted(t, "philosophers-fixed", nil, change, nil, 20))
	if kept.Stop != campaign.StopInterrupted || kept.Failures[0].Seed != 4 {
		t.Fatalf("%s after %d runs, %+v", kept.Stop, kept.Made, kept.Failures)
	}
	kept = interrupted(t, "philosophers-fixed", nil, change, kept, 0)
	o := kept.Again()
	run := runner.Do(o)
	defer run.Close()
	if o.Seed != 4 || run.Violation == nil || run.State.Steps != 5 {
		t.Errorf("seed %d ends after event %d: %+v", o.Seed, run.State.Steps, run.Violation)
	}
}
