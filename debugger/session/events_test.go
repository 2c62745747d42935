package session_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/event"
	"machsim/debugger/event/history"
	"machsim/debugger/event/trace"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// TestEventsFromNearest asks for events near the position, to which a motion has come in several ways: played from
// there they are as they are played from the last mark that is always there.
func TestEventsFromNearest(t *testing.T) {
	for i, p := range effort.Some(programs.All, 6) {
		s := testsession.Open(t, p, kernel.Config{Seed: 5, MaxSteps: 1500})
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		for range 60 {
			to := s.After(rng.IntN(s.Len() + 1))
			switch rng.IntN(4) {
			case 0:
				to = s.Backwards(1 + rng.IntN(3))
			case 1:
				to = s.Forwards(1 + rng.IntN(3))
			case 2:
				to = s.Greatest(rng.IntN(s.Len()))
			}
			must(t, s.MoveTo(to))
			n, _ := s.Prefix(to)
			for _, from := range []int{n - 1, n, s.LastOf(to), rng.IntN(s.Len())} {
				got, want := from3(t, s.Events, from), from3(t, func(from, to int, show func(*kernel.Event)) error {
					return s.EventsUntil(nil, from, to, show)
				}, from)
				if !slices.Equal(got, want) {
					t.Fatalf("%s, after %d events: from %d on there are\n%v\nand not\n%v", p.Name, n, from, got, want)
				}
			}
		}
	}
}

// from3 is what is said of three events from one on.
func from3(t *testing.T, events func(from, to int, show func(*kernel.Event)) error, from int) (all []string) {
	t.Helper()
	must(t, events(from, from+3, func(e *kernel.Event) { all = append(all, fmt.Sprintf("%+v", trace.Of(event.Of(e)))) }))
	return all
}

// TestRows compares the events in words, and the histories, with those of the run itself.
func TestRows(t *testing.T) {
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(1)) {
			s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 2000})
			var want []trace.Row
			live := history.New()
			o := runner.Replay(p, s.Rec)
			o.Lines = true
			names := kernel.Tracer{Event: func(e *kernel.Event) { e.State.NamedAs(s.Final()) }}
			o.Tracer = names.And(live.Tracer()).And(kernel.Tracer{Event: func(e *kernel.Event) {
				want = append(want, trace.Of(event.Of(e)))
			}})
			runner.Do(o).Close()
			got, err := s.Rows(0, s.Len())
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("%s, seed %d: (-run +session)\n%s", p.Name, seed, d)
			}
			for k := range history.Kinds {
				h, err := s.History(history.Kind(k))
				if err != nil {
					t.Fatal(err)
				}
				if want := live.History(history.Kind(k)); len(h) != len(want) || len(h) > 0 && !cmp.Equal(h, want) {
					t.Fatalf("%s, seed %d: %s: %s", p.Name, seed, history.Kind(k), cmp.Diff(want, h))
				}
			}
		}
	}
}
