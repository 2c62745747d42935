package session_test

import (
	"strings"
	"testing"

	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestIsolate runs each task of every program alone: it makes the calls that it made among the others.
func TestIsolate(t *testing.T) {
	for _, p := range programs.All {
		s := testsession.Open(t, p, kernel.Config{Seed: 4, MaxSteps: 2000})
		must(t, s.MoveTo(s.After(s.Len()/2)))
		here := s.Position()
		calls := 0
		for id := range s.State().Tasks.All {
			x, err := s.Isolate(kernel.TaskID(id), p)
			if err != nil || x.Differs != nil || x.Until != 0 {
				t.Fatalf("%s, task %d: %+v, %v", p.Name, id, x, err)
			}
			calls += x.Calls
		}
		if calls == 0 || !s.Position().Equal(here) {
			t.Errorf("%s: %d calls, at %v", p.Name, calls, s.Position())
		}
	}
}

// TestIsolateChanged runs each task of a bank with the code of the repaired one: a teller makes another
// call, which is named with all that it is given, and nobody else does.
func TestIsolateChanged(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 9})
	here := s.Position()
	for _, c := range []struct {
		task     string
		calls    int
		recorded string
		made     string
	}{
		{task: "bank", calls: 75},
		{task: "netname-office", calls: 26},
		{
			"teller1", 9, "mach_msg send get{Account:2} to bank on office, ",
			"mach_msg send transfer{From:2 To:3 Amount:3} to bank",
		},
	} {
		n, err := s.FindTask(c.task)
		must(t, err)
		x, err := s.Isolate(kernel.TaskID(n.ID), programs.Find("bank-fixed"))
		must(t, err)
		switch d := x.Differs; {
		case x.Calls != c.calls:
			t.Errorf("%s makes %d calls as recorded, and not %d", c.task, x.Calls, c.calls)
		case c.made == "":
			if d != nil {
				t.Errorf("%s: %+v", c.task, d)
			}
		case d == nil || d.Event == 0 || d.Thread != "teller1.1" || !strings.HasPrefix(d.Where, "bank.go:") ||
			!strings.HasPrefix(d.Recorded, c.recorded) || !strings.HasPrefix(d.Made, c.made):
			t.Errorf("%s: %+v", c.task, d)
		}
	}
	if !s.Position().Equal(here) {
		t.Errorf("the position is %v", s.Position())
	}
	if _, err := s.Isolate(1, programs.Find("philosophers")); err == nil {
		t.Error("a program with other tasks is no program of this run")
	}
}

// TestIsolateChild runs a task alone that another one makes: that one is run too, but no further.
func TestIsolateChild(t *testing.T) {
	parent := func(more func(th *kernel.Thread), child kernel.Duration) *kernel.Program {
		return &kernel.Program{Name: "parent", Main: func(b *kernel.Boot) {
			b.Task(b.Host("a"), "parent", func(th *kernel.Thread) {
				th.Yield()
				th.Spawn(th.HostName(), "child", func(th *kernel.Thread) { th.Yield(); th.Sleep(child) })
				more(th)
			})
		}}
	}
	asleep := func(th *kernel.Thread) { th.Sleep(kernel.Millisecond) }
	s := testsession.Open(t, parent((*kernel.Thread).Yield, kernel.Millisecond), kernel.Config{Seed: 1})
	child, err := s.FindTask("child")
	must(t, err)
	for _, c := range []struct {
		name    string
		changed *kernel.Program
		differs bool
	}{
		{"the parent makes another call later", parent(asleep, kernel.Millisecond), false},
		{"the child makes another call", parent((*kernel.Thread).Yield, 2*kernel.Millisecond), true},
	} {
		x, err := s.Isolate(kernel.TaskID(child.ID), c.changed)
		if err != nil || (x.Differs != nil) != c.differs || c.differs && x.Differs.Made != "thread_switch option 2, ms 2" {
			t.Errorf("%s: %+v, %+v, %v", c.name, x, x.Differs, err)
		}
	}
}

// TestIsolateWaiting compares the last call too, in which a thread waits for ever.
func TestIsolateWaiting(t *testing.T) {
	waits := func(last func(th *kernel.Thread, port kernel.Name)) *kernel.Program {
		return &kernel.Program{Name: "waits", Main: func(b *kernel.Boot) {
			b.Task(b.Host("a"), "waits", func(th *kernel.Thread) { last(th, th.NewPort("p")) })
		}}
	}
	receive := func(th *kernel.Thread, port kernel.Name) { _, _ = th.Receive(port) }
	s := testsession.Open(t, waits(receive), kernel.Config{Seed: 1})
	x, err := s.Isolate(1, waits(receive))
	if err != nil || x.Differs != nil {
		t.Errorf("%+v, %v", x, err)
	}
	x, err = s.Isolate(1, waits(func(th *kernel.Thread, _ kernel.Name) { th.Yield() }))
	if err != nil || x.Differs == nil || x.Differs.Made != "thread_switch" {
		t.Errorf("%+v, %v", x, err)
	}
}

// TestPart opens the recording of a program that has changed since: all of it is refused, and its
// beginning is a run in which one can go anywhere. The task that departs is told from the others, if a
// call shows which it is.
func TestPart(t *testing.T) {
	for _, c := range []struct {
		program string
		seed    uint64
		exact   bool
	}{{"philosophers", 26, false}, {"buffer", 9, true}, {"clientserver", 9, true}} {
		p, changed := programs.Find(c.program), *programs.Find(c.program + "-fixed")
		changed.Name = p.Name
		rec := testrun.Record(p, kernel.Config{Seed: c.seed})
		if _, err := session.Open(&changed, rec, session.Options{}); err == nil {
			t.Fatalf("the changed program makes the recorded run of %s", p.Name)
		}
		s, err := session.Open(&changed, rec, session.Options{Part: true})
		must(t, err)
		d := s.Departs()
		if d == nil || s.Len() == 0 || uint64(s.Len()) >= rec.Events || s.Len() != int(d.Since) || d.Exact() != c.exact {
			t.Fatalf("%s: %d events, of %d; %+v", p.Name, s.Len(), rec.Events, d)
		}
		must(t, s.MoveTo(s.After(s.Len()/2)))
		must(t, s.MoveTo(s.End()))
		for id := range s.State().Tasks.All {
			task := s.State().TaskName(kernel.TaskID(id))
			x, err := s.Isolate(kernel.TaskID(id), &changed)
			must(t, err)
			departs := d.Exact() && strings.HasPrefix(d.Thread, task+".")
			if departs != (x.Differs != nil) || departs == (x.Until > 0) {
				t.Errorf("%s, %s: %+v; %+v", p.Name, task, x, d)
			}
		}
		s.Close()
		same, err := session.Open(p, rec, session.Options{Part: true})
		must(t, err)
		if same.Departs() != nil || uint64(same.Len()) != rec.Events {
			t.Errorf("%s has not changed: %d events, %+v", p.Name, same.Len(), same.Departs())
		}
		same.Close()
	}
}
