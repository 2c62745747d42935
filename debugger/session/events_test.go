package session_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/event"
	"machsim/debugger/event/history"
	"machsim/debugger/event/trace"
	"machsim/debugger/internal/testsession"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

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
