package session_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"machsim/debugger/internal/hooked"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// gate has the program of a live run compute, when it comes there for the n-th time, until it was halted.
type gate struct {
	left atomic.Int64  // how often it may come there
	over atomic.Int64  // how many times it was opened
	stop chan struct{} // halts the run
}

// arm has the program compute when it comes there for the n-th time.
func (g *gate) arm(n int) (stop <-chan struct{}) {
	g.stop = make(chan struct{})
	g.left.Store(int64(n))
	return g.stop
}

// open lets the program go on.
func (g *gate) open() {
	g.over.Add(1)
	g.left.Store(0)
}

func (g *gate) pass() {
	if g.left.Add(-1) == 0 {
		close(g.stop)
		now := g.over.Load()
		hooked.Compute(func() bool {
			runtime.Gosched() // to whoever halts it
			return g.over.Load() == now
		})
	}
}

// TestLiveWithin halts runs of random programs in the middle of what a thread computes, at random. What is seen then is
// what is complete, and replays; and when they go on, they are the runs that were never halted.
func TestLiveWithin(t *testing.T) {
	rng, halts, seeds := rand.New(rand.NewPCG(7, 8)), 0, effort.Of(uint64(5))
	for seed := range seeds {
		g, size := &gate{}, randprog.Large
		size.Between = g.pass
		p := randprog.Program(seed, size)
		o := func() *runner.NewOptions {
			o := runner.New(p, seed)
			o.MaxSteps, o.KeepGoing, o.Weak, o.Preempt = 3000, true, seed%3 == 0, seed%4 == 1
			o.Tracer.Event = func(*kernel.Event) { // hooks in code that is no thread's are passed
				rounds := 3
				hooked.Compute(func() bool { rounds--; return rounds > 0 })
			}
			return o
		}
		whole, file := runner.InMemory(o())
		whole.Close()
		want, err := record.Read(file)
		must(t, err)
		opened, err := session.Open(p, want, session.Options{})
		must(t, err)
		s, err := session.BeginLive(o(), session.Options{})
		must(t, err)
		for s.GoesOn() && s.Len() < 3000 {
			stop := g.arm(1 + rng.IntN(40))
			must(t, s.GoOn(3000, stop))
			g.open()
			must(t, s.MoveTo(s.End()))
			id, stack := s.Within()
			if id == 0 {
				continue
			}
			if halts++; len(stack) == 0 || stack[0].Func != "hooked.Compute" {
				t.Fatalf("%s, seed %d: it computes at %v", p.Name, seed, stack)
			}
			replaysSoFar(t, s)
			asOpened(t, s, opened, rng)
			must(t, s.MoveTo(s.End())) // else the programs are run again while they are to compute
		}
		must(t, s.MoveTo(s.End()))
		if s.Final().Hash != want.Hash || uint64(s.Len()) != want.Events ||
			!s.GoesOn() && fmt.Sprint(s.Report().Verdict) != fmt.Sprint(want.Verdict()) {
			t.Errorf("seed %d: hash %x of %d events, %v, not %x of %d", seed, s.Final().Hash, s.Len(), s.Report().Verdict,
				want.Hash, want.Events)
		}
		s.Close()
		opened.Close()
	}
	if halts < 5*int(seeds) {
		t.Errorf("%d halts of %d runs", halts, seeds)
	}
}

// replaysSoFar says if what a live run has saved does not make its events again.
func replaysSoFar(t *testing.T, s *session.Session) {
	t.Helper()
	data, err := s.Bytes()
	must(t, err)
	rec, err := record.Read(data)
	must(t, err)
	again := runner.Do(runner.Replay(s.Program, rec))
	defer again.Close()
	if res := again.Replayed().Result(again.Ending()); res.Divergence != nil || res.Events != uint64(s.Len()) ||
		again.State.Hash != s.Final().Hash {
		t.Errorf("saved after %d events: %+v", s.Len(), res)
	}
}

// TestLiveWithinEdited: what is done to a run in which a thread computes is done before the event of that, and the
// thread computes no more.
func TestLiveWithinEdited(t *testing.T) {
	s, err := session.BeginLive(runner.New(hooked.Spin, 1), session.Options{})
	must(t, err)
	defer s.Close()
	stop := make(chan struct{})
	close(stop)
	for id := kernel.ThreadID(0); id == 0; id, _ = s.Within() {
		must(t, s.GoOn(10, stop))
		must(t, s.MoveTo(s.End()))
	}
	must(t, s.Act(session.Branch{Seed: 1, Edits: []kernel.Edit{{Kind: kernel.EditKillThread, Object: 1}}}))
	must(t, s.GoOn(10, nil))
	if id, _ := s.Within(); id != 0 || s.GoesOn() {
		t.Errorf("it goes on, and thread %d computes", id)
	}
	stacks := make([]byte, 1<<20)
	if left := string(stacks[:runtime.Stack(stacks, true)]); strings.Contains(left, "hooked.spin") {
		t.Errorf("the thread was not let go: %s", left)
	}
}
