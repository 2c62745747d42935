package session_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/event/history"
	"machsim/debugger/event/view"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// TestStepByStep goes back from the end of runs of every program to the start, one event
// at a time, and on again to the end: the states are the same both ways.
func TestStepByStep(t *testing.T) {
	for _, p := range effort.Some(programs.All, 8) {
		s := testsession.Open(t, p, kernel.Config{Seed: 3, MaxSteps: 200})
		hashes := []uint64{view.Hash(s.State())}
		for {
			if s.Done() == 0 {
				break
			}
			if err := s.MoveTo(s.Backwards(1)); err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			hashes = append(hashes, view.Hash(s.State()))
		}
		if n, ok := s.Prefix(s.Position()); n != 0 || !ok || len(hashes) != s.Len()+1 {
			t.Fatalf("%s: %d steps back from %d events lead to event %d", p.Name, len(hashes)-1, s.Len(), n)
		}
		for i := len(hashes) - 1; i >= 0; i-- {
			if got := view.Hash(s.State()); got != hashes[i] {
				t.Fatalf("%s: event %d has another state on the way forwards", p.Name, len(hashes)-1-i)
			}
			if i > 0 {
				must(t, s.MoveTo(s.Forwards(1)))
			}
		}
	}
}

// post is a program in which two tasks send to a third, which receives twice.
var post = &kernel.Program{Name: "post", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	var box ipc.Name
	reader := b.Task(h, "reader", func(th *kernel.Thread) {
		for range 2 {
			th.Printf("%d", kernel.Must(th.Mach().Receive(box)).Int(0))
		}
	})
	box = b.Port(reader, "box")
	for i, name := range []string{"ann", "bob"} {
		var to ipc.Name
		task := b.Task(h, name, func(th *kernel.Thread) { kernel.Must(th.Mach().Send(to, ipc.NewMessage(1, i))) })
		to = b.Send(reader, box, task)
	}
}}

// sends finds the events with which messages come to a port.
func sends(t *testing.T, s *session.Session) (events []int) {
	t.Helper()
	h, err := s.History(history.Enqueue)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range h.Of("box") {
		events = append(events, int(row.Event)-1)
	}
	return events
}

// TestHeld goes to where the message that arrived second was sent, and the first was not.
func TestHeld(t *testing.T) {
	for seed := range uint64(20) {
		s := testsession.Open(t, post, kernel.Config{Seed: seed})
		sent := sends(t, s)
		if !session.GraphOf(s).Concurrent(sent[0], sent[1]) {
			t.Fatalf("seed %d: one send comes before the other", seed)
		}
		if err := s.MoveTo(s.Least(sent[1])); err != nil {
			t.Fatal(err)
		}
		delays := s.Held()
		if len(delays) != 1 || delays[0].Port != "box" || delays[0].Event != sent[1] ||
			!cmp.Equal(delays[0].After, []int{sent[0]}) {
			t.Fatalf("seed %d: delays %+v, for the messages of events %v", seed, delays, sent)
		}
		if err := s.MoveTo(graph.At(session.GraphOf(s).Grow(s.Position().Cut, sent[0]))); err != nil {
			t.Fatal(err)
		}
		if delays := s.Held(); len(delays) != 0 {
			t.Fatalf("seed %d: still held: %+v", seed, delays)
		}
	}
}

// TestHeldNotification holds a message that the kernel sends, to a port at which another one arrives first.
func TestHeldNotification(t *testing.T) {
	s := testsession.Open(t, programs.Find("naming-fixed"), kernel.Config{Seed: 7})
	h, err := s.History(history.Enqueue)
	must(t, err)
	held := 0
	for _, row := range h {
		must(t, s.MoveTo(s.Least(int(row.Event)-1)))
		for _, d := range s.Held() {
			if d.Event < 0 {
				t.Fatalf("event %d: it is not known why there is %+v", row.Event, d)
			}
			if d.Kernel {
				held++
				there := func(r history.Row) bool { return r.Event == uint64(d.Event+1) && r.Thread == history.Kernel }
				if !slices.ContainsFunc(h, there) || len(d.After) == 0 {
					t.Errorf("event %d: %+v", row.Event, d)
				}
			}
		}
	}
	if held == 0 {
		t.Error("no message of the kernel was held")
	}
}

// TestHeldOnArrival holds messages that come from other hosts: each arrives once the events that come first have
// happened, and not before.
func TestHeldOnArrival(t *testing.T) {
	s := testsession.Open(t, programs.Find("failover-fixed"), kernel.Config{Seed: 7})
	tried := 0
	for event := range s.Len() {
		must(t, s.MoveTo(s.Least(event)))
		for _, d := range s.Held() {
			cut := s.Position().Cut.Clone()
			for i, e := range d.After {
				isHeld := slices.ContainsFunc(s.Held(), func(x session.Delay) bool { return x.Event == d.Event })
				if s.Holds(e) || i == 0 && !isHeld {
					t.Errorf("event %d: %+v", event+1, d)
				}
				cut = session.GraphOf(s).Grow(cut, e)
			}
			must(t, s.MoveTo(graph.At(cut)))
			if slices.ContainsFunc(s.Held(), func(x session.Delay) bool { return x.Event == d.Event }) {
				t.Errorf("event %d: still held: %+v", event+1, d)
			}
			must(t, s.MoveTo(s.Least(event)))
			tried++
		}
	}
	if tried == 0 {
		t.Error("no message was held")
	}
}

// TestDiff looks at what one event did.
func TestDiff(t *testing.T) {
	s := testsession.Open(t, programs.Find("philosophers"), kernel.Config{Seed: 26})
	row, err := s.Rows(23, 24)
	must(t, err)
	must(t, s.MoveTo(s.After(24)))
	here := s.Position().Cut.Clone()
	then, _, err := s.View(s.After(23))
	must(t, err)
	changes := view.Diff(then, view.Of(s.State()))
	if len(changes) == 0 || changes[0].Kind != view.Thread || changes[0].Name != row[0].Actor {
		t.Errorf("event 24, %v, makes the difference %v", row, changes)
	}
	if !cmp.Equal(s.Position().Cut, here) {
		t.Error("a look at a difference moves")
	}
}

// TestInconsistent refuses what is no position.
func TestInconsistent(t *testing.T) {
	s := testsession.Open(t, programs.Find("clientserver"), kernel.Config{Seed: 1})
	cut := session.GraphOf(s).All()
	cut[0] = 0
	if err := s.MoveTo(graph.At(cut)); err == nil || !strings.Contains(err.Error(), "not consistent") {
		t.Errorf("a cut with effects and no cause: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
