package session_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/debugger/event/text"
	"machsim/debugger/event/view"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// TestLive halts runs at random events, looks at them in both directions, and lets them go on: they are the runs that
// were never halted, and what is seen is what a recording of so many events shows.
func TestLive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range effort.Some(programs.All, 8) {
		for seed := range effort.Of(uint64(1)) {
			for _, strategy := range []string{"", "pct3", "pos"} {
				halting(t, p, seed, rng, func(o *runner.NewOptions) { o.Strategy = strategy })
			}
			halting(t, p, seed, rng, func(o *runner.NewOptions) {
				for kind := range o.Faults {
					if kernel.FaultKind(kind).Budgeted() {
						o.Faults[kind].Most = 1
					}
				}
				o.KeepGoing = true
			})
		}
	}
}

// TestLiveRandom does so with random programs.
func TestLiveRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for seed := range effort.Of(uint64(8)) {
		halting(t, randprog.Program(seed, randprog.Large), seed, rng, func(o *runner.NewOptions) { o.KeepGoing = true })
	}
}

// TestLiveHooked does so with a program that has hooks, and whose threads change places at variables.
func TestLiveHooked(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for seed := range effort.Of(uint64(3)) {
		for _, preempt := range []bool{false, true} {
			halting(t, hooked.Program, seed, rng, func(o *runner.NewOptions) { o.Preempt = preempt })
		}
	}
}

func halting(t *testing.T, p *kernel.Program, seed uint64, rng *rand.Rand, with func(*runner.NewOptions)) {
	o := runner.New(p, seed)
	o.MaxSteps = 3000
	with(o)
	whole, file := runner.InMemory(o)
	defer whole.Close()
	want, err := record.Read(file)
	must(t, err)
	o = runner.New(p, seed)
	with(o)
	s, err := session.BeginLive(o, session.Options{})
	must(t, err)
	defer s.Close()
	opened, err := session.Open(p, want, session.Options{})
	must(t, err)
	defer opened.Close()
	for s.GoesOn() && s.Len() < 3000 {
		was := s.Len()
		must(t, s.GoOn(min(was+1+rng.IntN(400), 3000), nil))
		if s.Len() > was+1 && rng.IntN(3) == 0 {
			must(t, s.Until(was+rng.IntN(s.Len()-was)))
		}
		if rng.IntN(2) == 0 {
			asOpened(t, s, opened, rng)
		}
	}
	must(t, s.MoveTo(s.End()))
	if s.Final().Hash != want.Hash || uint64(s.Len()) != want.Events {
		t.Fatalf("%s, seed %d, %+v: hash %x of %d events, not %x of %d", p.Name, seed, o.Choices, s.Final().Hash, s.Len(),
			want.Hash, want.Events)
	}
	if got, want := s.Report().Verdict, want.Verdict(); !s.GoesOn() && fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s, seed %d, %+v: %s, not %s", p.Name, seed, o.Choices, got, want)
	}
}

// asOpened compares what is seen at random positions with what the recording of the whole run shows there. Names may
// be others once there is more of their sort.
func asOpened(t *testing.T, s, file *session.Session, rng *rand.Rand) {
	t.Helper()
	cuts := []graph.Cut{s.End().Cut}
	for range min(4, s.Len()) {
		cuts = append(cuts, testrun.Cut(session.GraphOf(s), rng))
	}
	for _, cut := range cuts {
		at := graph.At(cut)
		must(t, s.MoveTo(at))
		there, err := file.Parse(s.Format(at))
		must(t, err)
		must(t, file.MoveTo(there))
		if d := view.Diff(view.Of(file.State().AsGiven()), view.Of(s.State().AsGiven())); len(d) > 0 {
			t.Fatalf("%s: at %s of %d: %+v", s.Program.Name, s.Format(at), s.Len(), d[0])
		}
		if got, want := shows(t, s), shows(t, file); got != want {
			t.Fatalf("%s: at %s of %d: shown %s, not %s", s.Program.Name, s.Format(at), s.Len(), got, want)
		}
		for id := range s.State().Threads.All {
			got, err := s.Stack(kernel.ThreadID(id))
			must(t, err)
			want, err := file.Stack(kernel.ThreadID(id))
			must(t, err)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s: at %s of %d: the stack of thread %d is %v, not %v", s.Program.Name, s.Format(at), s.Len(), id,
					got, want)
			}
		}
	}
}

// shows is what the programs show.
func shows(t *testing.T, s *session.Session) string {
	t.Helper()
	all, err := s.Variables()
	must(t, err)
	shown := ""
	for _, v := range all {
		shown += fmt.Sprintln(v.Name, text.Value(v.Value))
	}
	return shown
}
