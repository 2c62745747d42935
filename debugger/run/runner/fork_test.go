package runner

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testrun"
)

// made makes a run, records it and returns the recording, with the hash after each
// event.
func made(t *testing.T, o Choosing) (*record.Recording, []uint64) {
	t.Helper()
	hashes := []uint64{0}
	o.Shared().Tracer.Event = func(e *kernel.Event) { hashes = append(hashes, e.State.Hash) }
	var file bytes.Buffer
	o.Chosen().Record = record.Start(&file, o.Setup().Header())
	run := Do(o)
	defer run.Close()
	if run.Err != nil || run.Broken != nil || run.follow != nil && !run.follow.Left() {
		t.Fatalf("%v, %+v, ended %v", run.Err, run.Broken, run.Ending())
	}
	rec, err := record.Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return rec, hashes
}

// Each program, forked from anywhere, stricter or looser, begins as it was recorded; and
// the fork replays.
func TestForksOfPrograms(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			parent, whole := made(t, &NewOptions{Common: Common{Program: p}, Choices: Choices{Seed: 5, MaxSteps: 3000}})
			for i := range uint64(8) {
				at := parent.Events * i / 7
				o := Follow(p, parent, record.NewFollow(parent, at), "parent.rec", i)
				o.Weak, o.FreeTimers = i%2 == 1, i%3 == 2
				rec, hashes := made(t, o)
				if rec.Parent == nil || rec.Parent.Event != at || rec.Weak != o.Weak || uint64(len(hashes)) <= at {
					t.Fatalf("at %d: %+v, %d events", at, rec.Header, len(hashes)-1)
				}
				for n := range at + 1 {
					if whole[n] != hashes[n] {
						t.Fatalf("at %d: event %d of %d is another, weak %v, free timers %v", at, n, at, o.Weak, o.FreeTimers)
					}
				}
				run := Do(Replay(p, rec))
				if res := run.replay.Result(run.Ending()); !res.Identical() {
					t.Fatalf("at %d: %+v, %+v", at, res, res.Divergence)
				}
				run.Close()
			}
		})
	}
}

// What no option says is as in the recording: here steps are slow, and unhandled
// exceptions end a task only.
func TestForkKeepsConfig(t *testing.T) {
	p := single(func(th *kernel.Thread) {
		th.Sleep(3 * kernel.Millisecond)
		th.Mach().Raise(kernel.ExcBadAccess, 1, 2)
	})
	parent := testrun.Record(p, kernel.Config{Seed: 1, StepTime: 1000, KeepGoing: true})
	fork, _ := made(t, Follow(p, parent, record.NewFollow(parent, 1), "parent.rec", 2))
	if fork.StepTime != 1000 || !fork.KeepGoing || fork.Hash != parent.Hash || fork.Outcome != parent.Outcome {
		t.Fatalf("%+v, %+v", fork.Header, fork.Ending)
	}
}

// A fork may be allowed what its parent was not: what was not allowed has not happened before.
func TestForkIsAllowedMore(t *testing.T) {
	p := single(func(th *kernel.Thread) {
		mu := th.CThreads().MutexNew("mu")
		th.Yield()
		th.CThreads().MutexUnlock(mu)
		th.Yield()
	})
	parent := testrun.Record(p, kernel.Config{Seed: 1})
	if parent.Kind != kernel.Misuse.String() {
		t.Fatalf("%+v", parent.Ending)
	}
	for _, at := range []uint64{0, 2, parent.Events - 1} {
		o := Follow(p, parent, record.NewFollow(parent, at), "parent.rec", 2)
		o.Lenient = true
		fork, _ := made(t, o)
		if !fork.Lenient || fork.Outcome != kernel.Finished.String() {
			t.Fatalf("at %d: %+v, %+v", at, fork.Header, fork.Ending)
		}
	}
}

// What was recorded is followed without reading anything; input comes from outside from
// there on.
func TestForkInput(t *testing.T) {
	p := single(func(th *kernel.Thread) {
		for range 4 {
			line, _ := th.ReadLine()
			th.Printf("%s", line)
		}
	})
	first := New(p, 0)
	first.Input = NewInput(strings.NewReader("a\nb\nc\nd\n"))
	parent, _ := made(t, first)
	o := Follow(p, parent, record.NewFollow(parent, 5), "parent.rec", 1) // start, and two lines read and printed
	o.Input = NewInput(strings.NewReader("x\n"))
	run := Do(o)
	defer run.Close()
	var said []string
	for _, l := range run.State.Console {
		said = append(said, l.Text)
	}
	if got := strings.Join(said, ","); got != "a,b,x," {
		t.Errorf("the fork said %q", got)
	}
}

// The recorded order of each program's steps, told as turns, makes the recorded run: with
// packets, weak choices and timers that fire at any moment.
func TestTurnsOfPrograms(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range uint64(4) {
				loose := seed%2 == 1
				o := New(p, seed)
				o.MaxSteps, o.Weak, o.FreeTimers = 3000, loose, loose
				rec, _ := made(t, o)
				again := Replay(p, rec)
				answers := again.replay.Keep()
				Do(again).Close()
				var byEvent, byActor []record.Turn
				for n := range answers.Events() {
					who := answers.Actor(n + 1)
					byEvent = append(byEvent, record.Turn{Event: n + 1})
					byActor = append(byActor, record.Turn{Thread: who.Thread, Packet: who.Packet})
				}
				for _, turns := range [][]record.Turn{byEvent, byActor} {
					f := record.Leave(rec, answers, turns, nil, uint64(len(turns)), true)
					fork, _ := made(t, Follow(p, rec, f, "parent.rec", 99))
					if f.TurnDivergence() != nil || fork.Hash != rec.Hash || fork.Events != rec.Events {
						t.Fatalf("seed %d: %+v, %d events of %d", seed, f.TurnDivergence(), fork.Events, rec.Events)
					}
				}
			}
		})
	}
}

// table is three philosophers, each with a fork in the left hand before taking one in the right.
var table = single(func(th *kernel.Thread) {
	var forks []cthreads.Mutex
	for range 3 {
		forks = append(forks, cthreads.NewMutex(th, ""))
	}
	for i := range 3 {
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			forks[i].Lock(th)
			forks[(i+1)%3].Lock(th)
			forks[(i+1)%3].Unlock(th)
			forks[i].Unlock(th)
		})
	}
})

// Every class of what can follow an event of a run is made: from the start these are all, and after the lock that
// closes the circle all end in a deadlock.
func TestEveryContinuation(t *testing.T) {
	parent := testrun.Record(table, kernel.Config{Seed: 1})
	for seed := uint64(2); parent.Outcome != record.Deadlocked; seed++ {
		parent = testrun.Record(table, kernel.Config{Seed: seed})
	}
	certain := false
	for at := range parent.Events + 1 {
		by, failed := strategy.EveryFrom(int(at)), 0
		for n := 0; ; n++ {
			o := Follow(table, parent, record.NewFollow(parent, at), "parent.rec", 1)
			o.By, o.Try = by, n
			run := Do(o)
			run.Close()
			if errors.Is(run.Err, errNoMore) {
				break
			}
			if run.Failed() {
				failed++
			}
			by.End(n, strategy.Ended{Failed: run.Failed()})
		}
		s := by.Search
		if s.Redundant+s.Lost > 0 || at == 0 && (s.Classes != 7 || failed != 1) || certain && failed < s.Classes {
			t.Fatalf("from event %d: %d classes, %d failed, %d redundant, %d lost", at, s.Classes, failed, s.Redundant, s.Lost)
		}
		certain = failed == s.Classes
	}
	if !certain {
		t.Error("the recorded run is no class of what follows its last event")
	}
}
