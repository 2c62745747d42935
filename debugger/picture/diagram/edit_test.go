package diagram_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/picture/diagram"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// possible are changes of every kind that can be made at the position of a session.
func possible(s *session.Session) (all []kernel.Edit) {
	st := s.State()
	add := func(e kernel.Edit) {
		if s.CheckEdit(&e) == nil {
			all = append(all, e)
		}
	}
	for id := range st.IPC.Msgs.All {
		add(kernel.Edit{Kind: kernel.EditDrop, Object: id})
		add(kernel.Edit{Kind: kernel.EditMove, Object: id})
		for i := range st.IPC.Msgs.At(id).Items {
			add(kernel.Edit{Kind: kernel.EditField, Object: id, ID: int32(i), Items: []ipc.Item{{Kind: ipc.KindInt, Num: 7}}})
		}
	}
	for id := range st.IPC.Ports.All {
		add(kernel.Edit{Kind: kernel.EditInject, Object: id, ID: 3, Items: []ipc.Item{{Kind: ipc.KindString, Str: "x"}}})
	}
	for id := range st.Threads.All {
		add(kernel.Edit{Kind: kernel.EditKillThread, Object: id})
		add(kernel.Edit{Kind: kernel.EditSet, Object: id, Name: "balance[1]", Value: "7"})
	}
	for id := range st.Threads.All {
		add(kernel.Edit{Kind: kernel.EditAbort, Object: id})
		add(kernel.Edit{Kind: kernel.EditRPC, Object: id, Name: "rpc1", Value: "3"})
	}
	for id := range st.Tasks.All {
		add(kernel.Edit{Kind: kernel.EditKillTask, Object: id})
	}
	for id := range st.Hosts.All {
		add(kernel.Edit{Kind: kernel.EditCrash, Object: id})
		add(kernel.Edit{Kind: kernel.EditCut, Object: id, ID: int32(id) + 1})
		add(kernel.Edit{Kind: kernel.EditHeal, Object: id, ID: int32(id) + 1})
		add(kernel.Edit{Kind: kernel.EditHalt, Object: id, Value: "1000"})
	}
	return all
}

// change makes a fork with a change at the present position.
func change(t *testing.T, s *session.Session, e kernel.Edit, seed uint64) *session.Session {
	t.Helper()
	fork, _, err := s.Branch(session.Branch{Seed: seed, File: "parent", Edits: []kernel.Edit{e}, Along: true},
		session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(fork.Close)
	return fork
}

// ofKind picks one of the changes of a kind, if there is any.
func ofKind(all []kernel.Edit, k kernel.EditKind, rng *rand.Rand) (kernel.Edit, bool) {
	all = slices.DeleteFunc(slices.Clone(all), func(e kernel.Edit) bool { return e.Kind != k })
	if len(all) == 0 {
		return kernel.Edit{}, false
	}
	return all[rng.IntN(len(all))], true
}

// TestEdits makes a change of each kind to a run of every program. The picture of the fork
// has a row for it, at the lane that it concerns.
func TestEdits(t *testing.T) {
	made := map[kernel.EditKind]int{}
	for _, p := range append(effort.Some(programs.All, 8), programs.Find("bank")) {
		rng := rand.New(rand.NewPCG(3, 4))
		s := testsession.OpenRecording(t, p, recording(p, 2))
		for kind := kernel.EditSet; kind <= kernel.LastEdit; kind++ {
			at := rng.IntN(s.Len()-1) + 1
			if err := s.MoveTo(s.After(at)); err != nil {
				t.Fatal(err)
			}
			e, ok := ofKind(possible(s), kind, rng)
			if !ok {
				continue
			}
			made[kind]++
			fork := change(t, s, e, 5)
			shows(t, fork, at, e, letterOf(s, e))
			for range 3 {
				if err := fork.MoveTo(graph.At(testrun.Cut(testsession.Graph(fork), rng))); err != nil {
					t.Fatal(err)
				}
				divides(t, fork)
			}
			fork.Close()
		}
		s.Close()
	}
	for kind := kernel.EditSet; kind <= kernel.LastEdit; kind++ {
		rare := kind.InFrame() || kind == kernel.EditResume
		if made[kind] == 0 && !rare && !testing.Short() { // then there are too few programs for all
			t.Errorf("no change of kind %d was made", kind)
		}
	}
}

// letterOf is the event that sent the message that a change drops, -1 if it drops none that
// a thread has sent.
func letterOf(s *session.Session, e kernel.Edit) int {
	if e.Kind != kernel.EditDrop {
		return -1
	}
	return int(s.State().IPC.Msgs.At(e.Object).Sent) - 1
}

// shows wants the row of a change in the picture of a fork.
func shows(t *testing.T, fork *session.Session, at int, e kernel.Edit, sent int) {
	t.Helper()
	d := draw(t, fork, diagram.Options{From: max(1, at-100), To: min(fork.Len(), at+100)})
	i := slices.IndexFunc(d.Events, func(x diagram.Event) bool { return x.Index == at })
	if i < 0 || d.Events[i].Kind != diagram.Edit {
		t.Fatalf("%s: event %d has no row", d.Title(), at+1)
	}
	for _, r := range d.Rows {
		if len(r.Events) > 1 && slices.Contains(r.Events, i) {
			t.Fatalf("%s: event %d is folded", d.Title(), at+1)
		}
	}
	lane := d.Events[i].Lane
	if thread, ok := about(fork, e); ok && (lane < 0 || d.Lanes[lane].Name != thread) {
		t.Errorf("%s: event %d is at lane %d, not at that of %s", d.Title(), at+1, lane, thread)
	}
	broken := slices.ContainsFunc(d.Arrows, func(a diagram.Arrow) bool { return a.Lost && a.From == sent && a.To == at })
	if broken != (sent >= 0) {
		t.Errorf("%s: event %d drops what event %d sent, and is there a broken arrow? %t", d.Title(), at+1, sent+1, broken)
	}
	apart(t, d)
	parse(t, d.SVG())
}

// about is the thread that is set or ended, if it has taken a step.
func about(s *session.Session, e kernel.Edit) (string, bool) {
	if e.Kind != kernel.EditSet && e.Kind != kernel.EditKillThread ||
		testsession.Graph(s).Tape.LaneOf(kernel.ThreadID(e.Object)) < 0 {
		return "", false
	}
	return s.Final().ThreadName(kernel.ThreadID(e.Object)), true
}

// divides wants the position between the events that it holds and those that it does not.
// A change that it does not hold, and that is no event of a thread's, may stand above one
// that it holds in the lane.
func divides(t *testing.T, s *session.Session) {
	t.Helper()
	d := draw(t, s, diagram.Options{})
	for at, r := range d.Rows {
		for _, i := range r.Events {
			e := &d.Events[i]
			below := func(x diagram.Event) bool { return x.Inside && x.Lane == e.Lane && x.Index > e.Index }
			if e.Lane == diagram.Nowhere || e.Kind == diagram.Edit && slices.ContainsFunc(d.Events, below) {
				continue
			}
			if e.Inside != (at < d.Levels[e.Lane]) {
				t.Fatalf("%s: event %d is in row %d, the position at %d; does it hold the event? %t",
					d.Title(), e.Number(), at, d.Levels[e.Lane], e.Inside)
			}
		}
	}
}

// TestChanged holds the picture of a run with four changes against a file.
func TestChanged(t *testing.T) {
	p := programs.Find("bank")
	s := testsession.OpenRecording(t, p, recording(p, 9))
	var b strings.Builder
	for _, c := range []struct {
		at   int
		pick kernel.EditKind
	}{{100, kernel.EditSet}, {103, kernel.EditDrop}, {105, kernel.EditInject}, {107, kernel.EditKillThread}} {
		if err := s.MoveTo(s.After(c.at)); err != nil {
			t.Fatal(err)
		}
		e, ok := ofKind(possible(s), c.pick, rand.New(rand.NewPCG(1, 3)))
		if !ok {
			t.Fatalf("no change of kind %d can be made after event %d of %d", c.pick, c.at, s.Len())
		}
		s = change(t, s, e, 5)
	}
	for _, screen := range []diagram.Screen{{Width: 110}, {Width: 80, ASCII: true}} {
		fmt.Fprintf(&b, "== %d columns\n%s", screen.Width,
			draw(t, s, diagram.Options{From: 90, To: min(130, s.Len())}).Text(screen))
	}
	golden(t, "changed", b.String())
}
