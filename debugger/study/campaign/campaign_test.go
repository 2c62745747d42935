package campaign_test

import (
	"context"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
	"machsim/programs"
)

// explore explores a sample program, or fails the test.
func explore(t *testing.T, name string, args map[string]string, change func(*campaign.Options)) *campaign.Report {
	t.Helper()
	o := campaign.Options{Guarded: true, Run: runner.New(programs.Find(name), 1)}
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

// plainly claims no more of runs than that they do what they should, and is asked all the same.
var plainly = &runner.Claims{Judge: func(_ *runner.NewOptions, r *runner.Run, _ []byte) runner.Tried {
	return runner.Plainly(r)
}}

// TestJudged has a search end at the first failure if more is claimed of runs than that they do what they should,
// whoever claims it; otherwise it goes on for as long as what is small takes.
func TestJudged(t *testing.T) {
	for _, judged := range []bool{false, true} {
		r := explore(t, "philosophers", small, func(o *campaign.Options) {
			if judged {
				o.Run.Hold(plainly)
			}
		})
		if first := r.Failures[0].Run == r.Made-1; first != judged {
			t.Errorf("judged %t: run %d failed, of %d", judged, r.Failures[0].Run, r.Made)
		}
	}
}

// TestNews has a search go on as long as it makes runs of new classes, although they show nothing new otherwise.
func TestNews(t *testing.T) {
	r := explore(t, "timeout-fixed", nil, func(o *campaign.Options) {
		o.Run.Strategy, o.Runs, o.Stale = "every", 60, 10
	})
	if r.Stop != campaign.StopRuns {
		t.Errorf("the classes are not new: %s", r.Text())
	}
}

// TestBounds has a search say what bounds have left out, and that they have left out nothing.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		bounds, want string
		proven       bool
	}{
		{"preemptions=0", "All 6 classes within the bounds explored: no failure", false},
		{"preemptions=0", "preemptions=0; they exclude other orders; of what lies beyond nothing is known", false},
		{"delays=0", "All 1 class within the bounds explored: no failure", false},
		{"depth=4", "1 of 1 class was cut there", false},
		{"events=20", "6 of 7 classes were cut there", false},
		{"events=400", "they have excluded nothing", true},
		{"depth=100,events=400", "All 7 classes explored: 1 DEADLOCK", true},
	} {
		r := explore(t, "philosophers", small, func(o *campaign.Options) {
			o.Run.Strategy, o.KeepGoing = "every", true
			o.Run.Bounds, _ = strategy.ParseBounds(c.bounds)
		})
		no, _, _ := strings.Cut(r.Text(), "there are no more")
		within := strings.HasPrefix(r.Text()[len(no):], "there are no more within the bounds")
		if !strings.Contains(r.Text(), c.want) || r.Proven() != c.proven || !r.Through() || within == c.proven {
			t.Errorf("%s: no %q in\n%s", c.bounds, c.want, r.Text())
		}
	}
}

// TestWide has a search of random numbers from a large range say that it has not tried all.
func TestWide(t *testing.T) {
	wide := map[string]string{"n": "2", "meals": "1", "think": "1000"}
	r := explore(t, "philosophers-fixed", wide, func(o *campaign.Options) { o.Run.Strategy, o.Runs = "every", 20 })
	if r.Proven() || !strings.Contains(r.Text(), "of random numbers in ranges of up to 1000 only 256") {
		t.Error(r.Text())
	}
}

// TestEndless has exhaustive runs beside samples cut where they would not end: chance ends them, the least random
// numbers do not.
func TestEndless(t *testing.T) {
	p := &kernel.Program{Name: "endless", Main: func(b *kernel.Boot) {
		b.Task(b.Host("host"), "main", func(th *kernel.Thread) {
			for th.Random(2) == 0 {
				th.Yield()
			}
		})
	}}
	r, err := campaign.Run(context.Background(), campaign.Options{Run: runner.New(p, 1), Runs: 102})
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed() > 0 || r.Every.Cut == 0 || r.Proven() || !strings.Contains(r.Text(), "events=4000") {
		t.Errorf("no run is cut: %s", r.Text())
	}
}

// TestRounds has a search say that a thread goes round in a loop that changes nothing, whatever it looks at, also where
// it does so only while others are slow. Of long loops that come to their end it says nothing.
func TestRounds(t *testing.T) {
	forks := func(th *kernel.Thread, bodies ...func(*kernel.Thread)) {
		for _, body := range bodies {
			cthreads.Fork(th, "", body)
		}
	}
	for name, c := range map[string]struct {
		spins bool
		body  func(*kernel.Thread)
	}{
		"tries": {true, func(th *kernel.Thread) {
			m := cthreads.NewMutex(th, "m")
			spin := func(th *kernel.Thread) {
				for !m.TryLock(th) {
					th.Yield()
				}
				m.Unlock(th)
			}
			forks(th, spin, spin)
		}},
		"locks": {true, func(th *kernel.Thread) {
			m, ready := cthreads.NewMutex(th, "m"), false
			forks(th, func(th *kernel.Thread) {
				for yes := false; !yes; th.Yield() {
					m.Lock(th)
					yes = ready
					m.Unlock(th)
				}
			}, func(th *kernel.Thread) {
				m.Lock(th)
				ready = true
				m.Unlock(th)
			})
		}},
		"looks at much": {false, func(th *kernel.Thread) {
			all := make([]uint64, 2100)
			for i := range all {
				all[i] = kernel.Must(th.Mach().VMAllocate(th.Mach().TaskSelf(), 0, 1, true))
			}
			forks(th, func(th *kernel.Thread) {
				for _, at := range all {
					th.Mach().Peek(at, 1)
				}
			}, func(th *kernel.Thread) { th.Yield() })
		}},
	} {
		p := &kernel.Program{Name: "rounds", Main: func(b *kernel.Boot) { b.Task(b.Host("host"), "main", c.body) }}
		o := campaign.Options{Guarded: true, Run: runner.New(p, 1), Runs: 3000}
		o.Run.Strategy = "every"
		r, err := campaign.Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if g := r.Gaps(); (g.Spins != "") != c.spins || r.Proven() == c.spins || r.Decided() == c.spins {
			t.Errorf("%s: %s", name, r.Text())
		}
	}
}

// TestNothing has a search that made no run, here as none is its shard's, say that nothing is decided.
func TestNothing(t *testing.T) {
	r := explore(t, "philosophers", small, func(o *campaign.Options) { o.Shard = campaign.Shard{I: 1 << 30, Of: 1 << 30} })
	if r.Made > 0 || r.Decided() || !strings.Contains(r.Text(), "no run was made: not decided") {
		t.Error(r.Text())
	}
}

// TestHeartbeat has a failure end what a timer would make go on for ever: no time passes after it.
func TestHeartbeat(t *testing.T) {
	p := &kernel.Program{Name: "heartbeat", Main: func(b *kernel.Boot) {
		b.Server(b.Host("host"), "server", func(th *kernel.Thread) {
			for {
				th.Sleep(kernel.Millisecond)
			}
		})
		b.Task(b.Host("host"), "main", func(th *kernel.Thread) {
			cthreads.Join(th, cthreads.Fork(th, "", func(th *kernel.Thread) { th.Fail("at once") }))
		})
	}}
	o := campaign.Options{Guarded: true, Run: runner.New(p, 1), Runs: 10, KeepGoing: true}
	o.Run.Strategy = "every"
	r, err := campaign.Run(context.Background(), o)
	if err != nil || !r.Through() || r.Failed() != 1 || r.Events > 20 {
		t.Errorf("%v\n%s", err, r.Text())
	}
}
