package test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs/hooked"
	"machsim/programs/hooked/philosophers"
	"machsim/programs/hooked/tokenring"
)

// backRows are the figures of going back with threads.
var backRows = []row{
	{"BackEvent/tasks", func(b *testing.B) { speedBack(b, talkers(), byEvents) }},
	{"BackEvent/locked", func(b *testing.B) { speedBack(b, sharers(true), byEvents) }},
	{"BackEvent/shared", func(b *testing.B) { speedBack(b, sharers(false), byEvents) }},
	{"Motion/tasks", func(b *testing.B) { speedMotion(b, talkers(), 15, 60) }},
	{"Motion/locked", func(b *testing.B) { speedMotion(b, sharers(true), 40, 150) }},
	{"Motion/shared", func(b *testing.B) { speedMotion(b, sharers(false), 40, 150) }},
	{"BackStatement/tasks", func(b *testing.B) { // of some 380,000 events
		backStatement(b, tokenring.Fixed, map[string]string{"n": "8", "rounds": "1000", "patience": "30"})
	}},
	{"BackStatement/threads", func(b *testing.B) {
		backStatement(b, philosophers.Fixed, map[string]string{"meals": "1000"})
	}},
}

// backStatement is the figures of steps back by statement in the run of a sample program with hooks, with arguments.
func backStatement(b *testing.B, p kernel.Program, args map[string]string) {
	register()
	p.Params = slices.Clone(p.Params)
	for i := range p.Params {
		p.Params[i].Default = cmp.Or(args[p.Params[i].Name], p.Params[i].Default)
	}
	speedBack(b, &p, byStatements)
}

// register makes the hooks of the sample programs known.
var register = sync.OnceFunc(hooked.Register)

// stepBack takes a session one step back, and returns the thread that is looked at.
type stepBack func(b *testing.B, s *session.Session) kernel.ThreadID

func byEvents(b *testing.B, s *session.Session) kernel.ThreadID {
	id, _ := s.ActorOf(s.LastOf(s.Position()))
	must(b, s.MoveTo(s.Backwards(1)))
	return id
}

func byStatements(b *testing.B, s *session.Session) kernel.ThreadID {
	at, _ := s.ActorOf(s.LastOf(s.Position()))
	if !s.Position().AtCalls() {
		at = s.Position().Thread
	}
	d := source.Stride{Thread: at, Fine: true, Back: true}
	d.Past, d.Without = s.Others(session.Pessimistic)
	left, err := s.StepStatements(d)
	must(b, err)
	must(b, s.MoveTo(left.At))
	return at
}

// speedBack steps back in a run of a million events, from positions chosen at random, and looks at a stack and all
// variables after each step: first in a session that remembers, then in one that runs the programs each time. Before
// every second position the session that remembers has time to rest.
func speedBack(b *testing.B, p *kernel.Program, step stepBack) {
	s, fresh := openTwice(b, p)
	defer fresh.Close()
	defer s.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	var refills, rests, steps, slow []time.Duration
	windows := 0.0
	for b.Loop() {
		n := s.Len()/3 + rng.IntN(s.Len()/3)
		for _, x := range []*session.Session{s, fresh} {
			must(b, x.MoveTo(x.After(n)))
			look(b, x, 1)
		}
		before := inUse()
		if len(refills) == len(rests) {
			refills = append(refills, timed(func() { look(b, s, step(b, s)) }))
		} else {
			s.Prepare(nil)
			rests = append(rests, timed(func() { look(b, s, step(b, s)) }))
		}
		windows = max(windows, float64(inUse())-float64(before))
		for range 200 {
			steps = append(steps, timed(func() { look(b, s, step(b, s)) }))
		}
		slow = append(slow, timed(func() { look(b, fresh, step(b, fresh)) }))
	}
	report(b, ms(median(steps)), "ms-median", 0.1)
	report(b, ms(median(refills)), "ms-refill", 450)
	if len(rests) > 0 {
		b.ReportMetric(ms(median(rests)), "ms-after-rest")
	}
	b.ReportMetric(windows/(1<<10), "KB-most")
	b.ReportMetric(ms(slices.Max(steps)), "ms-worst")
	b.ReportMetric(float64(len(steps)-within(steps, time.Millisecond))/float64(len(steps))*100, "%-refills")
	b.ReportMetric(float64(median(slow))/float64(median(steps)), "x-of-running")
}

// openTwice opens a run of a million events in a session that remembers, and in one that runs the programs each time.
func openTwice(b *testing.B, p *kernel.Program) (s, fresh *session.Session) {
	rec := longRun(b, p)
	open := func(oblivious bool) *session.Session {
		s, err := session.Open(p, rec, session.Options{Engine: func(t *tape.Tape) engine.Engine {
			return rebuild.Engine{Tape: t, Oblivious: oblivious}
		}})
		must(b, err)
		return s
	}
	return open(false), open(true)
}

// speedMotion goes to random positions of a run of a million events with the programs' threads, twenty in a turn, in
// both sessions.
func speedMotion(b *testing.B, p *kernel.Program, middle, worst float64) {
	s, fresh := openTwice(b, p)
	defer fresh.Close()
	defer s.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	to := func(s *session.Session, n int) time.Duration {
		return timed(func() {
			must(b, s.MoveTo(s.After(n)))
			_, err := s.Threads()
			must(b, err)
		})
	}
	before := inUse()
	b.ReportMetric(ms(timed(func() { s.Prepare(nil) })), "ms-preparing")
	b.ReportMetric(float64(inUse()-before)/(1<<10), "KB-prepared")
	var kept, run []time.Duration
	for b.Loop() {
		for range 20 {
			n := rng.IntN(s.Len() + 1)
			kept, run = append(kept, to(s, n)), append(run, to(fresh, n))
		}
	}
	report(b, ms(median(kept)), "ms-median", middle)
	report(b, ms(slices.Max(kept)), "ms-worst", worst)
	b.ReportMetric(ms(median(run)), "ms-median-running")
	b.ReportMetric(ms(slices.Max(run)), "ms-worst-running")
}

// look looks at a stack and all variables.
func look(b *testing.B, s *session.Session, id kernel.ThreadID) {
	if s.HasStatements() {
		_, err := s.Frames(id)
		must(b, err)
	}
	_, err := s.Stack(id)
	must(b, err)
	vars, err := s.Variables()
	must(b, err)
	for _, v := range vars {
		_ = text.Value(v.Value)
	}
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// within returns how many of some times, in order, are no longer than a limit.
func within(all []time.Duration, limit time.Duration) int {
	n, _ := slices.BinarySearch(all, limit)
	return n
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
