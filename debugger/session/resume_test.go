package session_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/replay/picture"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/netname"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// bounded records a run, of which the recording has only the last part.
func bounded(t *testing.T, p *kernel.Program, cfg kernel.Config, k record.Keep, pictures bool) *record.Recording {
	t.Helper()
	door := through(atRandom(t, p, cfg))
	cfg.MaxSteps += begins
	f, err := os.Create(filepath.Join(t.TempDir(), "x.rec"))
	must(t, err)
	parts, err := record.NewParts(f, k)
	must(t, err)
	r := record.Start(parts, record.HeaderOf(p, cfg))
	if cfg.Seed%2 == 0 {
		r.Often(k.Events / 20) // some parts of the file have several
	}
	cfg.Door, cfg.Tracer, cfg.Lines = r.Wrap(door), r.Tracer(), true
	b := tape.NewBuilder(p, cfg)
	if pictures {
		b.Collect(r.Between)
		r.Pictures(func(s *kernel.State) []byte {
			data, err := picture.Of(b, s)
			must(t, err)
			return data
		})
		b.Watch(&cfg)
	}
	m, err := kernel.New(p, cfg)
	must(t, err)
	defer m.Close()
	m.World().Steps = begins
	if pictures {
		b.Attach(m.World())
	}
	m.Run()
	must(t, r.End(record.EndingOf(m)))
	must(t, parts.Close())
	rec, err := record.Open(f.Name())
	must(t, err)
	return rec
}

// atRandom is the Door of a run that the usual strategy makes.
func atRandom(t *testing.T, p *kernel.Program, cfg kernel.Config) kernel.Door {
	t.Helper()
	o := runner.New(p, cfg.Seed)
	o.Strategy, o.MaxSteps, o.Faults = "random", cfg.MaxSteps, cfg.Faults
	o.Weak, o.FreeTimers, o.KeepGoing = cfg.Weak, cfg.FreeTimers, cfg.KeepGoing
	by, err := o.Strategist()
	must(t, err)
	return by.Begin(strategy.Run{Seed: cfg.Seed, FreeTimers: cfg.FreeTimers, KeepGoing: cfg.KeepGoing})
}

// openBounded opens a random run whole, and a bounded recording of it from an event on, perhaps within a part.
func openBounded(t *testing.T, seed uint64, rng *rand.Rand) (x *windowed, rec *record.Recording) {
	t.Helper()
	p, cfg := randprog.Program(seed, randprog.Large), randprog.Config(seed, 600)
	cfg.Door = atRandom(t, p, cfg)
	x = &windowed{whole: testsession.Open(t, p, cfg)}
	keep := record.Keep{Events: 1 + rng.Uint64N(uint64(x.whole.Len()))}
	rec = bounded(t, p, cfg, keep, seed%4 > 0)
	first := int(rec.Dropped)
	if rng.IntN(2) == 0 {
		first += rng.IntN(x.whole.Len() - first) // it may lie between two pictures
	}
	part, err := session.Open(p, rec, session.Options{Window: session.Window{From: uint64(first) + 1}})
	must(t, err)
	t.Cleanup(part.Close)
	x.part, x.first = part, part.First()
	x.base = x.whole.After(x.first).Cut
	if x.part.Len() != x.whole.Len() || x.part.Lanes() != x.whole.Lanes() || x.first != first {
		t.Fatalf("seed %d: %d to %d in %d lanes, of %d in %d", seed, x.first, x.part.Len(), x.part.Lanes(),
			x.whole.Len(), x.whole.Lanes())
	}
	return x, rec
}

// TestForksInBounded makes forks of bounded recordings: what is said of them is what is said of those of the whole run,
// and the file of each has the picture in it.
func TestForksInBounded(t *testing.T) {
	made := map[string]int{}
	for seed := range effort.Of(uint64(12)) {
		rng := rand.New(rand.NewPCG(seed, 47))
		x, _ := openBounded(t, seed, rng)
		x.forks(t, seed, rng, made)
	}
	t.Log(made)
	for _, what := range []string{"edits", "deep 1", "deep 2", "whole", "resumed", "further"} {
		if made[what] == 0 && effort.Of(12) > 5 {
			t.Errorf("none: %s", what)
		}
	}
}

// TestBounded opens random runs whole, and bounded recordings of them, at a picture and by making the run again from
// its start. At random positions all that is said is the same; so is the causal order.
func TestBounded(t *testing.T) {
	held, resumed := 0, 0
	for seed := range effort.Of(uint64(12)) {
		rng := rand.New(rand.NewPCG(seed, 44))
		x, rec := openBounded(t, seed, rng)
		if session.Resumes(x.part) {
			resumed++
		} else if rec.Dropped > 0 && seed%4 > 0 {
			t.Errorf("seed %d: it does not go on from its picture", seed)
		}
		held += x.compare(t, seed, rng)
	}
	if resumed == 0 || held == 0 && effort.Of(12) > 5 {
		t.Errorf("%d messages were held, %d began at a picture", held, resumed)
	}
}

// served is what the server of an endless program remembers.
type served struct {
	Of    map[string]int
	Last  []string
	Count int
}

type note struct {
	Name string
	N    int
}

// serving is an endless program, whose threads all begin anew with each request; unless forgets says that the server
// remembers something elsewhere.
func serving(forgets bool) *kernel.Program {
	return looping(forgets, func(th *kernel.Thread, of any, step func(*kernel.Thread)) { th.Serve(of, step) })
}

// unserved is serving without Serve.
func unserved() *kernel.Program {
	return looping(false, func(th *kernel.Thread, _ any, step func(*kernel.Thread)) {
		for {
			step(th)
		}
	})
}

func looping(forgets bool, serve func(*kernel.Thread, any, func(*kernel.Thread))) *kernel.Program {
	return &kernel.Program{Name: "serving", Main: func(b *kernel.Boot) {
		h := b.Host("here")
		b.Server(h, "s", func(th *kernel.Thread) {
			port := th.NewPort("notes")
			kernel.Must(netname.Register(th, "notes", port))
			s, hidden := served{Of: map[string]int{}}, 0
			th.Watch("count", &s.Count)
			serve(th, &s, func(th *kernel.Thread) {
				m := kernel.Must(kernel.Receive[note](th, port))
				s.Of[m.Body.Name] += m.Body.N
				s.Last = append(s.Last[:min(len(s.Last), 3)], m.Body.Name)
				s.Count++
				if hidden++; forgets {
					s.Count = hidden
				}
				kernel.Must(kernel.Reply(th, m, note{m.Body.Name, s.Of[m.Body.Name] + s.Count}))
			})
		})
		for i := range 2 {
			b.Task(h, fmt.Sprint("c", i), func(th *kernel.Thread) {
				port, sum := kernel.Must(netname.Find(th, "notes")), 0
				serve(th, &sum, func(th *kernel.Thread) {
					r := kernel.Must(kernel.RPC[note, note](th, port, note{fmt.Sprint(sum % 5), 1 + sum%3}))
					sum += r.N % 7
				})
			})
		}
		netname.Serve(b)
	}}
}

// TestServe opens bounded recordings of an endless program of servers: what they have does not grow with the run, and
// all that is said is as in the whole run.
func TestServe(t *testing.T) {
	p, sizes := serving(false), []int{}
	for _, events := range []uint64{20_000, 40_000} {
		cfg := kernel.Config{Seed: 3, MaxSteps: events}
		cfg.Door = atRandom(t, p, cfg)
		rec := bounded(t, p, cfg, record.Keep{Events: 4_000}, true)
		n, bytes := rec.Pictures()
		sizes = append(sizes, bytes/n)
		x := &windowed{whole: testsession.Open(t, p, cfg)}
		part, err := session.Open(p, rec, session.Options{})
		must(t, err)
		t.Cleanup(part.Close)
		if !session.Resumes(part) {
			t.Error("it does not go on from its picture")
		}
		x.part, x.first = part, part.First()
		x.base = x.whole.After(x.first).Cut
		for _, e := range []int{0, 1, 77, 1500, part.Len() - x.first} {
			x.at(t, events, part.After(x.first+e).Cut)
		}
		x.late(t, rec, events)
	}
	if sizes[1] > sizes[0]*11/10 {
		t.Errorf("the pictures have %d and %d bytes", sizes[0], sizes[1])
	}
}

// late opens the last events of the recording, which begin between two pictures.
func (x *windowed) late(t *testing.T, rec *record.Recording, seed uint64) {
	t.Helper()
	part, err := session.Open(x.whole.Program, rec, session.Options{Window: session.Window{Last: 700}})
	must(t, err)
	t.Cleanup(part.Close)
	y := &windowed{whole: x.whole, part: part, first: part.First()}
	y.base = x.whole.After(y.first).Cut
	for _, e := range []int{0, 1, 77, 697, 700} {
		y.at(t, seed, part.After(y.first+e).Cut)
	}
	if !session.Resumes(part) {
		t.Error("it does not go on from a picture")
	}
}

// TestServeForgets opens a recording of a program that remembers more than it says: the run is made again from its
// start then.
func TestServeForgets(t *testing.T) {
	p, cfg := serving(true), kernel.Config{Seed: 3, MaxSteps: 20_000}
	rec := bounded(t, p, cfg, record.Keep{Events: 4_000}, true)
	s, err := session.Open(p, rec, session.Options{})
	must(t, err)
	defer s.Close()
	if session.Resumes(s) || s.First() != int(rec.Dropped) || s.Final().Hash != rec.Hash {
		t.Errorf("it begins after event %d, at a picture: %t", s.First(), session.Resumes(s))
	}
}

// TestManyEvents opens what says that it has more events than a log can have: of a whole run the first, of the last
// part of a run nothing.
func TestManyEvents(t *testing.T) {
	p, cfg := serving(false), kernel.Config{Seed: 3, MaxSteps: 8_000}
	rec := bounded(t, p, cfg, record.Keep{Events: 4_000}, true)
	far := *rec
	far.Events, far.Dropped = 3*tape.Most, tape.Most
	_, err := session.Open(p, &far, session.Options{})
	want := "there are 8589934588 events, and one can go to and fro among 4294967294 only"
	if err == nil || err.Error() != want {
		t.Errorf("%v, and not: %s", err, want)
	}
	cfg.Door = atRandom(t, p, cfg)
	whole := *testsession.Open(t, p, cfg).Rec
	whole.Events = tape.Most + 7
	if first := session.Counted(&whole, session.Window{}); first.Events != tape.Most {
		t.Errorf("of a whole run %d events are opened", first.Events)
	}
	if all := session.Counted(&whole, session.Window{Last: 10}); all.Events != whole.Events {
		t.Errorf("of its last part %d events are opened", all.Events)
	}
}
