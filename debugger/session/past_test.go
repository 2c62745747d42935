package session_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/cthreads"
	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/programs/hooked"
	"machsim/programs/hooked/tokenring"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// Packages with hooks are registered before any run begins.
func init() { hooked.Register() }

// TestPastIsThePast makes random motions in two sessions at once, of which one runs the programs each time: all stacks
// and variables are the same.
func TestPastIsThePast(t *testing.T) {
	for i, p := range programs.All {
		if i < effort.Of(8) {
			t.Run(p.Name, func(t *testing.T) { compareMotions(t, p, kernel.Config{Seed: uint64(i), MaxSteps: 500}, 40) })
		}
	}
	for seed := range effort.Of(uint64(2)) {
		size := randprog.Large
		t.Run(fmt.Sprint("random ", seed), func(t *testing.T) {
			compareMotions(t, randprog.Program(seed, size), randprog.Config(seed, 400), 60)
		})
	}
	for _, p := range []*kernel.Program{sharing(false), sharing(true)} {
		t.Run(p.Name, func(t *testing.T) { compareMotions(t, p, kernel.Config{Seed: 3, MaxSteps: 1500}, 60) })
	}
}

// TestPastStatements does the same with programs that have hooks, by statements too.
func TestPastStatements(t *testing.T) {
	for i, p := range hooked.All {
		if i < effort.Of(8) {
			t.Run(p.Name, func(t *testing.T) { compareMotions(t, p, kernel.Config{Seed: uint64(i), MaxSteps: 300}, 50) })
		}
	}
}

// TestPrepared does the same in runs that are so long that copies of the programs are made, for times of any length.
func TestPrepared(t *testing.T) {
	for seed, p := range []*kernel.Program{sharing(false), restless(), &tokenring.Fixed, sharing(true)} {
		if seed < effort.Of(3) {
			t.Run(p.Name, func(t *testing.T) {
				cfg := kernel.Config{Seed: uint64(seed), MaxSteps: 12_000}
				compareMotions(t, longer(p), cfg, 40)
			})
		}
	}
}

// longer is a program with parameters that let it run for long.
func longer(p *kernel.Program) *kernel.Program {
	long := *p
	long.Params = slices.Clone(p.Params)
	for i := range long.Params {
		if long.Params[i].Name == "rounds" {
			long.Params[i].Default = "1000"
		}
	}
	return &long
}

// restless is a program whose threads stand in loops over maps, in deferred calls, in panics and in closures.
func restless() *kernel.Program {
	return &kernel.Program{Name: "restless", Main: func(b *kernel.Boot) {
		for _, name := range []string{"a", "b"} {
			b.Task(b.Host("h"), name, func(th *kernel.Thread) {
				for i := range 3 {
					th.CThreads().Fork(fmt.Sprint("w", i), func(th *kernel.Thread) {
						for n := 0; ; n++ {
							restlessly(th, n)
						}
					})
				}
			})
		}
	}}
}

func restlessly(th *kernel.Thread, n int) {
	seen, sum := map[int]string{}, 0
	th.Watch("seen", &seen)
	th.Watch("sum", &sum)
	add := func(k int) {
		sum += k
		th.Yield()
	}
	defer func() {
		_ = recover()
		th.Yield()
		add(100)
	}()
	for k := range 5 {
		seen[k] = fmt.Sprint(n)
		add(k)
	}
	clear(seen)
	seen[n] = "one"
	for k := range seen { // of several, the order would differ from run to run
		th.Yield()
		seen[k] = "seen"
		th.Yield()
	}
	if n%3 == 0 {
		defer add(1000)
		panic(n)
	}
}

// abreast is two sessions of one recording.
type abreast struct {
	*testing.T
	one, other *session.Session
	rng        *rand.Rand
	done       []string // the motions
}

func compareMotions(t *testing.T, p *kernel.Program, cfg kernel.Config, n int) {
	t.Helper()
	rec := testrun.Record(p, cfg)
	x := &abreast{T: t, rng: rand.New(rand.NewPCG(cfg.Seed, 7))}
	for _, oblivious := range []bool{false, true} {
		s, err := session.Open(p, rec, session.Options{Engine: func(t *tape.Tape) engine.Engine {
			return rebuild.Engine{Tape: t, Oblivious: oblivious}
		}})
		must(t, err)
		defer s.Close()
		x.one, x.other = x.other, s
	}
	back := true
	for range n {
		if x.rng.IntN(6) == 0 {
			back = !back
		}
		x.move(back)
		if x.compare(); t.Failed() {
			return
		}
	}
}

// both does the same in both sessions, and compares the errors.
func (x *abreast) both(what string, f func(s *session.Session) error) {
	x.done = append(x.done, what)
	one, other := f(x.one), f(x.other)
	if fmt.Sprint(one) != fmt.Sprint(other) {
		x.Fatalf("%s: %v, and not %v", x.path(), one, other)
	}
}

func (x *abreast) path() string { return strings.Join(x.done[max(0, len(x.done)-12):], ", ") }

// move goes somewhere.
func (x *abreast) move(back bool) {
	threads := x.threads()
	id := threads[x.rng.IntN(len(threads))]
	x.rest()
	switch k := x.rng.IntN(20); {
	case k == 0:
		n := x.rng.IntN(x.one.Len() + 1)
		x.both(fmt.Sprint("to ", n), func(s *session.Session) error { return s.MoveTo(s.After(n)) })
	case k < 4 && back:
		x.both(fmt.Sprint("back ", id), func(s *session.Session) error {
			if e := s.Last(id, 1); e >= 0 {
				return s.MoveTo(s.Before(e, session.Pessimistic))
			}
			return nil
		})
	case k < 4:
		x.both(fmt.Sprint("step ", id), func(s *session.Session) error {
			if e := s.Next(id, 1); e >= 0 {
				return s.MoveTo(s.Past(e, session.Pessimistic))
			}
			return nil
		})
	case k < 14 && x.one.HasStatements():
		x.byStatements(source.Stride{Thread: threads[len(threads)/2], Kind: source.Kind(x.rng.IntN(3)), Back: back,
			Fine: x.rng.IntN(2) == 0, Count: x.rng.IntN(3)})
	case back:
		x.both("back", func(s *session.Session) error { return s.MoveTo(s.Backwards(1 + k%3)) })
	default:
		x.both("on", func(s *session.Session) error { return s.MoveTo(s.Forwards(1 + k%3)) })
	}
}

// rest gives the session that remembers some time now and then.
func (x *abreast) rest() {
	if x.rng.IntN(4) > 0 {
		return
	}
	stop := make(chan struct{})
	time.AfterFunc(time.Duration(x.rng.IntN(int(20*time.Millisecond))), func() { close(stop) })
	x.one.Prepare(stop)
}

func (x *abreast) byStatements(d source.Stride) {
	x.both(fmt.Sprintf("%+v", d), func(s *session.Session) error {
		d.Past, d.Without = s.Others(session.Pessimistic)
		left, err := s.StepStatements(d)
		if err != nil {
			return err
		}
		x.done = append(x.done, fmt.Sprint("at ", s.Format(left.At), left.Short, left.Results))
		return s.MoveTo(left.At)
	})
	if n := len(x.done); n > 2 && x.done[n-1] != x.done[n-2] && x.done[n-1][:3] == "at " && x.done[n-2][:3] == "at " {
		x.Fatalf("%s", x.path())
	}
}

func (x *abreast) threads() (all []kernel.ThreadID) {
	for id := range x.one.State().Threads.All {
		all = append(all, kernel.ThreadID(id))
	}
	if all == nil {
		all = append(all, 1)
	}
	return all
}

// compare looks at all that is shown here.
func (x *abreast) compare() {
	x.Helper()
	if one, other := everything(x.one), everything(x.other); one != other {
		x.Errorf("%s: at %s\n%s\nand not\n%s", x.path(), x.one.Format(x.one.Position()), one, other)
	}
}

func everything(s *session.Session) string {
	w := &strings.Builder{}
	threads, err := s.Threads()
	fmt.Fprintln(w, s.Format(s.Position()), err)
	if err != nil {
		return w.String()
	}
	for id := range s.State().Threads.All {
		id := kernel.ThreadID(id)
		fmt.Fprintln(w, id, threads.Has(id), threads.Stack(id))
		for _, v := range threads.Variables(id) {
			set := threads.CheckSet(&kernel.Edit{Object: uint32(id), Name: v.Name})
			fmt.Fprintln(w, v.Thread, v.Name, text.Value(v.Value), set)
		}
		if s.HasStatements() {
			frames, err := s.Frames(id)
			fmt.Fprintln(w, err)
			for _, f := range frames {
				fmt.Fprintln(w, f.Place, f.Serial, f.Begun)
				for _, v := range f.Vars {
					fmt.Fprintln(w, v.Name, text.Reflected(v.Value))
				}
			}
		}
	}
	return w.String()
}

// sharing is a program of two tasks whose threads share variables of all kinds, with a lock or without.
func sharing(locked bool) *kernel.Program {
	return &kernel.Program{Name: fmt.Sprint("sharing ", locked), Main: func(b *kernel.Boot) {
		for _, name := range []string{"a", "b"} {
			b.Task(b.Host("h"), name, func(th *kernel.Thread) {
				mu := cthreads.NewMutex(th, "mu")
				c := &counts{by: map[string]int{}}
				for i := range 4 {
					th.CThreads().Fork(fmt.Sprint("w", i), func(th *kernel.Thread) { c.count(th, mu, locked) })
				}
			})
		}
	}}
}

// counts is what threads share.
type counts struct {
	n    int
	last []*int
	by   map[string]int
	any  any
}

func (c *counts) count(th *kernel.Thread, mu cthreads.Mutex, locked bool) {
	own := 0
	th.Watch("own", &own)
	for {
		if locked {
			mu.Lock(th)
		}
		seen := c.n
		th.Yield()
		c.n, own = seen+1, own+1
		if c.last = append(c.last, &own); len(c.last) > 5 {
			c.last = slices.Clone(c.last[1:])
		}
		if own%7 == 3 {
			c.by[th.Name()]++
			c.any = struct{ n, of int }{c.n, own}
		}
		if locked {
			mu.Unlock(th)
		}
		if own%5 == 1 {
			th.Watch("c", c)
		} else if own%5 == 3 {
			th.Watch("c", nil)
		}
	}
}
