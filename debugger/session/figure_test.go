package session_test

import (
	"testing"

	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// TestFigure halts the program of Manabe and Aoyagi's figure 1 where section 1 of their
// paper says it should, in every run in which two processes have the right at once: each
// process has done the least that makes the predicate true. The client that has nothing to
// do with it has not begun, the server whose message gave the right stands just behind its
// send, and the second child does not exist.
func TestFigure(t *testing.T) {
	found, none := 0, 0
	for seed := range effort.Of(uint64(40)) {
		s := testsession.Open(t, programs.Find("access"), kernel.Config{Seed: seed})
		p, err := s.Predicate("a.using = 1 and worker1.using = 1")
		must(t, err)
		at, err := p.First()
		must(t, err)
		if at == nil {
			none++
			if s.Run.Failed() {
				t.Errorf("seed %d: the run fails, and no state satisfies the predicate", seed)
			}
			s.Close()
			continue
		}
		found++
		must(t, s.MoveTo(graph.At(at.Cut)))
		for name, want := range map[string]string{
			"a.1": "mach_msg", "worker1.1": "mach_msg", "x.1": "mach_msg", "y.1": "mach_msg", "b.1": "", "record.1": "",
		} {
			if got := lastDone(s, name); got != want {
				t.Errorf("seed %d: the last that %s has done is %q, not %q", seed, name, got, want)
			}
		}
		sent(t, s, "y.1", "a")
		for _, place := range s.Where() {
			if place.Name == "worker2.1" {
				t.Errorf("seed %d: the second child is there already", seed)
			}
		}
		s.Close()
	}
	t.Logf("two processes had the right in %d runs, not in %d", found, none)
	if found == 0 || none == 0 {
		t.Error("all runs are alike")
	}
}

// TestPaperPredicate asks for the first predicate of Manabe and Aoyagi's paper, as it is written
// there: a run of their figure 1 that fails comes to it, and one whose p1 waits for both messages
// cannot.
func TestPaperPredicate(t *testing.T) {
	satisfied := map[string]int{}
	for _, name := range []string{"clientserver", "clientserver-fixed"} {
		for seed := range uint64(12) {
			s := testsession.Open(t, programs.Find(name), kernel.Config{Seed: seed})
			p, err := s.Predicate("x1 = 1 and x4 = 1")
			must(t, err)
			at, err := p.First()
			must(t, err)
			if at != nil {
				satisfied[name]++
			} else if s.Run.Failed() {
				t.Errorf("%s, seed %d: the run fails, and no state satisfies the predicate", name, seed)
			}
			s.Close()
		}
	}
	if satisfied["clientserver"] == 0 || satisfied["clientserver-fixed"] > 0 {
		t.Errorf("runs with such a state: %v", satisfied)
	}
}

// lastDone is the last call that a thread has done at the position, "" if it has not begun.
func lastDone(s *session.Session, name string) string {
	for _, p := range s.Where() {
		if p.Name != name || p.Done == 0 {
			continue
		}
		lane := session.TapeOf(s).LaneOf(p.Thread)
		c, _, _ := session.TapeOf(s).Call(lane, session.TapeOf(s).Lanes[lane].CallOf(p.Done-1))
		return c.Op.String()
	}
	return ""
}

// sent checks that the last event of a thread is the send of a message to a port, and that
// the thread has done nothing since.
func sent(t *testing.T, s *session.Session, thread, port string) {
	t.Helper()
	for _, p := range s.Where() {
		if p.Name != thread {
			continue
		}
		lane := session.TapeOf(s).LaneOf(p.Thread)
		rows, err := s.Rows(session.TapeOf(s).Lanes[lane].Event(p.Done-1), session.TapeOf(s).Lanes[lane].Event(p.Done-1)+1)
		must(t, err)
		if rows[0].Action != "mach_msg send free{} to "+port {
			t.Errorf("the last that %s has done is: %s", thread, rows[0].Action)
		}
	}
}
