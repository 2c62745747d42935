package rebuild_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs"
	"machsim/programs/hooked/access"
	"machsim/programs/hooked/bank"
	"machsim/programs/hooked/buffer"
	"machsim/programs/hooked/commit"
	"machsim/programs/hooked/failover"
	"machsim/test/effort"
	"machsim/test/testrun"
)

// hookedPrograms have tasks with several threads, which share variables, on several hosts, of which some crash. No
// package variable changes: where any does, all tasks are brought, for they share it.
var hookedPrograms = []*kernel.Program{&buffer.Program, &failover.Program, &commit.Program, &bank.Program, &sharing,
	&access.Program}

func init() {
	access.Register()
	bank.Register()
	buffer.Register()
	commit.Register()
	failover.Register()
	hook.Register(&adding)
}

// adding are the tables of a program whose threads add to a variable of their task, in a loop of two statements.
var adding = hook.Package{
	Path:  "machsim/debugger/replay/rebuild_test",
	Files: []hook.File{{Path: "/src/adding.go"}},
	Funcs: []hook.Func{{Name: "add", Line: 1, EndLine: 4, Vars: []hook.Var{
		{Name: "sum", Kind: hook.Param}, {Name: "own"}}}},
	Stmts: []hook.Stmt{{Func: 0, Line: 2, From: 10}, {Func: 0, Line: 3, From: 20}},
}

// sharing has tasks of three threads, two and one, which share a variable without a lock.
var sharing = kernel.Program{Name: "sharing", Main: func(b *kernel.Boot) { setUp(b, 12) }}

// long is sharing with so many rounds that copies of the programs are worth it.
var long = kernel.Program{Name: "long", Main: func(b *kernel.Boot) { setUp(b, 4000) }}

func setUp(b *kernel.Boot, rounds int) {
	for i, name := range []string{"a", "b", "c"} {
		b.Task(b.Host("h"), name, func(th *kernel.Thread) {
			sum := 0
			for k := range 2 - i {
				th.CThreads().Fork("kid", func(th *kernel.Thread) { add(th, &sum, 10*(k+1), rounds) })
			}
			add(th, &sum, 1, rounds)
		})
	}
}

// midway is called by threads between two statements.
var midway = func() {}

func add(th *kernel.Thread, sum *int, n, rounds int) {
	f := hook.Enter(&adding, 0)
	defer f.Leave()
	own := 0
	f.V(0, sum)
	f.V(1, &own)
	for range rounds {
		f.At(0)
		seen := *sum
		midway()
		th.Yield()
		f.At(1)
		*sum, own = seen+n, own+n
	}
}

// TestBring brings families of tasks to positions of their own, and interrupts motions of all: those that are brought
// stand where they should, and no others run.
func TestBring(t *testing.T) {
	for _, p := range append(slices.Clone(programs.All), hookedPrograms...) {
		tp := testrun.Take(p, kernel.Config{Seed: 3, MaxSteps: 2000, Lines: true}, nil)
		rng := rand.New(rand.NewPCG(5, 1))
		i := interrupter{now: sometimes(rng), passed: map[kernel.ThreadID]bool{}}
		threads := rebuild.Engine{Tape: tp}.Hear(i.begun, i.channel)
		for range 24 {
			n, id := rng.IntN(tp.Len()+1), tp.Lanes[rng.IntN(len(tp.Lanes))].Thread
			at := graph.At(tp.Counts(n))
			clear(i.passed)
			if err := threads.Bring(id, at); err != nil {
				t.Fatalf("%s, %s to %d: %v", p.Name, tp.End.ThreadName(id), n, err)
			}
			if lane := tp.LaneOf(id); lane >= 0 && id != 0 {
				compareLines(t, tp, threads, n, lane)
				i.only(t, tp, id)
			}
			switch rng.IntN(3) {
			case 0:
				i.stop = make(chan struct{})
				if err := threads.To(graph.At(tp.Counts(tp.Len() - n))); err != nil && err != engine.ErrStopped {
					t.Fatalf("%s, interrupted: %v", p.Name, err)
				}
				i.stop = nil
			case 1:
				if err := threads.To(at); err != nil {
					t.Fatalf("%s, all to %d: %v", p.Name, n, err)
				}
				compareLines(t, tp, threads, n, lanes(tp)...)
			}
		}
		threads.Close()
	}
}

// TestInterruptedFamilies interrupts a motion of all after a thread was ended from outside, and one of a single family:
// the former runs again, and of the latter only that.
func TestInterruptedFamilies(t *testing.T) {
	p := kernel.Program{Name: "crash", Main: func(b *kernel.Boot) {
		b.Task(b.Host("far"), "victim", func(th *kernel.Thread) {
			sum := 0
			add(th, &sum, 1, 1000)
		})
		b.Task(b.Host("h"), "villain", func(th *kernel.Thread) {
			sum := 0
			add(th, &sum, 1, 10)
			kernel.Must(th.CrashHost("far"))
		})
		b.Task(b.Host("h"), "others", func(th *kernel.Thread) {
			sum := 0
			th.CThreads().Fork("kid", func(th *kernel.Thread) { add(th, &sum, 10, 20) })
			add(th, &sum, 1, 20)
		})
	}}
	tp := testrun.Take(&p, kernel.Config{Seed: 1, Lines: true}, nil)
	i := interrupter{passed: map[kernel.ThreadID]bool{}}
	threads := rebuild.Engine{Tape: tp}.Hear(i.begun, i.channel)
	defer threads.Close()
	named := map[string]kernel.ThreadID{}
	for _, l := range tp.Lanes {
		if l.Thread != 0 {
			named[tp.End.ThreadName(l.Thread)] = l.Thread
		}
	}
	victim, other := named["victim.1"], named["others.1"]
	crash := tp.EndedBy(victim)
	to := func(cut []uint32, want error) {
		t.Helper()
		if err := threads.To(graph.At(cut)); err != want {
			t.Fatalf("%v, and not %v", err, want)
		}
	}
	to(tp.Counts(crash/2), nil)
	clear(i.passed)
	i.stop, i.now = make(chan struct{}), func() bool { return i.passed[other] }
	to(tp.Counts(tp.Len()), engine.ErrStopped)
	if i.stop != nil {
		t.Fatal("nothing was interrupted")
	}
	to(tp.Counts(crash), nil)
	if !threads.Has(victim) {
		t.Error("the victim has ended before the crash")
	}
	compareLines(t, tp, threads, crash, lanes(tp)...)

	further := tp.Counts(crash)
	further[tp.LaneOf(other)]++
	i.stop, i.now = make(chan struct{}), func() bool { return false }
	close(i.stop)
	to(further, engine.ErrStopped)
	i.stop = nil
	clear(i.passed)
	to(tp.Counts(crash), nil)
	if !i.passed[other] || i.passed[victim] {
		t.Errorf("%v run again, and not only the task of %d", i.passed, other)
	}
}

// interrupter interrupts motions, maybe, when a thread is made or passes a statement. It notes which threads do.
type interrupter struct {
	now    func() bool
	stop   chan struct{} // nil for none
	passed map[kernel.ThreadID]bool
}

func (i *interrupter) begun(id kernel.ThreadID, t *hook.Thread) {
	i.interrupt()
	t.Stop, t.Reached = 0, func(*hook.Thread) {
		i.passed[id] = true
		i.interrupt()
	}
}

func (i *interrupter) interrupt() {
	if i.stop != nil && i.now() {
		close(i.stop)
		i.stop = nil
	}
}

func sometimes(rng *rand.Rand) func() bool { return func() bool { return rng.IntN(6) == 0 } }

func (i *interrupter) channel() <-chan struct{} { return i.stop }

// only looks whether no others have passed statements than threads that have to do with one.
func (i *interrupter) only(t *testing.T, tp *tape.Tape, id kernel.ThreadID) {
	t.Helper()
	tasks := map[kernel.TaskID]bool{tp.TaskOf(id): true}
	for n := 0; n < len(tasks); {
		n = len(tasks)
		for id := range tp.End.Threads.All {
			id := kernel.ThreadID(id)
			if asked := tp.Asker(id); asked >= 0 {
				by := tp.TaskOf(tp.Lanes[tp.Lane(asked)].Thread)
				if own := tp.TaskOf(id); tasks[own] || tasks[by] {
					tasks[own], tasks[by] = true, true
				}
			}
		}
	}
	for other := range i.passed {
		if other != 0 && !tasks[tp.TaskOf(other)] {
			t.Fatalf("%s: %s runs for %s", tp.Program.Name, tp.End.ThreadName(other), tp.End.ThreadName(id))
		}
	}
}

// TestOneThread looks at one thread at a time, at random positions, before statements too, after steps, and after
// motions that were interrupted. All is as it is where every task runs anew for it.
func TestOneThread(t *testing.T) {
	if hook.Changing() {
		t.Fatal("package variables change, so all tasks are brought")
	}
	steps, before, interrupted := 0, 0, 0
	for i, p := range hookedPrograms {
		t.Run(p.Name, func(t *testing.T) {
			x := newBeside(t, p, kernel.Config{Seed: uint64(i), MaxSteps: 400}, i%2 == 0)
			for range effort.Of(60) {
				x.turn()
			}
			steps, before, interrupted = steps+x.steps, before+x.before, interrupted+x.interrupted
		})
	}
	t.Logf("%d steps, %d positions before statements, %d interruptions", steps, before, interrupted)
	if steps == 0 || before == 0 || interrupted == 0 {
		t.Error("there are too few")
	}
}

// TestOneThreadOfMany does the same where there are copies of the programs, and some remember what they showed.
func TestOneThreadOfMany(t *testing.T) {
	for seed := range effort.Of(uint64(3)) {
		x := newBeside(t, &long, kernel.Config{Seed: 4 + seed, MaxSteps: 12_000}, seed == 2)
		for i := range 30 {
			if i%3 == 0 {
				x.at = graph.At(x.g.First(x.g.Tape.Len() * (i + 30) / (i + 100)))
				x.one.Prepare(x.at, nil)
			}
			x.turn()
		}
	}
}

// TestOvertaken parks a thread, by a step back, after whose last event others of its task have done theirs. What comes
// next is not what it would do with their values.
func TestOvertaken(t *testing.T) {
	x := newBeside(t, &sharing, kernel.Config{Seed: 1, MaxSteps: 400}, true)
	for n := 20; n < x.g.Tape.Len()-10; n += 5 {
		for _, id := range x.threads() {
			x.did("step of %d back from %d", id, n)
			d := source.Stride{Thread: id, Back: true, Fine: true, Past: x.g.Grow, Without: x.g.Shrink}
			_, err := x.one.Step(graph.At(x.g.First(n)), d)
			x.same(err, error(nil))
			x.at = graph.At(x.g.First(n + 10))
			x.naive.Close()
			x.same(x.one.To(x.at), x.naive.To(x.at))
			x.same(x.shown(x.one, id), x.shown(x.naive, id))
		}
	}
}

// beside is a Source whose tasks run when they have to, beside one that begins anew each time, and brings all tasks.
type beside struct {
	*testing.T
	g                          *graph.Graph
	one, naive                 *source.Source
	rng                        *rand.Rand
	stops                      *interrupter
	at                         graph.Position
	id                         kernel.ThreadID
	done                       []string
	steps, before, interrupted int
}

// interrupted is an engine whose motions are interrupted.
type interrupted struct {
	rebuild.Engine
	by *interrupter
}

func (e interrupted) Hear(listen kernel.Listen, _ func() <-chan struct{}) engine.Heard {
	return e.Engine.Hear(func(id kernel.ThreadID, t *hook.Thread) {
		e.by.interrupt()
		listen(id, t)
	}, e.by.channel)
}

// wholly is an engine that brings all threads.
type wholly struct{ rebuild.Engine }

func (e wholly) Hear(listen kernel.Listen, stop func() <-chan struct{}) engine.Heard {
	return all{e.Engine.Hear(listen, stop)}
}

type all struct{ engine.Heard }

func (h all) Bring(_ kernel.ThreadID, p graph.Position) error { return h.To(p) }

func newBeside(t *testing.T, p *kernel.Program, cfg kernel.Config, oblivious bool) *beside {
	t.Helper()
	g := testrun.Graph(p, cfg)
	e := rebuild.Engine{Tape: g.Tape, Oblivious: oblivious}
	for _, l := range g.Tape.Lanes {
		if task := g.Tape.TaskOf(l.Thread); l.Thread != 0 && g.Tape.Several(task) {
			g.SerializeTask(task)
		}
	}
	x := &beside{T: t, g: g, rng: rand.New(rand.NewPCG(cfg.Seed, 4))}
	x.stops = &interrupter{now: sometimes(x.rng)}
	of := func(e engine.Hearing) *source.Source {
		s, err := source.New(g.Tape, func() *graph.Graph { return g }, e)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	x.one, x.naive = of(interrupted{e, x.stops}), of(wholly{e})
	x.at = x.one.Start()
	return x
}

// turn does something, and looks at a thread.
func (x *beside) turn() {
	x.Helper()
	rng, threads := x.rng, x.threads()
	x.id = threads[rng.IntN(len(threads))]
	switch k := rng.IntN(8); {
	case k < 2:
		x.at = x.position()
		x.did("to %v %v", x.at.Cut, x.at.Stands())
	case k < 4:
		x.step()
	case k < 6:
		x.interrupt()
	}
	x.did("look at %d", x.id)
	x.naive.Close()
	x.same(x.one.Bring(x.id, x.at), x.naive.Bring(x.id, x.at))
	x.same(x.shown(x.one, x.id), x.shown(x.naive, x.id))
	if rng.IntN(4) == 0 {
		x.did("look at all")
		x.naive.Close()
		x.same(x.one.To(x.at), x.naive.To(x.at))
		for _, id := range threads {
			x.same(x.shown(x.one, id), x.shown(x.naive, id))
		}
	}
}

func (x *beside) did(what string, args ...any) { x.done = append(x.done, fmt.Sprintf(what, args...)) }

// same compares what the two say.
func (x *beside) same(one, naive any) {
	x.Helper()
	if one, naive := fmt.Sprint(one), fmt.Sprint(naive); one != naive {
		x.Fatalf("%s:\n%s\nand not\n%s", strings.Join(x.done[max(0, len(x.done)-8):], "; "), one, naive)
	}
}

func (x *beside) threads() (all []kernel.ThreadID) {
	for _, l := range x.g.Tape.Lanes {
		if l.Thread != 0 {
			all = append(all, l.Thread)
		}
	}
	return all
}

// shown is all that is seen of a thread.
func (x *beside) shown(s *source.Source, id kernel.ThreadID) string {
	w := &strings.Builder{}
	fmt.Fprintln(w, x.g.Tape.End.ThreadName(id), s.Has(id), s.Stack(id))
	for _, v := range s.Variables(id) {
		fmt.Fprintln(w, v.Name, text.Value(v.Value))
	}
	for _, f := range s.Frames(id) {
		fmt.Fprintln(w, f.Place, f.Serial, f.Begun)
		for _, v := range f.Vars {
			fmt.Fprintln(w, v.Name, text.Reflected(v.Value))
		}
	}
	return w.String()
}

// position is a consistent cut, of which some threads may stand before statements.
func (x *beside) position() graph.Position {
	rng, cut := x.rng, x.g.Start()
	for range rng.IntN(4) {
		cut = x.g.Grow(cut, rng.IntN(x.g.Tape.Len()))
	}
	if rng.IntN(2) == 0 {
		cut = x.g.First(rng.IntN(x.g.Tape.Len()))
	}
	p, last := graph.At(cut), x.last(cut)
	for _, task := range slices.Sorted(maps.Keys(last)) {
		l := &x.g.Tape.Lanes[last[task]]
		if p.AtCalls() || rng.IntN(2) == 0 {
			if first, n := x.stretch(last[task], cut); n > 0 {
				p = p.With(l.Thread, first+uint64(rng.IntN(n)))
				x.before++
			}
		}
	}
	return p
}

// last returns by task the lane of its last event in a cut: of these threads, none of their task has come later.
func (x *beside) last(cut graph.Cut) map[kernel.TaskID]int {
	last, events := map[kernel.TaskID]int{}, map[kernel.TaskID]int{}
	for i := range x.g.Tape.Lanes {
		l := &x.g.Tape.Lanes[i]
		if l.Thread == 0 || cut[i] == 0 {
			continue
		}
		task, e := x.g.Tape.TaskOf(l.Thread), l.Event(int(cut[i])-1)
		if before, ok := events[task]; !ok || before < e {
			last[task], events[task] = i, e
		}
	}
	return last
}

// stretch returns the first of the statements of a lane after its last event in a cut, and their number.
func (x *beside) stretch(lane int, cut graph.Cut) (first uint64, n int) {
	id, before := x.g.Tape.Lanes[lane].Thread, cut.Clone()
	before[lane]--
	a, err := x.naive.Statements(id, before)
	b, more := x.naive.Statements(id, cut)
	x.same(err, more)
	return a + 1, int(b - a)
}

// step takes a step with a thread, forth or back.
func (x *beside) step() {
	rng := x.rng
	if rng.IntN(3) == 0 {
		x.at = x.one.Start()
	}
	d := source.Stride{Thread: x.id, Kind: source.Kind(rng.IntN(3)), Back: rng.IntN(2) == 0, Fine: rng.IntN(2) == 0,
		Past: x.g.Grow, Without: x.g.Shrink}
	x.did("step of %d from %v, kind %d, back %t", x.id, x.at.Cut, d.Kind, d.Back)
	one, err := x.one.Step(x.at, d)
	x.naive.Close()
	naive, other := x.naive.Step(x.at, d)
	x.same(err, other)
	x.same(fmt.Sprint(one.At.Cut, one.At.Stands(), one.Short, one.Results),
		fmt.Sprint(naive.At.Cut, naive.At.Stands(), naive.Short, naive.Results))
	x.at = one.At
	x.steps++
}

// interrupt interrupts a motion to somewhere else.
func (x *beside) interrupt() {
	to := x.position()
	x.did("interrupted on the way to %v %v", to.Cut, to.Stands())
	x.stops.stop, midway = make(chan struct{}), x.stops.interrupt
	defer func() { x.stops.stop, midway = nil, func() {} }()
	switch err := x.one.To(to); err {
	case engine.ErrStopped:
		x.interrupted++
	default:
		x.stops.stop = nil
		x.same(err, x.naive.To(to))
	}
}
