package samples

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/lines/source"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs/hooked"
	"machsim/test/effort"
	"machsim/test/testrun"
)

// TestChangesInWindow: in a window the changes of a variable are those of the whole run that come in it, after a row
// that says what it is where the window begins, and that what it was before is not known.
func TestChangesInWindow(t *testing.T) {
	known, rows := 0, 0
	for program, names := range map[string][]string{
		"stock":  {"keeper.s", "customer.has", "basket.order.has", "basket.order.want", "left"},
		"hops":   {"last", "done"},
		"commit": {"coordinate.all"},
		"lease":  {"token", "until"},
	} {
		seen := inWindows(t, program, func(whole, part *session.Session, first int, seen *compared) {
			for _, name := range names {
				seen.windowed(t, changesOf(t, whole, name), changesOf(t, part, name), first)
			}
		})
		known, rows = known+seen.known, rows+seen.rows
	}
	if known == 0 || rows == 0 {
		t.Errorf("%d were there, and %d changes", known, rows)
	}
}

// TestWatchedInWindow: the same holds of what is watched in the innermost frame of a thread where the window begins,
// and in those that have called it.
func TestWatchedInWindow(t *testing.T) {
	var known [3]int // by frame, the innermost first
	inWindows(t, "stock", func(whole, part *session.Session, first int, seen *compared) {
		if err := part.MoveTo(part.Start()); err != nil {
			t.Fatal(err)
		}
		for id := range part.State().Threads.All {
			for n := range known {
				before := seen.known
				for _, name := range []string{"s", "has", "*has", "want", "got"} {
					if w, err := part.Watch(kernel.ThreadID(id), n, name); err == nil {
						seen.begun(t, found(t, whole.Watched(&w)), found(t, part.Watched(&w)), first)
					}
				}
				known[n] += seen.known - before
			}
		}
	})
	if slices.Contains(known[:], 0) {
		t.Errorf("so many were there, by frame: %d", known)
	}
}

// TestLocalsInWindow: the local events in a window, which tables and traces have, are those of the whole run that come
// in it. What is there where it begins is none.
func TestLocalsInWindow(t *testing.T) {
	seen := inWindows(t, "stock", func(whole, part *session.Session, first int, seen *compared) {
		all := eventsOf(t, whole, "customer.has")
		for _, l := range eventsOf(t, part, "customer.has") {
			seen.rows++
			if !slices.ContainsFunc(all, func(o source.Local) bool { return alike(l, o) && l.Event == o.Event }) {
				t.Errorf("from event %d on: %+v is not of the whole run", first+1, l)
			}
		}
	})
	if seen.rows == 0 {
		t.Error("there were none")
	}
}

// eventsOf are the local events of a variable, without those that read it.
func eventsOf(t *testing.T, s *session.Session, name string) (all []source.Local) {
	t.Helper()
	l, err := s.Local(name)
	if err == nil {
		err = l.Each(false, func(some []source.Local) bool {
			all = append(all, some...)
			return true
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSetBeforeWindow: the debugger has set a variable before a window, and neither where that begins nor when it is
// that again.
func TestSetBeforeWindow(t *testing.T) {
	p, rec := recorded("stock")
	for _, value := range []string{"1000", "5"} { // it is 5 there: that is no change
		s := opened(t, p, rec, 0)
		n := s.Len() / 2
		fork := withLeft(t, s, n, value)
		all, there, again := changesOf(t, fork, "keeper.s.Left[0]"), 0, 0
		isSet := func(c source.Local) bool { return c.Edited }
		for first := n; first < min(n+60, fork.Len()); first++ {
			for k, c := range changesOf(t, opened(t, p, fork.Rec, first), "keeper.s.Left[0]") {
				if c.Edited != slices.ContainsFunc(all, func(o source.Local) bool { return isSet(o) && alike(c, o) }) {
					t.Errorf("from event %d on, that the debugger has set it is %t: %+v", first+1, c.Edited, c)
				}
				if c.New == value && k == 0 {
					there++
				} else if c.New == value && k == 1 && !c.Edited {
					again++
				}
			}
		}
		if there == 0 || again == 0 && value == "5" || slices.ContainsFunc(all, isSet) != (value == "1000") {
			t.Errorf("%d windows begin with %s, and in %d the first change leads to it", there, value, again)
		}
	}
}

// withLeft is a fork after so many events, in which there are other pieces of an article.
func withLeft(t *testing.T, s *session.Session, n int, value string) *session.Session {
	t.Helper()
	if err := s.MoveTo(s.After(n)); err != nil {
		t.Fatal(err)
	}
	keeper, err := s.FindThread("keeper")
	if err != nil {
		t.Fatal(err)
	}
	set := kernel.Edit{Kind: kernel.EditSet, Object: keeper.ID, Name: "left[0]", Value: value}
	fork, _, err := s.Branch(session.Branch{Seed: 1, Edits: []kernel.Edit{set}}, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(fork.Close)
	return fork
}

// compared counts what was compared.
type compared struct{ known, rows int }

// recorded is a program, and a run of it.
func recorded(name string) (*kernel.Program, *record.Recording) {
	i, cfg := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == name }), kernel.Config{Seed: 3}
	if name == "stock" {
		cfg.Args = map[string]string{"orders": "12"}
	}
	return hooked.All[i], testrun.Record(hooked.All[i], cfg)
}

// inWindows has a run, and windows of it.
func inWindows(t *testing.T, program string,
	look func(whole, part *session.Session, first int, seen *compared)) (seen compared) {
	t.Helper()
	p, rec := recorded(program)
	whole, rng := opened(t, p, rec, 0), rand.New(rand.NewPCG(3, 48))
	for range effort.Of(30) {
		first := 1 + rng.IntN(whole.Len()-1)
		look(whole, opened(t, p, rec, first), first, &seen)
	}
	return seen
}

// begun compares the changes of what is there where the window begins.
func (x *compared) begun(t *testing.T, all, some []source.Local, first int) {
	t.Helper()
	switch {
	case len(some) == 0 || some[0].Old != source.Unknown:
		t.Errorf("from event %d on, nothing says what is there: %+v", first+1, some)
	case !strings.HasPrefix(some[0].New, "&"): // what a pointer leads to is shown with it, and is no part of it
		x.windowed(t, all, some, first)
	}
}

// windowed compares the changes in a window with those in the whole run.
func (x *compared) windowed(t *testing.T, all, some []source.Local, first int) {
	t.Helper()
	for _, c := range some {
		if c.Old == source.Unknown {
			x.known++
			same(t, c, lastBefore(all, c, first), first)
			continue
		}
		x.rows++
		if !slices.ContainsFunc(all, func(o source.Local) bool { return alike(c, o) && c.Event == o.Event }) {
			t.Errorf("from event %d on: %+v is not of the whole run", first+1, c)
		}
	}
	for _, c := range all {
		if c.Event >= first && !slices.ContainsFunc(some, func(o source.Local) bool { return alike(c, o) }) {
			t.Errorf("from event %d on: %+v is missing", first+1, c)
		}
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
	return found(t, l)
}

func found(t *testing.T, l *session.Local) []source.Local {
	t.Helper()
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

// lastBefore is the last value that an activation's variable got before the window. One of a function around it may
// have got it before the activation: then its first change tells.
func lastBefore(all []source.Local, c source.Local, first int) (value string) {
	for _, o := range all {
		switch {
		case o.Owner != c.Owner || o.Serial != c.Serial:
		case o.Event < first:
			value = o.New
		case value == "":
			value = o.Old
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

// TestNamesInWindow: at the positions of a window the names that are checked in are those of the whole run there, but
// of those of before nobody knows who checked them in, and dead ones may be forgotten.
func TestNamesInWindow(t *testing.T) {
	before, since := 0, 0
	for _, program := range []string{"stock", "hops", "naming", "bank"} {
		inWindows(t, program, func(whole, part *session.Session, first int, seen *compared) {
			for n := first; n <= part.Len(); n += max(1, (part.Len()-first)/7) {
				names := func(s *session.Session) (all []string) {
					if err := s.MoveTo(s.After(n)); err != nil {
						t.Fatal(err)
					}
					known, err := s.Netnames()
					if err != nil {
						t.Fatal(err)
					}
					for _, c := range known {
						switch {
						case c.Dead:
							continue
						case c.Event > uint64(first):
							since++
						case s == part && (c.Thread != "" || c.Event != 0):
							t.Errorf("%s from event %d on: %+v was before", program, first+1, c)
						case s == part:
							before++
						}
						all = append(all, strings.Join([]string{c.Host, c.Name, c.Port}, " "))
					}
					return all
				}
				if want, got := names(whole), names(part); !slices.Equal(want, got) {
					t.Errorf("%s from event %d on, after %d: %q, not %q", program, first+1, n, got, want)
				}
			}
		})
	}
	if before == 0 || since == 0 {
		t.Errorf("%d names were from before, %d since then", before, since)
	}
}
