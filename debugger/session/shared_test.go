package session_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/event/history"
	"machsim/debugger/event/text"
	"machsim/debugger/event/view"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestShared makes forks of forks, which share what they have in common, in runs of every program and of random ones.
// Each has to be what its recording is when it is opened afresh, also after its parents were closed.
func TestShared(t *testing.T) {
	all := slices.Clone(programs.All)
	for seed := range effort.Of(uint64(2)) {
		all = append(all, randprog.Program(seed, randprog.Size{Hosts: 2, Tasks: 3, Threads: 2, Calls: 20}))
	}
	forks := 0
	for i, p := range all {
		for seed := range effort.Of(uint64(1)) {
			cfg := kernel.Config{Seed: seed + uint64(i), MaxSteps: 300}
			if p.Name == "random" {
				cfg = randprog.Config(seed+uint64(i), 400)
			}
			f := &family{t: t, p: p, rng: rand.New(rand.NewPCG(seed, uint64(i)))}
			f.open = []*session.Session{testsession.Open(t, p, cfg)}
			for range effort.Of(3) {
				f.fork()
				f.close()
			}
			for _, s := range f.open {
				s.Close()
			}
			forks += f.forks
		}
	}
	t.Logf("%d forks", forks)
	if forks < len(all)/2 {
		t.Errorf("only %d forks of %d programs", forks, len(all))
	}
}

// family is a run with forks of it, and forks of these.
type family struct {
	t     *testing.T
	p     *kernel.Program
	rng   *rand.Rand
	open  []*session.Session
	forks int
}

// fork makes a fork of one of the runs, most often of the last, at a random position.
func (f *family) fork() {
	s := f.open[len(f.open)-1]
	if f.rng.IntN(4) == 0 {
		s = f.open[f.rng.IntN(len(f.open))]
	}
	to := s.After(f.rng.IntN(s.Len() + 1))
	if f.rng.IntN(4) == 0 {
		to = graph.At(testrun.Cut(session.GraphOf(s), f.rng))
	}
	must(f.t, s.MoveTo(to))
	b := session.Branch{Seed: f.rng.Uint64() % 100, File: "parent.rec"}
	switch f.rng.IntN(3) {
	case 0:
		if all := possible(f.t, s); len(all) > 0 {
			b.Edits = []kernel.Edit{all[f.rng.IntN(len(all))]}
			_, b.Along = s.Prefix(s.Position())
		}
	case 1:
		for id := range s.State().Threads.All {
			if s.State().Ready.Has(id) {
				b.First = kernel.Actor{Thread: kernel.ThreadID(id)}
			}
		}
	}
	f.branch(s, b)
}

func (f *family) branch(s *session.Session, b session.Branch) {
	fork, file, err := s.Branch(b, session.Options{})
	if err != nil {
		if _, whole := s.Prefix(s.Position()); whole && s.State().Failure == nil {
			f.t.Fatalf("%s: %v", f.p.Name, err)
		}
		return // held messages, or time would be another
	}
	f.forks++
	f.open = append(f.open, fork)
	f.asMade(s, b, file)
	rec, err := record.Read(file)
	must(f.t, err)
	o := runner.Replay(f.p, rec)
	run := runner.Do(o)
	run.Close()
	if res := o.Replayed().Result(run.Ending()); !res.Identical() {
		f.t.Fatalf("%s: the replay departs: %+v", f.p.Name, res.Divergence)
	}
	f.compare(fork, rec)
}

// asMade compares the recording of a fork with that of one that was made from the beginning, by following its parent.
func (f *family) asMade(s *session.Session, b session.Branch, file []byte) {
	n, whole := s.Prefix(s.Position())
	if !whole {
		return
	}
	parent := record.NewFollow(s.Rec, uint64(n))
	if b.Along {
		parent = record.Leave(s.Rec, s.Answers(), turnsOf(s, 1, n), turnsOf(s, n+1, s.Len()), uint64(n), false)
	}
	ro := runner.Follow(f.p, s.Rec, parent, b.File, b.Seed)
	ro.First = b.First
	for _, e := range b.Edits {
		e.After = uint64(n)
		ro.Edits = append(ro.Edits, e)
	}
	run, want := runner.InMemory(ro)
	run.Close()
	if !bytes.Equal(file, want) {
		f.t.Fatalf("%s: the fork after event %d is recorded otherwise than when it is made from the beginning", f.p.Name, n)
	}
}

// turnsOf are the turns of the events of a run from one to another.
func turnsOf(s *session.Session, from, to int) (turns []record.Turn) {
	for n := from; n <= to; n++ {
		if !s.Answers().Actor(uint64(n)).Edited() {
			turns = append(turns, record.Turn{Event: uint64(n)})
		}
	}
	return turns
}

// close closes one of the runs now and then. Its forks stay.
func (f *family) close() {
	if n := f.rng.IntN(len(f.open)); f.rng.IntN(3) == 0 && n < len(f.open)-1 {
		f.open[n].Close()
		f.open = slices.Delete(f.open, n, n+1)
	}
}

// compare compares a fork with its recording, opened afresh.
func (f *family) compare(fork *session.Session, rec *record.Recording) {
	fresh, err := session.Open(f.p, rec, session.Options{Family: fork.Family()})
	must(f.t, err)
	defer fresh.Close()
	if got, want := aspect(fork), aspect(fresh); got != want {
		f.t.Fatalf("%s: the fork has\n%s\nand its recording\n%s", f.p.Name, got, want)
	}
	compareCauses(f.t, fork, fresh)
	for range 3 {
		at := graph.At(testrun.Cut(session.GraphOf(fresh), f.rng))
		must(f.t, fork.MoveTo(at))
		must(f.t, fresh.MoveTo(at))
		if got, want := showing(f.t, fork), showing(f.t, fresh); got != want {
			f.t.Fatalf("%s: at %v the fork shows\n%s\nand its recording\n%s", f.p.Name, at, got, want)
		}
	}
}

// aspect is what a session says of the whole run.
func aspect(s *session.Session) string {
	return fmt.Sprintf("%d events, %d lanes, %s, state %x, hash %x", s.Len(), s.Lanes(), s.Report().Verdict,
		view.Hash(s.Final()), s.Final().Hash)
}

// compareCauses compares two sessions event by event.
func compareCauses(t *testing.T, a, b *session.Session) {
	t.Helper()
	of := func(s *session.Session, e int) string {
		var into []graph.Edge
		s.Into(e, func(x graph.Edge) { into = append(into, x) })
		c, _ := s.CallOf(e)
		more := c.More
		c.PC, c.More = 0, nil
		return fmt.Sprint(s.LaneAt(e), c, more, s.Completes(e), s.MakerOf(kernel.ThreadID(e%30)), into,
			session.GraphOf(s).Least(e))
	}
	for e := range a.Len() {
		if x, y := of(a, e), of(b, e); x != y {
			t.Fatalf("event %d of %d\n%s\n%s", e, a.Len(), x, y)
		}
	}
}

// showing is what a session shows at a position.
func showing(t *testing.T, s *session.Session) string {
	t.Helper()
	out := fmt.Sprintf("%s\nstate %x\n", s.Format(s.Position()), view.Hash(s.State()))
	vars, err := s.Variables()
	if err != nil && !errors.Is(err, session.ErrStopped) {
		out += err.Error()
	}
	for _, v := range vars {
		out += fmt.Sprintln(v.Thread, v.Name, text.Value(v.Value))
	}
	for id := range s.State().Threads.All {
		stack, _ := s.Stack(kernel.ThreadID(id))
		out += fmt.Sprintln(id, stack)
	}
	for k := range history.NumKinds {
		h, err := s.HistoryHere(k)
		must(t, err)
		out += fmt.Sprintln(k, h.Rows)
	}
	return out
}
