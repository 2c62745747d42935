package session_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/replay/graph"
	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// everywhere visits random positions of runs of every program.
func everywhere(t *testing.T, visit func(s *session.Session)) {
	seeds := effort.Of(uint64(1))
	for _, p := range effort.Some(programs.All, 10) {
		for seed := range seeds {
			s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 2000})
			rng := rand.New(rand.NewPCG(seed, 2))
			for range 12 {
				if err := s.MoveTo(graph.At(testrun.Cut(session.GraphOf(s), rng))); err != nil {
					t.Fatal(err)
				}
				visit(s)
			}
			s.Close()
		}
	}
}

// TestNames finds every object by its name, which no other of its kind has, and by the one
// that says who made it.
func TestNames(t *testing.T) {
	kinds := []kernel.ObjectKind{
		kernel.ThreadObject, kernel.TaskObject, kernel.HostObject, kernel.PortObject, kernel.SetObject, kernel.MutexObject,
		kernel.ConditionObject,
	}
	everywhere(t, func(s *session.Session) {
		for _, k := range kinds {
			names := map[string]bool{}
			for _, n := range s.Named(k) {
				if names[n.Name] {
					t.Errorf("%s: two are called %s", s.Program.Name, n.Name)
				}
				names[n.Name] = true
			}
			for _, n := range s.Named(k) {
				if got, err := s.Find(k, n.Name); err != nil || got != n {
					t.Errorf("%s: %s: found %v, %v", s.Program.Name, n.Name, got, err)
				}
			}
		}
	})
}

// TestMessages sees every message somewhere, and as many at each port as its queue has.
func TestMessages(t *testing.T) {
	everywhere(t, func(s *session.Session) {
		for _, m := range s.Messages() {
			if m.Place == "" || m.Port == "" && !strings.HasPrefix(m.Place, "to be sent") {
				t.Errorf("%s: %+v is nowhere", s.Program.Name, m)
			}
		}
		for _, p := range s.Ports() {
			if p.Queued == 0 || p.State == "dead" {
				continue
			}
			if full, err := s.Port(p.Name); err != nil || len(full.Messages) != p.Queued {
				t.Errorf("%s: port %s has %d messages, not %d: %v", s.Program.Name, p.Name, len(full.Messages), p.Queued, err)
			}
		}
	})
}

// TestWaits compares the blocked table, and the reasons of each thread, with the rows that
// they come from.
func TestWaits(t *testing.T) {
	everywhere(t, func(s *session.Session) {
		blocked := s.Blocked()
		n := 0
		for _, p := range s.Where() {
			if p.Hold == rows.Waits || p.Hold == rows.WouldWait {
				if n == len(blocked) || blocked[n].Thread != p.Name {
					t.Fatalf("%s: %s is not in its place in %v", s.Program.Name, p.Name, blocked)
				}
				n++
			}
			reasons, cycle := s.Why(p.Thread)
			if len(reasons) == 0 != (p.Status == kernel.Ended) {
				t.Errorf("%s: reasons of %s: %v", s.Program.Name, p.Name, reasons)
			}
			if len(reasons) > 0 && (reasons[0].Thread != p.Name || reasons[0].Depth != 0) {
				t.Errorf("%s: the first reason of %s is %v", s.Program.Name, p.Name, reasons[0])
			}
			compareCycle(t, s, reasons, cycle)
		}
	})
}

// compareCycle sees a cycle told of if, and only if, one of its threads is.
func compareCycle(t *testing.T, s *session.Session, reasons []rows.Reason, cycle []string) {
	t.Helper()
	touched := slices.ContainsFunc(waitfor.Cycle(waitfor.Of(s.State())), func(id kernel.ThreadID) bool {
		name := s.State().ThreadName(id)
		return slices.ContainsFunc(reasons, func(r rows.Reason) bool { return r.Thread == name })
	})
	if touched != (cycle != nil) {
		t.Errorf("%s: %v, cycle %v", s.Program.Name, reasons, cycle)
	}
}

// communications are the words by which events that communicate are known in a trace.
var communications = []string{
	"mach_msg ", "msg_", "mutex_lock ", "mutex_try_lock", "mutex_unlock",
	"condition_wait ", "condition_signal", "condition_broadcast",
	"cthread_fork", "cthread_join", "cthread_exit", "return", "spawn",
	"task_create", "task_terminate", "thread_create", "thread_terminate", "exception_raise",
}

// TestCommunications compares the next communication of each thread with the events in words.
func TestCommunications(t *testing.T) {
	everywhere(t, func(s *session.Session) {
		rows, err := s.Rows(0, s.Len())
		if err != nil {
			t.Fatal(err)
		}
		speaks := func(e int) bool {
			return session.TapeOf(s).Done(e) && slices.ContainsFunc(communications,
				func(w string) bool { return strings.HasPrefix(rows[e].Action+" ", w) })
		}
		for _, p := range s.Where() {
			want := -1
			for n := 1; want < 0 && s.Next(p.Thread, n) >= 0; n++ {
				if e := s.Next(p.Thread, n); speaks(e) {
					want = e
				}
			}
			if got := s.NextCommunication(p.Thread, 1); got != want && (want >= 0 || got >= 0 && session.TapeOf(s).Done(got)) {
				t.Errorf("%s, %v: next of %s is %d, not %d", s.Program.Name, s.Position().Cut, p.Name, got, want)
			}
		}
	})
}
