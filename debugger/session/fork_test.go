package session_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/debugger/session"
	"machsim/debugger/view"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// chooser is a Door that notes its choices, or repeats some.
type chooser struct {
	door    kernel.Door
	choices []int
	repeat  bool
}

func (c *chooser) Choose(p kernel.Point) int {
	if c.repeat {
		n := c.choices[0]
		c.choices = c.choices[1:]
		return n
	}
	n := c.door.Choose(p)
	c.choices = append(c.choices, n)
	return n
}

func (c *chooser) Input() (string, bool) { return "", false }

// TestForkRepeats goes on from the middle of runs with the choices that were made there,
// and comes to the recorded end.
func TestForkRepeats(t *testing.T) {
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(3)) {
			rng := rand.New(rand.NewPCG(seed, 2))
			forkRepeats(t, p, seed, func(events int) []int {
				return []int{rng.IntN(events), rng.IntN(events), rng.IntN(events)}
			})
		}
	}
}

// TestForkWhileAThreadIsAskedFor goes on from everywhere in runs in which a task asks for a thread
// on another host: also from where the request is under way.
func TestForkWhileAThreadIsAskedFor(t *testing.T) {
	for seed := range effort.Of(uint64(4)) {
		forkRepeats(t, ruling, seed, func(events int) (all []int) {
			for n := range events {
				all = append(all, n)
			}
			return all
		})
	}
}

// forkRepeats goes on after some numbers of events.
func forkRepeats(t *testing.T, p *kernel.Program, seed uint64, after func(events int) []int) {
	t.Helper()
	cfg := kernel.Config{Seed: seed, MaxSteps: 2000}
	c := &chooser{door: kernel.NewRandom(seed)}
	made := []int{0} // choices made by the end of each event
	first := cfg
	first.Door = c
	first.Tracer.Event = func(e *kernel.Event) { made = append(made, len(c.choices)) }
	m, err := kernel.New(p, first)
	must(t, err)
	booted := len(c.choices)
	m.Run()
	m.Close()
	made[0] = booted
	s := open(t, p, cfg)
	defer s.Close()
	for _, n := range after(s.Tape.Len() + 1) {
		must(t, s.MoveTo(s.Graph.First(n)))
		f, err := s.Fork(&chooser{choices: c.choices[made[n]:], repeat: true}, nil)
		must(t, err)
		f.Run()
		if got, want := f.World().Hash, s.Rec.Hash; got != want || f.World().Steps != s.Rec.Events {
			t.Fatalf("%s, seed %d: a fork at event %d ends with hash %x after %d events, recorded %x after %d",
				p.Name, seed, n, got, f.World().Steps, want, s.Rec.Events)
		}
		f.Close()
	}
}

// TestForkAnywhere goes on from random cuts with other choices.
func TestForkAnywhere(t *testing.T) {
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(2)) {
			s := open(t, p, kernel.Config{Seed: seed, MaxSteps: 2000})
			rng := rand.New(rand.NewPCG(seed, 3))
			for range 3 {
				must(t, s.MoveTo(testrun.Cut(s.Graph, rng)))
				f, err := s.Fork(kernel.NewRandom(seed+100), func(cfg *kernel.Config) { cfg.MaxSteps = 3000 })
				must(t, err)
				for i := 0; f.Step(); i++ {
					if i%50 == 0 {
						must(t, f.World().Check())
					}
				}
				must(t, f.World().Check())
				if f.World().Failure != nil && p.Bug == "" {
					t.Errorf("%s, seed %d, from %v: %v", p.Name, seed, s.Cut(), f.World().Failure)
				}
				f.Close()
			}
			s.Close()
		}
	}
}

// TestLoop opens the recording of a run that was given up because a thread computes for
// ever, and moves in it. From before the end it can go on, and from the end it cannot.
func TestLoop(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	p := &kernel.Program{Name: "looping", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			for i := range 5 {
				th.Printf("%d", i)
			}
			<-forever
		})
		b.Task(b.Host("a"), "other", func(th *kernel.Thread) { th.Sleep(1000 * kernel.Millisecond) })
	}}
	var file bytes.Buffer
	o := runner.Options{Program: p, LoopLimit: 50 * time.Millisecond}
	o.Record = record.Start(&file, o.Header())
	runner.Do(o).Close()
	rec, err := record.Read(file.Bytes())
	must(t, err)
	s, err := session.Open(p, rec, session.Options{LoopLimit: 50 * time.Millisecond})
	must(t, err)
	defer s.Close()
	if _, err := s.Fork(kernel.NewRandom(1), nil); err == nil || !strings.Contains(err.Error(), "computes here") {
		t.Errorf("a fork from the loop: %v", err)
	}
	for n := range s.Tape.Len() {
		must(t, s.MoveTo(s.Graph.First(n)))
		compareFromStart(t, s, s.Cut())
		compareThreads(t, s)
	}
}

// TestBranch makes recorded forks, of which one thread takes the first step, and forks of
// these.
func TestBranch(t *testing.T) {
	for _, name := range []string{"philosophers", "clientserver", "bank", "failover"} {
		s := open(t, programs.Find(name), kernel.Config{Seed: 2, MaxSteps: 3000})
		n := s.Tape.Len() / 2
		must(t, s.MoveTo(s.Graph.First(n)))
		here := view.Hash(s.State())
		for id := range s.State().Threads.All {
			if s.State().Ready.Has(id) {
				branch(t, s, n, here, kernel.ThreadID(id))
			}
		}
	}
}

// branch makes a fork in which a thread goes first, and one more from there.
func branch(t *testing.T, s *session.Session, n int, here uint64, id kernel.ThreadID) {
	t.Helper()
	f, file, err := s.Branch(session.Branch{Seed: 9, First: id, File: "parent.rec"}, session.Options{})
	must(t, err)
	defer f.Close()
	if view.Hash(f.State()) != here {
		t.Fatal("the fork does not begin where it was made")
	}
	if got := f.Tape.Lanes[f.Tape.Lane(n)].Thread; got != id {
		t.Fatalf("%s goes first, not %s", f.State().ThreadName(got), f.State().ThreadName(id))
	}
	rec, err := record.Read(file)
	must(t, err)
	if rec.Parent == nil || rec.Parent.File != "parent.rec" || rec.Parent.Event != uint64(n) {
		t.Errorf("its parent is %+v", rec.Parent)
	}
	must(t, f.MoveTo(f.Graph.First(n+1)))
	g, _, err := f.Branch(session.Branch{Seed: 10}, session.Options{})
	must(t, err)
	g.Close()
}
