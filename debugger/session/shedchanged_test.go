package session_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// changed is a live run twice: one is bounded, and the other has everything. The same is done to both.
type changed struct {
	*testing.T
	rng        *rand.Rand
	seed       uint64
	kept, all  *session.Session
	path       string // of the recording that is bounded
	edits      int    // events of changes
	most       int    // so much is done
	ever, over int    // what was done in all, and how many of the changes are before what is opened
}

// TestShedChanged makes live runs whose recordings are bounded, and changes them at random events, or chooses in them:
// they are as those of which everything is kept. Killed at any moment they are opened with all that was seen.
func TestShedChanged(t *testing.T) {
	defer session.LookOften(16)()
	rng := rand.New(rand.NewPCG(21, 8))
	over, dropped := 0, 0
	note := func(x *changed) { over, dropped = over+x.over, dropped+x.kept.First() }
	for seed := range effort.Of(uint64(12)) {
		note(changing(t, randprog.Program(seed, randprog.Large), seed, rng, 900, 40+rng.Uint64N(100)))
	}
	for _, p := range effort.Some(programs.All, 8) {
		note(changing(t, p, 3, rng, 900, 80))
	}
	note(changing(t, serving(false), 3, rng, 6000, 700))
	note(changing(t, programs.Find("stock"), 3, rng, 6000, 700))
	for _, p := range []*kernel.Program{programs.Find("stock"), hiring(true), hiring(false)} {
		x := &changed{T: t, rng: rng, seed: 3, most: 1} // then servers begin anew, and others stand still
		x.goOn(p, 3000, 300)
		note(x)
	}
	if t.Logf("%d changes were before what was opened, %d events dropped", over, dropped); over == 0 || dropped == 0 {
		t.Error("there are too few")
	}
}

func changing(t *testing.T, p *kernel.Program, seed uint64, rng *rand.Rand, events int, keep uint64) *changed {
	x := &changed{T: t, rng: rng, seed: seed, most: events}
	x.goOn(p, events, keep)
	return x
}

func (x *changed) goOn(p *kernel.Program, events int, keep uint64) {
	t, rng := x.T, x.rng
	x.path = filepath.Join(t.TempDir(), "x.rec")
	x.kept, x.all = x.begin(p, record.Keep{Events: keep}), x.begin(p, record.Keep{})
	for x.kept.GoesOn() && x.kept.Len() < events {
		n := min(x.kept.Len()+1+rng.IntN(int(keep)), events)
		must(t, x.kept.GoOn(n, nil))
		must(t, x.all.GoOn(n, nil))
		if least := x.kept.First() + 1; x.kept.Len() > least && rng.IntN(3) == 0 {
			n := least + rng.IntN(x.kept.Len()-least)
			for _, s := range []*session.Session{x.kept, x.all} {
				must(t, s.MoveTo(s.Start()))
				must(t, s.Until(n))
			}
		}
		if x.kept.GoesOn() && rng.IntN(3) > 0 && x.ever < x.most && (x.most > 1 || x.kept.First() > 0) {
			x.act()
		}
		x.same()
	}
}

func (x *changed) begin(p *kernel.Program, k record.Keep) *session.Session {
	o := runner.New(p, x.seed)
	o.KeepGoing, o.Lines, o.Args = true, true, map[string]string{}
	if p.Name == "stock" {
		o.Args["orders"] = "0"
	}
	if !k.All() {
		f, err := os.Create(x.path)
		must(x.T, err)
		parts, err := record.NewParts(f, k)
		must(x.T, err)
		o.Record = record.Start(parts, o.Setup().Header())
	}
	s, err := session.BeginLive(o, session.Options{})
	must(x.T, err)
	x.Cleanup(s.Close)
	return s
}

// act does the same to both.
func (x *changed) act() {
	must(x.T, x.kept.MoveTo(x.kept.End()))
	must(x.T, x.all.MoveTo(x.all.End()))
	b := session.Branch{Seed: x.all.Run.Seed}
	all := possible(x.T, x.all)
	if x.rng.IntN(2) == 0 { // a server remembers that, and its picture, too
		all = slices.DeleteFunc(all, func(e kernel.Edit) bool { return e.Kind != kernel.EditSet })
	}
	switch {
	case x.rng.IntN(4) > 0 && len(all) > 0:
		b.Edits = []kernel.Edit{all[x.rng.IntN(len(all))]}
	case x.rng.IntN(2) == 0:
		b.Seed = x.rng.Uint64N(100)
	case x.all.State().Ready.Len() > 0:
		b.First = x.all.State().Options()[0]
	}
	want, got := x.all.Act(b), x.kept.Act(b)
	if fmt.Sprint(want) != fmt.Sprint(got) {
		x.Fatalf("%s, seed %d, after event %d: %+v: %v, not %v", x.all.Program.Name, x.seed, x.all.Len(), b, got, want)
	}
	if x.ever++; len(b.Edits) > 0 && want == nil {
		x.edits++
	}
}

// same compares both, and what is opened of the one as if it were killed now.
func (x *changed) same() {
	if a, b := x.all.Final(), x.kept.Final(); a.Hash != b.Hash || a.Steps != b.Steps {
		x.Fatalf("%s, seed %d: hash %x after %d events, not %x after %d", x.all.Program.Name, x.seed, b.Hash, b.Steps,
			a.Hash, a.Steps)
	}
	if why := x.kept.Grows(); why != "" {
		x.Fatalf("%s, seed %d, after event %d: %s", x.all.Program.Name, x.seed, x.kept.Len(), why)
	}
	if x.rng.IntN(4) > 0 {
		return
	}
	n := x.kept.Len()
	whole := x.opened(x.all.Rec, n)
	x.compare(x.kept, whole)
	rec, err := record.Open(x.path)
	must(x.T, err)
	if rec.Events < uint64(x.kept.Len()) {
		x.Fatalf("seed %d: the files have %d events of %d", x.seed, rec.Events, x.kept.Len())
	}
	if rec.Dropped >= uint64(n) {
		return
	}
	s := x.opened(rec, n)
	x.compare(s, whole)
	for _, c := range s.Rec.Edits {
		if c.After < rec.Dropped {
			x.over++
		}
	}
	if rec.Changed && rec.Remade() == nil {
		x.Error("it can be made again from its seed, though it was changed")
	}
}

// opened opens the first events of a recording.
func (x *changed) opened(rec *record.Recording, events int) *session.Session {
	rec = rec.Until(uint64(events))
	rec.Truncated, rec.Outcome = false, record.Interrupted // all threads stand at their calls
	s, err := session.Open(x.all.Program, rec, session.Options{})
	must(x.T, err)
	x.Cleanup(s.Close)
	return s
}

// compare compares all that is said at random positions, and the causal order.
func (x *changed) compare(s, whole *session.Session) {
	if s.Len() > s.First() {
		y := &windowed{live: s.GoesOn(), whole: whole, part: s, first: s.First(), base: whole.After(s.First()).Cut}
		y.compare(x.T, x.seed, x.rng)
	}
}

// TestForksOfShed makes forks of live runs of which the first events are dropped: they go on as those of the whole run.
func TestForksOfShed(t *testing.T) {
	defer session.LookOften(16)()
	rng := rand.New(rand.NewPCG(22, 8))
	made, shed := map[string]int{}, 0
	for seed := range effort.Of(uint64(4)) {
		s, whole := keptLive(t, programs.Find("tokenring-fixed"), seed, 3000, record.Keep{Events: 30}, session.Options{})
		for s.GoesOn() && shed < int(seed)+1 {
			must(t, s.GoOn(s.Len()+1+rng.IntN(30), nil))
			if s.First() == 0 || rng.IntN(3) > 0 {
				continue
			}
			rec := whole.Rec.Until(uint64(s.Len()))
			rec.Truncated, rec.Outcome = false, record.Interrupted
			upTo, err := session.Open(whole.Program, rec, session.Options{})
			must(t, err)
			x := &windowed{whole: upTo, part: s, first: s.First(), base: upTo.After(s.First()).Cut}
			x.forks(t, seed, rng, made)
			upTo.Close()
			shed++
		}
	}
	if t.Log(made); shed == 0 || made["resumed"] == 0 {
		t.Error("no fork was made where events were dropped")
	}
}
