package samples

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/lines/source"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs/hooked"
	"machsim/test/effort"
)

// TestChangesInWindow: in a window the changes of a variable are those of the whole run that come in it, after a row
// that says what it is where the window begins, and that what it was before is not known.
func TestChangesInWindow(t *testing.T) {
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == "stock" })
	p, known, rows := hooked.All[i], 0, 0
	rec := testrun.Record(p, kernel.Config{Seed: 3, Args: map[string]string{"orders": "12"}})
	whole, rng := opened(t, p, rec, 0), rand.New(rand.NewPCG(3, 48))
	for range effort.Of(9) {
		first := 1 + rng.IntN(whole.Len()-1)
		part := opened(t, p, rec, first)
		for _, name := range []string{"keeper.s", "customer.has", "basket.order.has", "basket.order.want", "left"} {
			all, some := changesOf(t, whole, name), changesOf(t, part, name)
			for _, c := range some {
				if c.Old == source.Unknown {
					known++
					same(t, c, lastBefore(all, c, first), first)
					continue
				}
				rows++
				if !slices.ContainsFunc(all, func(o source.Local) bool { return alike(c, o) && c.Event == o.Event }) {
					t.Errorf("from event %d on, %s: %+v is not of the whole run", first+1, name, c)
				}
			}
			for _, c := range all {
				if c.Event >= first && !slices.ContainsFunc(some, func(o source.Local) bool { return alike(c, o) }) {
					t.Errorf("from event %d on, %s: %+v is missing", first+1, name, c)
				}
			}
		}
	}
	if known == 0 || rows == 0 {
		t.Errorf("%d were there, and %d changes", known, rows)
	}
}

func opened(t *testing.T, p *kernel.Program, rec *record.Recording, first int) *session.Session {
	t.Helper()
	s, err := session.Open(p, rec, session.Options{Window: session.Window{From: uint64(first) + 1}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func changesOf(t *testing.T, s *session.Session, name string) []source.Local {
	t.Helper()
	l, err := s.Local(name)
	if err != nil {
		return nil // nothing has it in the window
	}
	all, err := l.Changes()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// alike compares two changes but for where they are in the run.
func alike(a, b source.Local) bool {
	return a.Thread == b.Thread && a.N == b.N && a.Old == b.Old && a.New == b.New && a.By == b.By && a.Born == b.Born
}

// lastBefore is the last value that an activation's variable got before the window.
func lastBefore(all []source.Local, c source.Local, first int) (value string) {
	for _, o := range all {
		if o.Owner == c.Owner && o.Serial == c.Serial && o.Event < first {
			value = o.New
		}
	}
	return value
}

func same(t *testing.T, c source.Local, want string, first int) {
	t.Helper()
	if c.New != want || c.After.Event != first-1 {
		t.Errorf("where the window begins, after event %d, it is %s, not %s: %+v", first, c.New, want, c)
	}
}
