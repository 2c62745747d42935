package session_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// TestAlongFits makes changes anywhere in runs of all programs, and goes on as recorded. A
// naive second computation says how far that fits: recorded event after recorded event
// comes, by the same thread or the packet of the same name, until that cannot take a step, or
// the event turns out to be something else or to ask for something else.
func TestAlongFits(t *testing.T) {
	forks, events := 0, 0
	for _, p := range effort.Some(programs.All, 8) {
		for seed := range effort.Of(uint64(2)) {
			rng := rand.New(rand.NewPCG(seed, 31))
			s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 1000, Weak: seed%3 == 2})
			was := askedOf(t, s)
			for range 4 {
				n := rng.IntN(s.Len() + 1)
				must(t, s.MoveTo(s.After(n)))
				all := possible(t, s)
				if len(all) == 0 {
					continue
				}
				edits := []kernel.Edit{all[rng.IntN(len(all))]}
				fork, _, err := s.Branch(session.Branch{Seed: 99, Edits: edits, Along: true}, session.Options{})
				must(t, err)
				forks++
				events += fits(t, likeness{s, fork, was, askedOf(t, fork)}, n)
				fork.Close()
			}
			s.Close()
		}
	}
	t.Logf("%d forks, which have %d recorded events after the change", forks, events)
}

// likeness compares the events of a run with those of a fork that has an edit in front of
// them.
type likeness struct {
	s, fork     *session.Session
	was, became *record.Answers
}

// askedOf is what was asked in a run.
func askedOf(t *testing.T, s *session.Session) *record.Answers {
	t.Helper()
	o := runner.Replay(s.Program, s.Rec)
	a := o.Replayed().Keep()
	run := runner.Do(o)
	run.Close()
	must(t, run.Err)
	return a
}

// fits counts the events after the n-th that the fork has like the recorded run.
func fits(t *testing.T, l likeness, n int) int {
	t.Helper()
	e := n
	for e < l.s.Len() && e+1 < l.fork.Len() && l.same(e) {
		e++
	}
	if e == l.s.Len() || e+1 < l.fork.Len() && l.sameActor(e) {
		return e - n // all, or the event is another one
	}
	must(t, l.fork.MoveTo(l.fork.After(e+1)))
	if e+1 < l.fork.Len() && canGo(l.fork.State(), l.s, e) {
		t.Errorf("%s, seed %d: after %+v recorded event %d could be taken, and was not",
			l.s.Program.Name, l.s.Rec.Seed, l.fork.Rec.Edits, e+1)
	}
	return e - n
}

// sameActor says whether who takes a recorded event takes that after it in the fork.
func (l *likeness) sameActor(e int) bool {
	a, b := &session.TapeOf(l.s).Lanes[session.TapeOf(l.s).Lane(e)],
		&session.TapeOf(l.fork).Lanes[session.TapeOf(l.fork).Lane(e+1)]
	return a.Thread == b.Thread && a.Packet == b.Packet && !b.Edits
}

// same says whether a recorded event is that after it in the fork.
func (l *likeness) same(e int) bool {
	return l.sameActor(e) && session.TapeOf(l.s).Done(e) == session.TapeOf(l.fork).Done(e+1) &&
		op(l.s, e) == op(l.fork, e+1) &&
		slices.EqualFunc(l.was.Choices(uint64(e)+1), l.became.Choices(uint64(e)+2),
			func(a, b record.Choice) bool { return a.Kind == b.Kind && a.N == b.N })
}

// op is the call of an event, "" for a packet.
func op(s *session.Session, e int) string {
	lane := session.TapeOf(s).Lane(e)
	if session.TapeOf(s).Lanes[lane].Thread == 0 {
		return ""
	}
	c, _, _ := session.TapeOf(s).Call(lane, session.TapeOf(s).Lanes[lane].CallOf(session.TapeOf(s).Nth(e)))
	return fmt.Sprint(c.Op)
}

// canGo says whether a state lets the actor of a recorded event take a step.
func canGo(st *kernel.State, s *session.Session, e int) bool {
	l := &session.TapeOf(s).Lanes[session.TapeOf(s).Lane(e)]
	if l.Thread != 0 {
		return st.Ready.Has(uint32(l.Thread))
	}
	return slices.ContainsFunc(st.PacketsOf(l.Packet), func(id kernel.PacketID) bool { return st.Arrive.Has(uint32(id)) })
}
