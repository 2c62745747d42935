package session_test

import (
	"runtime"
	"testing"
	"time"

	"machsim/cthreads"
	"machsim/debugger/picture/diagram"
	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
)

// one is a program of one task with one thread.
func one(body func(*kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: "one", Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }}
}

// steps are some events of a thread that does nothing.
func steps(th *kernel.Thread) {
	for range 5 {
		th.Yield()
	}
}

// busy is a thread that goes on until it is stopped, and takes its time for every step.
func busy(th *kernel.Thread) {
	for x := 0; ; th.Yield() {
		for i := range 1 << 20 {
			x += i
		}
	}
}

// onStep is a check of a test that is broken after event 3, at the end if that is 0.
func onStep(event uint64) func(*runner.Run) runner.Check {
	return func(*runner.Run) runner.Check {
		return runner.Check{
			Step: func(e *kernel.Event) string {
				if e.Step == event {
					return "three is wrong"
				}
				return ""
			},
			End: func() string { return "the end is wrong" },
		}
	}
}

// noEnd is the verdict on a run of which no more than 4 steps are wanted.
const noEnd = "NO END: given up after 4 events"

// endings are runs that end in every way that a recording can tell, by their verdicts.
func endings() map[string]runner.Common {
	stopped := make(chan struct{})
	close(stopped)
	deadlock := func(th *kernel.Thread) {
		m := cthreads.NewMutex(th, "m")
		m.Lock(th)
		m.Lock(th)
	}
	return map[string]runner.Common{
		"OK":                                  {Program: one(steps)},
		"DEADLOCK: 1 thread waits for itself": {Program: one(deadlock)},
		"STUCK: 1 thread waits for what can never come": {Program: one(func(th *kernel.Thread) {
			k, m := cthreads.NewCondition(th, "k"), cthreads.NewMutex(th, "m")
			m.Lock(th)
			k.Wait(th, m)
		})},
		"CHECK FAILED: no":               {Program: one(func(th *kernel.Thread) { th.Fail("no") })},
		"CHECK FAILED: three is wrong":   {Program: one(steps), Check: onStep(3)},
		"CHECK FAILED: the end is wrong": {Program: one(steps), Check: onStep(0)},
		"PANIC: oh":                      {Program: one(func(*kernel.Thread) { panic("oh") })},
		"MISUSE: mutex_unlock: mutex m is not locked": {Program: one(func(th *kernel.Thread) {
			cthreads.NewMutex(th, "m").Unlock(th)
		})},
		"UNHANDLED EXCEPTION: EXC_SOFTWARE (code 1, subcode 0x2) was not handled": {Program: one(func(th *kernel.Thread) {
			th.Mach().Raise(kernel.ExcSoftware, 1, 2)
		})},
		"GOEXIT: runtime.Goexit was called (t.FailNow does that too); use th.Exit to end a thread and th.Check to fail": {
			Program: one(func(*kernel.Thread) { runtime.Goexit() }),
		},
		noEnd: {Program: one(steps)},
		"MEMORY: it has taken more than 0 MB of memory, with what is noted of it": {Program: one(busy), MaxMemory: 1,
			LoopLimit: 10 * time.Second},
		"INTERRUPTED": {Program: one(steps), Stop: stopped},
	}
}

// TestVerdicts sees one verdict on a run from all who tell it: the run itself, its recording, a
// replay, an opened recording, and a diagram of it.
func TestVerdicts(t *testing.T) {
	for want, c := range endings() {
		o := &runner.NewOptions{Common: c}
		if want == noEnd {
			o.MaxSteps = 4
		}
		run, data := runner.InMemory(o)
		rep := report.Of(run)
		run.Close()
		told(t, want, "run", rep)
		rec, err := record.Read(data)
		must(t, err)
		if rec.Ending.Verdict() != rep.Verdict {
			t.Errorf("%s: its recording says %s", want, rec.Ending)
		}
		again := runner.Do(runner.Replay(o.Program, rec))
		told(t, want, "replay", report.Of(again))
		again.Close()
		s, err := session.Open(o.Program, rec, session.Options{})
		must(t, err)
		told(t, want, "debug", s.Report())
		if s.Report().Thread != rep.Thread {
			t.Errorf("%s: the fault of %q, and in its recording that of %q", want, rep.Thread, s.Report().Thread)
		}
		if id := s.Culprit(); rep.Thread != "" && s.Final().ThreadName(id) != rep.Thread {
			t.Errorf("%s: the focus is on %s, not on %s", want, s.Final().ThreadName(id), rep.Thread)
		}
		if s.Len() > 0 {
			d, err := diagram.Of(s, diagram.Options{})
			must(t, err)
			if d.Ending != string(rep.Verdict) {
				t.Errorf("%s: the diagram says %s", want, d.Ending)
			}
		}
		s.Close()
	}
}

// told holds a report against a verdict in words.
func told(t *testing.T, want, by string, rep *report.Report) {
	t.Helper()
	got := string(rep.Verdict)
	if rep.Summary != "" {
		got += ": " + rep.Summary
	}
	if got != want {
		t.Errorf("%s: %s says %s", want, by, got)
	}
}

// TestCulprit wants runs of the samples that end well to be looked at from a thread of the program, and not from a
// name server, though that waits for what the kernel tells it.
func TestCulprit(t *testing.T) {
	for _, name := range []string{"hello", "lease-fixed", "clientserver-fixed", "hops-fixed", "bank-fixed"} {
		run, data := runner.InMemory(runner.New(programs.Find(name), 3))
		run.Close()
		rec, err := record.Read(data)
		must(t, err)
		s, err := session.Open(run.Program, rec, session.Options{})
		must(t, err)
		end := s.Final()
		if id := s.Culprit(); end.Tasks.At(uint32(end.Threads.At(uint32(id)).Task)).Server {
			t.Errorf("%s is looked at from %s", name, end.ThreadName(id))
		}
		s.Close()
	}
}
