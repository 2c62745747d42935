package session_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// TestShed makes runs live whose recordings are bounded, and halts them at random events: what is left of them is what
// the recording of the whole run shows there, and positions stay what they are, or are known to be gone.
func TestShed(t *testing.T) {
	defer session.LookOften(16)()
	rng := rand.New(rand.NewPCG(7, 8))
	dropped := 0
	for seed := range effort.Of(uint64(12)) {
		dropped += shedding(t, randprog.Program(seed, randprog.Large), seed, rng, 600)
	}
	if dropped == 0 {
		t.Error("of no random program anything was dropped")
	}
	for _, p := range effort.Some(programs.All, 8) {
		shedding(t, p, 3, rng, 600)
	}
	for _, p := range []*kernel.Program{programs.Find("stock"), hiring(true)} {
		if dropped = shedding(t, p, 3, rng, 3000); dropped < 2000 {
			t.Errorf("of %s %d events were dropped", p.Name, dropped)
		}
	}
}

// TestLastEvent has a live run come to the last event that a log has room for: it stands there, which is the only
// reason that is told. One that is shed goes on.
func TestLastEvent(t *testing.T) {
	defer session.LookOften(16)()
	defer session.EndAt(2500)()
	s, _ := keptLive(t, programs.Find("stock"), 3, 3000, record.Keep{Events: 80}, session.Options{})
	for _, to := range []int{2000, 2499, 4000, 6000} {
		if must(t, s.GoOn(to, nil)); s.Len() != to || s.Stands() != "" || s.Grows() != "" {
			t.Errorf("up to %d: %d events; %q, %q", to, s.Len(), s.Stands(), s.Grows())
		}
	}
	o := runner.New(programs.Find("stock"), 3)
	o.Args = map[string]string{"orders": "0"}
	s, err := session.BeginLive(o, session.Options{})
	must(t, err)
	t.Cleanup(s.Close)
	for _, x := range []struct {
		to, len int
		stands  string
	}{{2000, 2000, ""}, {2499, 2499, ""}, {3000, 2500, "it stands: event 2500 is the last to which one can go"},
		{9000, 2500, "it stands: event 2500 is the last to which one can go"}} {
		must(t, s.GoOn(x.to, nil))
		if s.Len() != x.len || s.Stands() != x.stands || !s.GoesOn() {
			t.Errorf("up to %d: %d events; %q, goes on: %t", x.to, s.Len(), s.Stands(), s.GoesOn())
		}
	}
}

// TestShedLater has a replay from a picture given up, as on a busy machine: that is told, and nothing is dropped until
// it is tried again. Of a program that makes another run from a picture it is told that it does.
func TestShedLater(t *testing.T) {
	defer session.LookOften(16)()
	made, over := atomic.Int64{}, atomic.Bool{}
	p := looping(false, func(th *kernel.Thread, of any, step func(*kernel.Thread)) {
		th.Serve(of, func(th *kernel.Thread) {
			if s, ok := of.(*served); ok && s.Count == 180 && made.Add(1) == 2 { // it is made again
				for !over.Load() {
				}
			}
			step(th)
		})
	})
	defer over.Store(true)
	made.Store(-1000)
	o := session.Options{LoopLimit: 50 * time.Millisecond}
	s, _ := keptLive(t, p, 3, 20_000, record.Keep{Events: 500}, o)
	made.Store(0)
	const why = "the run cannot be made from a picture for now: identical up to event "
	told, first := 0, 0
	for s.Len() < 20_000 && (told == 0 || s.Grows() != "") {
		if must(t, s.GoOn(s.Len()+100, nil)); s.Grows() == "" {
			first = s.First()
			continue
		}
		over.Store(true)
		if told++; !strings.HasPrefix(s.Grows(), why) || s.First() != first {
			t.Fatalf("after event %d, from %d on: %q", s.Len(), s.First(), s.Grows())
		}
	}
	if told < 5 || s.Grows() != "" {
		t.Errorf("after event %d, from %d on: it was told %d times, and now %q", s.Len(), s.First(), told, s.Grows())
	}
	s, _ = keptLive(t, serving(true), 3, 10_000, record.Keep{Events: 500}, o)
	must(t, s.GoOn(10_000, nil))
	if want := "its program makes another run from a picture: a server remembers more than it says"; s.Grows() != want {
		t.Errorf("from %d on: %q", s.First(), s.Grows())
	}
}

// shedding makes one such run, and returns how many events were dropped.
func shedding(t *testing.T, p *kernel.Program, seed uint64, rng *rand.Rand, events int) int {
	t.Helper()
	s, whole := keptLive(t, p, seed, events, record.Keep{Events: 80}, session.Options{})
	var seen []func() // look at the positions from before
	for s.GoesOn() && s.Len() < events {
		at := graph.At(s.End().Cut)
		must(t, s.MoveTo(at))
		text, was, now := s.Format(at), s.Len(), s.Follow()
		seen = append(seen, func() {
			if p, ok := now(at); ok && s.Format(s.Wide(p)) != text || ok != (was >= s.First()) {
				t.Fatalf("%s, seed %d: %s has become %s (%v); the first %d are gone", s.Program.Name, seed, text,
					s.Format(s.Wide(p)), ok, s.First())
			}
		})
		must(t, s.GoOn(min(was+1+rng.IntN(200), events), nil))
		for _, look := range seen {
			look()
		}
		if s.Len()-s.First() > 4*80+200 && s.Grows() == "" {
			t.Errorf("%s, seed %d: there are the events from %d on of %d", s.Program.Name, seed, s.First()+1, s.Len())
		}
		if rng.IntN(3) == 0 {
			asWhole(t, s, whole, seed, rng)
		}
	}
	asWhole(t, s, whole, seed, rng)
	must(t, s.MoveTo(s.End()))
	if s.Final().Hash != whole.Final().Hash {
		t.Fatalf("%s, seed %d: hash %x, not %x", p.Name, seed, s.Final().Hash, whole.Final().Hash)
	}
	return s.First()
}

// asWhole compares all that is said at random positions, and the causal order, with the recording of the whole run up
// to there.
func asWhole(t *testing.T, s, whole *session.Session, seed uint64, rng *rand.Rand) {
	t.Helper()
	if s.Len() == s.First() {
		return
	}
	rec := whole.Rec
	if s.Len() < whole.Len() {
		rec = rec.Until(uint64(s.Len()))
		rec.Truncated, rec.Outcome = false, record.Interrupted // all threads stand at their calls
	}
	upTo, err := session.Open(whole.Program, rec, session.Options{})
	must(t, err)
	defer upTo.Close()
	x := &windowed{live: s.GoesOn(), whole: upTo, part: s, first: s.First(), base: upTo.After(s.First()).Cut}
	x.compare(t, seed, rng)
}

// keptLive begins a live run whose recording is bounded, and opens that of the whole run.
func keptLive(t *testing.T, p *kernel.Program, seed uint64, events int, k record.Keep, so session.Options) (live,
	whole *session.Session) {
	t.Helper()
	o := runner.New(p, seed)
	o.MaxSteps, o.KeepGoing, o.Args = uint64(events), true, map[string]string{}
	if p.Name == "stock" {
		o.Args["orders"] = "0"
	}
	later := begins
	begins = 0
	run, data := runner.InMemory(o)
	begins = later
	run.Close()
	rec, err := record.Read(data)
	must(t, err)
	whole, err = session.Open(p, rec, session.Options{})
	must(t, err)
	t.Cleanup(whole.Close)
	f, err := os.Create(filepath.Join(t.TempDir(), "x.rec"))
	must(t, err)
	parts, err := record.NewParts(f, k)
	must(t, err)
	own := runner.New(p, seed)
	own.MaxSteps, own.KeepGoing, own.Args, own.Lines = runner.Endless, true, o.Args, true
	own.Record = record.Start(parts, own.Setup().Header())
	if begins > 0 {
		own.Heard = func(m *kernel.Machine) { m.World().Steps = begins }
	}
	live, err = session.BeginLive(own, so)
	must(t, err)
	t.Cleanup(live.Close)
	return live, whole
}
