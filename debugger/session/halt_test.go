package session_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/event/history"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestHalted opens recordings of runs of every program that were halted by messages, and
// goes to random cuts in them.
func TestHalted(t *testing.T) {
	made, all := 0, 0
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(3)) {
			s, ok := testsession.Halted(t, p, seed, 10, 30, 60)
			all++
			if ok {
				made++
			}
			rng := rand.New(rand.NewPCG(seed, 21))
			for range 6 {
				must(t, s.MoveTo(graph.At(testrun.Cut(session.GraphOf(s), rng))))
				compareFromStart(t, s, s.Position().Cut)
				compareThreads(t, s)
			}
			s.Close()
		}
	}
	t.Logf("%d of %d runs were halted", made, all)
	if made < all*3/4 {
		t.Errorf("only %d of %d runs were halted", made, all)
	}
}

// TestHaltedConsistent takes the halting away from halted runs (Miller and Choi, theorem
// 2): the program's own events, in their order, are a run of the program without a
// debugger, and lead to the same state, but for what the markers left behind.
func TestHaltedConsistent(t *testing.T) {
	same := 0
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(3)) {
			s, ok := testsession.Halted(t, p, seed, 20, 40)
			if !ok {
				s.Close()
				continue
			}
			plain := withoutHalting(t, s)
			for id := range s.State().Threads.All {
				a, b := s.State().Threads.At(id), plain.Threads.At(id)
				if a.Status != b.Status || a.Call.Op != b.Call.Op || a.Phase != b.Phase || a.Wait.Kind != b.Wait.Kind {
					t.Errorf("%s, seed %d: %s stands elsewhere without the halting: %+v, %+v",
						p.Name, seed, s.State().ThreadName(kernel.ThreadID(id)), a, b)
				}
			}
			if got, want := letters(s.State()), letters(plain); !cmp.Equal(got, want) {
				t.Errorf("%s, seed %d: other messages are left without the halting: %s", p.Name, seed, cmp.Diff(want, got))
			}
			same++
			s.Close()
		}
	}
	t.Logf("%d runs", same)
}

// letters counts the messages of programs that are somewhere, by sender and id.
func letters(s *kernel.State) map[[2]int64]int {
	counts := map[[2]int64]int{}
	for id := range s.IPC.Msgs.All {
		if m := s.IPC.Msgs.At(id); m.Sender != 0 || m.ID != kernel.MarkerID {
			counts[[2]int64{int64(m.Sender), int64(m.ID)}]++
		}
	}
	return counts
}

// withoutHalting makes a run of the program of a halted one's own events, and returns its
// state after the last.
func withoutHalting(t *testing.T, s *session.Session) *kernel.State {
	t.Helper()
	ro := runner.Replay(s.Program, s.Rec)
	a := ro.Replayed().Keep()
	a.Packet = func(event uint64) kernel.PacketKey {
		_, packet := s.ActorOf(int(event - 1))
		return packet
	}
	run := runner.Do(ro)
	run.Close()
	var own []record.Turn
	must(t, s.Events(0, s.Len(), func(e *kernel.Event) {
		if e.Met == 0 && (e.Packet == nil ||
			e.Packet.Kind < kernel.PacketPredicate && (e.Msg == nil || !kernel.IsMarker(e.Msg))) {
			own = append(own, record.Turn{Event: e.Step})
		}
	}))
	f := record.Leave(s.Rec, a, own, nil, uint64(len(own)), true)
	plain := *s.Rec
	plain.Halt = nil
	o := runner.Follow(s.Program, &plain, f, "", 1)
	o.MaxSteps = uint64(len(own))
	run = runner.Do(o)
	run.Close()
	if m := f.TurnDivergence(); m != nil {
		t.Fatalf("%s, seed %d: event %d comes out otherwise without the halting: %s",
			s.Program.Name, s.Rec.Seed, own[m.Turn].Event, m.Why)
	}
	return run.State
}

// TestHaltedHistories sees that an event in which a predicate is met has no row in any history.
func TestHaltedHistories(t *testing.T) {
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(2)) {
			s, _ := testsession.Halted(t, p, seed, 3, 5, 30)
			met := map[uint64]bool{}
			must(t, s.Events(0, s.Len(), func(e *kernel.Event) { met[e.Step] = e.Met > 0 }))
			for kind := range history.NumKinds {
				rows, err := s.History(kind)
				must(t, err)
				for _, r := range rows {
					if met[r.Event] && r.Thread != "kernel" {
						t.Errorf("%s, seed %d: event %d, which makes no call, has the row %+v", p.Name, seed, r.Event, r)
					}
				}
			}
			s.Close()
		}
	}
}
