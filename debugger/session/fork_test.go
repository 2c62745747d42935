package session_test

import (
	"testing"
	"time"

	"machsim/debugger/event/view"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testsession"
)

// TestLoop opens the recording of a run that was given up because a thread computes for
// ever, and moves in it.
func TestLoop(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	p := &kernel.Program{Name: "looping", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			for i := range 5 {
				th.Printf("%d", i)
			}
			<-forever
		})
		b.Task(b.Host("a"), "other", func(th *kernel.Thread) { th.Sleep(1000 * kernel.Millisecond) })
	}}
	run, data := runner.InMemory(&runner.NewOptions{Common: runner.Common{Program: p, LoopLimit: 50 * time.Millisecond}})
	run.Close()
	rec, err := record.Read(data)
	must(t, err)
	s, err := session.Open(p, rec, session.Options{LoopLimit: 50 * time.Millisecond})
	must(t, err)
	defer s.Close()
	for n := range s.Len() {
		must(t, s.MoveTo(s.After(n)))
		compareFromStart(t, s, s.Position().Cut)
		compareThreads(t, s)
	}
}

// TestBranch makes recorded forks, of which one thread takes the first step, and forks of
// these.
func TestBranch(t *testing.T) {
	for _, name := range []string{"philosophers", "clientserver", "bank", "failover"} {
		s := testsession.Open(t, programs.Find(name), kernel.Config{Seed: 2, MaxSteps: 3000})
		n := s.Len() / 2
		must(t, s.MoveTo(s.After(n)))
		here := view.Hash(s.State())
		for id := range s.State().Threads.All {
			if s.State().Ready.Has(id) {
				branch(t, s, n, here, kernel.ThreadID(id))
			}
		}
	}
}

// branch makes a fork in which a thread goes first, and one more from there.
func branch(t *testing.T, s *session.Session, n int, here uint64, id kernel.ThreadID) {
	t.Helper()
	b := session.Branch{Seed: 9, First: kernel.Actor{Thread: id}, File: "parent.rec"}
	f, file, err := s.Branch(b, session.Options{})
	must(t, err)
	defer f.Close()
	if view.Hash(f.State()) != here {
		t.Fatal("the fork does not begin where it was made")
	}
	if got := session.TapeOf(f).Lanes[session.TapeOf(f).Lane(n)].Thread; got != id {
		t.Fatalf("%s goes first, not %s", f.State().ThreadName(got), f.State().ThreadName(id))
	}
	rec, err := record.Read(file)
	must(t, err)
	if rec.Parent == nil || rec.Parent.File != "parent.rec" || rec.Parent.Event != uint64(n) {
		t.Errorf("its parent is %+v", rec.Parent)
	}
	must(t, f.MoveTo(f.After(n+1)))
	g, _, err := f.Branch(session.Branch{Seed: 10}, session.Options{})
	must(t, err)
	g.Close()
}
