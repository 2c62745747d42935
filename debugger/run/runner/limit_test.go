package runner

import (
	"bytes"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/kernel"
)

// short is a limit that what does not come back reaches soon.
const short = 100 * time.Millisecond

// never waits for what never comes.
func never(th *kernel.Thread) { _, _ = th.Mach().Receive(th.NewPort("never")) }

// A deferred function that does not come back is given up as a body is, wherever it runs: when
// its thread returns or panics, is ended by another, or is let go at the end of a run that is well.
func TestDeferredDoNotComeBack(t *testing.T) {
	waits := func() { select {} }
	for name, p := range map[string]*kernel.Program{
		"returns": single(func(th *kernel.Thread) { defer waits(); th.Yield() }),
		"panics":  single(func(*kernel.Thread) { defer waits(); panic("oh") }),
		"exits":   single(func(th *kernel.Thread) { defer waits(); th.Exit(1) }),
		"is ended": single(func(th *kernel.Thread) {
			task := kernel.Must(th.Spawn("a", "kid", func(th *kernel.Thread) { defer waits(); never(th) }))
			th.Sleep(1 * kernel.Millisecond)
			kernel.Must(th.Mach().TaskTerminate(task))
		}),
		"serves": {Name: "test", Main: func(b *kernel.Boot) {
			b.Server(b.Host("a"), "server", func(th *kernel.Thread) { defer waits(); never(th) })
			b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Yield() })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			o := &NewOptions{Common: Common{Program: p, LoopLimit: short}, Choices: Choices{Seed: 1}}
			run, file := InMemory(o)
			if run.Loop == nil || run.Loop.Waits != "select (no cases)" || !strings.HasPrefix(run.Loop.At(), "limit_test.go:") {
				t.Fatalf("%v, %+v", run.Outcome, run.Loop)
			}
			rec, err := record.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			if rec.Verdict() != record.VerdictBlocked || !strings.Contains(rec.Text, "(limit_test.go:") {
				t.Errorf("the recording ends with %v", rec.Ending)
			}
			again := Replay(p, rec)
			if run := Do(again); !again.replay.Result(run.Ending()).Identical() {
				t.Errorf("%+v", again.replay.Result(run.Ending()))
			}
			again = Replay(p, rec)
			again.replay.Freeze()
			if run := Do(again); run.Loop != nil || !again.replay.Result(run.Ending()).Identical() {
				t.Errorf("frozen: %+v", run.Loop)
			}
		})
	}
}

// A run that has failed already keeps its verdict; Close tells what does not come back.
func TestCloseTells(t *testing.T) {
	run := Do(&NewOptions{Common: Common{Program: single(func(th *kernel.Thread) {
		defer func() { select {} }()
		never(th)
	}), LoopLimit: short}})
	if run.Outcome != kernel.Stuck || run.Loop != nil {
		t.Fatalf("%v, %+v", run.Outcome, run.Loop)
	}
	const want = "when the threads were let go at the end, a deferred function of main.1, which was ended, " +
		"waits outside of the kernel"
	if text := run.Close(); !strings.HasPrefix(text, want) {
		t.Errorf("%q", text)
	}
	if text := run.Close(); text != "" {
		t.Errorf("again: %q", text)
	}
}

// A deferred function that panics when its thread is ended, or let go, ends nothing else, and is told.
func TestDeferredPanics(t *testing.T) {
	body := func(th *kernel.Thread) { defer func() { panic("oh") }(); never(th) }
	for name, p := range map[string]*kernel.Program{
		"let go": single(body),
		"serves": {Name: "test", Main: func(b *kernel.Boot) {
			b.Server(b.Host("a"), "server", body)
			b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Sleep(1 * kernel.Millisecond) })
		}},
		"is ended": single(func(th *kernel.Thread) {
			task := kernel.Must(th.Spawn("a", "kid", body))
			th.Sleep(1 * kernel.Millisecond)
			kernel.Must(th.Mach().TaskTerminate(task))
		}),
	} {
		run := Do(&NewOptions{Common: Common{Program: p}, Choices: Choices{Seed: 1}})
		if run.Failed() != (name == "let go") {
			t.Errorf("%s: %v", name, run.Ending())
		}
		const want = ", which was ended, panicked (limit_test.go:"
		if text := run.Close(); !strings.Contains(text, want) || !strings.HasSuffix(text, "): oh") {
			t.Errorf("%s: %q", name, text)
		}
		if text := run.Close(); text != "" {
			t.Errorf("%s: again: %q", name, text)
		}
	}
}

// recordedOf records a run of p.
func recordedOf(t *testing.T, o Choosing) *record.Recording {
	t.Helper()
	var file bytes.Buffer
	o.Chosen().Record = record.Start(&file, o.Setup().Header())
	Do(o).Close()
	rec, err := record.Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// A limit that the replay comes to and the recorded run did not is no difference, nor is one that
// the recorded run came to and the replay does not. The limit is that of the recording, unless
// somebody says otherwise.
func TestLimitsAreNoDifferences(t *testing.T) {
	var slow, over atomic.Bool
	defer over.Store(true)
	p := single(func(th *kernel.Thread) {
		th.Yield()
		for slow.Load() && !over.Load() {
		}
		th.Yield()
	})
	rec := recordedOf(t, &NewOptions{Common: Common{Program: p, LoopLimit: time.Hour}})
	if rec.Limits.Loop != time.Hour || Replay(p, rec).LoopLimit != time.Hour {
		t.Errorf("the recording's limit is %v", rec.Limits.Loop)
	}
	slow.Store(true)
	o := Replay(p, rec)
	o.Within(short)
	run := Do(o)
	if res := o.replay.Result(run.Ending()); !res.Limited || res.Divergence != nil || res.Events != 2 {
		t.Errorf("%+v, %+v", res, res.Divergence)
	}
	looped := recordedOf(t, &NewOptions{Common: Common{Program: p, LoopLimit: short}})
	if looped.Verdict() != record.VerdictLoop {
		t.Fatalf("%v", looped.Ending)
	}
	slow.Store(false)
	o = Replay(p, looped)
	run = Do(o)
	defer run.Close()
	if res := o.replay.Result(run.Ending()); !res.Further || res.Divergence != nil || res.Events != 2 {
		t.Errorf("%+v, %+v", res, res.Divergence)
	}
	v := Verify(&NewOptions{Common: Common{Program: p, LoopLimit: short}})
	defer v.Close()
	if v.Divergence != nil || v.Limited() != nil {
		t.Errorf("%+v", v.Divergence)
	}
}

// Two runs of which one is given up are not held against each other.
func TestVerifyWithinLimits(t *testing.T) {
	var runs atomic.Int32
	var over atomic.Bool
	defer over.Store(true)
	v := Verify(&NewOptions{Common: Common{LoopLimit: short, Program: single(func(th *kernel.Thread) {
		th.Yield()
		for second := runs.Add(1) == 2; second && !over.Load(); {
		}
		th.Yield()
	})}})
	defer v.Close()
	if v.Divergence != nil || v.Limited() == nil || v.Limited().Loop == nil {
		t.Errorf("%+v, %+v", v.Divergence, v.Limited())
	}
}

// What comes back again and again may take its time, in Main as well.
func TestMainOfManySteps(t *testing.T) {
	o := New(&kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
		task := b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Yield() })
		for range 60 { // each takes a processor for a fiftieth of the limit
			for began := time.Now(); time.Since(began) < 10*time.Millisecond; {
			}
			b.Port(task, "p")
		}
	}}, 0)
	o.LoopLimit = 500 * time.Millisecond
	run := Do(o)
	defer run.Close()
	if run.Failed() {
		t.Errorf("%v, %+v", run.Outcome, run.Loop)
	}
}

// Calls without end are told by the size of the stack, before Go ends the process, also where
// they make kernel calls.
func TestOverflow(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which CI runs with -short, sees what is left behind of the run beside the test")
	}
	var over atomic.Bool
	var down func(th *kernel.Thread, n int) int
	down = func(th *kernel.Thread, n int) int {
		if over.Load() {
			return n
		}
		if n%100_000 == 0 {
			th.Yield()
		}
		return down(th, n+1) + n
	}
	run := Do(&NewOptions{Common: Common{Program: single(func(th *kernel.Thread) { down(th, 0) })}})
	defer over.Store(true) // what is left behind goes on then, beside the rest of the test
	l := run.Loop
	if l == nil || l.Depth < 1000 || len(l.Cycle) != 1 || l.Cycle[0].Func != "runner.TestOverflow.func1" {
		t.Fatalf("%v, %+v", run.Outcome, l)
	}
	if e := run.Ending(); e.Verdict() != record.VerdictOverflow || !strings.Contains(e.Text, "calls itself") {
		t.Errorf("%v", e)
	}
}

// A Check that does not come back is told as program code is, and so is one that ends its goroutine.
func TestCheckIsWatched(t *testing.T) {
	loops := func(over chan struct{}) string {
		for {
			select {
			case <-over:
				return ""
			default:
				continue
			}
		}
	}
	waits := func(over chan struct{}) string { <-over; return "" }
	exits := func(chan struct{}) string { runtime.Goexit(); return "" }
	two := single(func(th *kernel.Thread) { th.Yield(); th.Yield() })
	for _, c := range []struct {
		name string
		f    func(over chan struct{}) string
		want record.Verdict
		text string
	}{
		{"loops", loops, record.VerdictLoop, "the test's own condition has run for more than "},
		{"waits", waits, record.VerdictBlocked, "the test's own condition waits outside of the kernel (chan receive)"},
		{"exits", exits, record.VerdictCheckFailed, "runtime.Goexit"},
	} {
		over := make(chan struct{})
		f := func() string { return c.f(over) }
		for where, check := range map[string]Check{
			"step": {Step: func(*kernel.Event) string { return f() }},
			"end":  {End: f},
		} {
			run := Do(&NewOptions{Common: Common{LoopLimit: short, Program: two, Check: func(*Run) Check { return check }}})
			if e := run.Ending(); e.Verdict() != c.want || !strings.Contains(e.Text, c.text) {
				t.Errorf("%s at each %s: %s", c.name, where, e)
			}
			run.Close()
		}
		close(over) // what was given up does not go on beside the next one
	}
}
