package race_test

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/lines/race"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// find returns the pairs of lines that race in a run. The order of the task's steps, as a debugger draws it, must not
// matter.
func find(t *testing.T, g *graph.Graph) (all []string) {
	t.Helper()
	for id := range g.Tape.End.Tasks.All {
		g.SerializeTask(kernel.TaskID(id))
	}
	races, err := race.Find(g, rebuild.Engine{Tape: g.Tape}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range races {
		all = append(all, lined(r.First.Stack[0].Line, r.Second.Stack[0].Line))
	}
	slices.Sort(all)
	return all
}

func lined(a, b int) string { return fmt.Sprint(min(a, b), "-", max(a, b)) }

// seen is an access as the naive search has it.
type seen struct {
	id    kernel.ThreadID
	event int // that began the stretch
	a     hook.Access
	line  int
}

// naive compares all pairs of accesses that are made from an event on.
func naive(t *testing.T, g *graph.Graph, from int) (pairs []string) {
	t.Helper()
	var all []seen
	fresh := map[kernel.ThreadID]int{} // how many of a thread's have their event
	begun := func(id kernel.ThreadID, th *hook.Thread) {
		th.Accessed = func(f *hook.Frame, a hook.Access) { all = append(all, seen{id, -1, a, int(f.Stmt().Line)}) }
	}
	look := func(_ engine.View, id kernel.ThreadID, event int) {
		for i := fresh[id]; i < len(all); i++ {
			if all[i].id == id && all[i].event < 0 {
				all[i].event = event
			}
		}
		fresh[id] = len(all)
	}
	if err := (rebuild.Engine{Tape: g.Tape}).Walk(engine.Walk{Listen: begun, Look: look}); err != nil {
		t.Fatal(err)
	}
	for i, x := range all {
		for _, y := range all[:i] {
			if min(x.event, y.event) >= from && x.id != y.id && (x.a.Write || y.a.Write) && overlap(x.a.Pointer, y.a.Pointer) &&
				!before(g, x, y) && !before(g, y, x) {
				pairs = append(pairs, lined(x.line, y.line))
			}
		}
	}
	slices.Sort(pairs)
	return slices.Compact(pairs)
}

// overlap says whether two pointers lead to the same variable, or to an array and one of its elements.
func overlap(a, b any) bool {
	from, to := extent(a)
	low, high := extent(b)
	return from < high && low < to
}

func extent(p any) (from, to uintptr) {
	v := reflect.ValueOf(p)
	if v.Kind() == reflect.Map {
		return v.Pointer(), v.Pointer() + 1
	}
	return v.Pointer(), v.Pointer() + v.Type().Elem().Size()
}

// before says whether the event that ends the stretch of x came before the one that began that of y, or is it.
func before(g *graph.Graph, x, y seen) bool {
	l := &g.Tape.Lanes[g.Tape.LaneOf(x.id)]
	next := g.Tape.Nth(x.event) + 1
	return next < l.Len() && g.Before(l.Event(next), y.event)
}

// TestRandom compares with all pairs of all accesses, in random programs.
func TestRandom(t *testing.T) {
	races, free := 0, 0
	for seed := range uint64(effort.Of(300)) {
		g := testrun.Graph(program(func() [][]act { return chance(seed) }), kernel.Config{Seed: seed, Preempt: seed%2 == 1})
		want := naive(t, g, -1)
		if got := find(t, g); !slices.Equal(got, want) {
			t.Errorf("seed %d: races %v, not %v", seed, got, want)
		}
		races += len(want)
		if len(want) == 0 {
			free++
		}
	}
	if races == 0 || free == 0 {
		t.Errorf("%d races, and %d runs without", races, free)
	}
}

// fixed is the bodies of a program without races, as text: "write 1" and the like.
func fixed(bodies ...string) func() [][]act {
	words := map[string]does{"read": reads, "write": writes, "copy": copies, "put": puts, "lock": locks,
		"unlock": unlocks, "send": sends, "receive": receives, "fork": forks, "join": joins, "yield": yields}
	return func() (all [][]act) {
		line := 1
		for _, body := range bodies {
			var acts []act
			for _, text := range strings.Split(body, ", ") {
				var word string
				var n int
				fmt.Sscanf(text, "%s %d", &word, &n)
				acts = append(acts, act{words[word], n, line})
				line++
			}
			all = append(all, acts)
		}
		return all
	}
}

// TestProtected finds no race where a mutex, a message, a fork or a join is between the accesses, and the one where
// there is nothing.
func TestProtected(t *testing.T) {
	const critical = "lock 0, read 0, write 0, unlock 0, yield 0, lock 0, write 0, put 0, unlock 0"
	for _, c := range []struct {
		name   string
		bodies func() [][]act
		want   string
	}{
		{"mutex", fixed("fork 1, fork 2", critical, critical), ""},
		{"two mutexes", fixed("fork 1, fork 2", "lock 0, write 0, unlock 0", "lock 1, write 0, unlock 1"), "4-7"},
		{"message", fixed("fork 1, fork 2", "write 0, write 1, send 0", "receive 0, write 0, read 1"), ""},
		{"before the message", fixed("fork 1, fork 2", "write 0, send 0, write 1", "receive 0, write 0, read 1"), "5-8"},
		{"fork and join", fixed("write 0, fork 1, join 1, write 0, fork 2, join 2, write 0", "write 0", "write 0"), ""},
		{"no join", fixed("fork 1, write 0, join 1", "write 0"), "2-4"},
		{"readers", fixed("write 0, fork 1, fork 2, join 1, join 2, write 0", "read 0, copy 0", "read 0, copy 0"), ""},
		{"an array", fixed("fork 1, fork 2", "write 2", "copy 0"), "3-4"},
		{"a map", fixed("fork 1, fork 2", "put 0", "put 1"), "3-4"},
	} {
		for seed := range uint64(20) {
			g := testrun.Graph(program(c.bodies), kernel.Config{Seed: seed, Preempt: seed%2 == 1})
			if got := strings.Join(find(t, g), " "); got != c.want {
				t.Fatalf("%s, seed %d: races %s, not %s", c.name, seed, got, c.want)
			}
		}
	}
}

// TestWhere: an access is told with its thread, its statement and its stack, and its position is before the statement.
func TestWhere(t *testing.T) {
	p := program(fixed("yield 0, fork 1, yield 0, write 0, join 1", "yield 0, read 0, yield 0"))
	g := testrun.Graph(p, kernel.Config{})
	races, err := race.Find(g, rebuild.Engine{Tape: g.Tape}, nil)
	if err != nil || len(races) != 1 {
		t.Fatal(races, err)
	}
	var got []string
	s, err := source.New(g.Tape, func() *graph.Graph { return g }, rebuild.Engine{Tape: g.Tape})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, a := range []race.Access{races[0].First, races[0].Second} {
		name := g.Tape.End.ThreadName(a.Thread)
		got = append(got, fmt.Sprint(name, " ", a.Stack, " ", a.Stack[0].Func, " ", a.N, " ", a.Write))
		if err := s.To(a.Position); err != nil {
			t.Error(err)
		}
		if f := s.Frames(a.Thread); len(f) != 1 || f[0].Line != a.Stack[0].Line || a.Position.Events() != a.Event+1 {
			t.Errorf("%v leads to %+v", a.Position, f)
		}
	}
	slices.Sort(got)
	want := []string{"task.1 [acts.go:4] race_test.run 4 true", "task.t1 [acts.go:7] race_test.run 2 false"}
	if !slices.Equal(got, want) {
		t.Errorf("accesses %q, not %q", got, want)
	}
}

// TestMemoryIsNotUsedTwice: what a thread has written to stays in memory while the run is looked at. Otherwise another
// thread, which gets the same memory, would seem to write to the same variable.
func TestMemoryIsNotUsedTwice(t *testing.T) {
	freed := make(chan bool, 1) // of the run that is recorded, where it may be
	p := &kernel.Program{Name: "memory", Main: func(b *kernel.Boot) {
		b.Task(0, "task", func(th *kernel.Thread) {
			writesOnce(freed)
			th.Yield()
			runtime.GC()
			runtime.GC()
		})
	}}
	g := testrun.Graph(p, kernel.Config{})
	freed = make(chan bool, 1)
	if _, err := race.Find(g, rebuild.Engine{Tape: g.Tape}, nil); err != nil {
		t.Error(err)
	}
	select {
	case <-freed:
		t.Error("a variable was freed")
	default:
	}
}

func writesOnce(freed chan bool) {
	f := hook.Enter(&table, 0)
	defer f.Leave()
	x := new([1024]int)
	runtime.AddCleanup(x, func(int) { freed <- true }, 0)
	f.At(1)
	f.W(3, &x[7])
}

// TestOneAnswer: of a pair of lines with several races the same is told each time. There a write and a write.
func TestOneAnswer(t *testing.T) {
	p := program(func() [][]act {
		return [][]act{{{forks, 1, 1}, {forks, 2, 2}}, {{adds, 0, 3}}, {{adds, 0, 3}}}
	})
	g := testrun.Graph(p, kernel.Config{})
	for range 20 {
		races, err := race.Find(g, rebuild.Engine{Tape: g.Tape}, nil)
		if err != nil || len(races) != 1 || !races[0].First.Write || !races[0].Second.Write {
			t.Fatalf("%+v %v", races, err)
		}
	}
}

// TestPreempted: a recording of a preempted run is replayed, and its threads can be brought to any position.
func TestPreempted(t *testing.T) {
	p := program(fixed("fork 1, read 0, write 0, join 1", "read 0, write 0"))
	rec := testrun.Record(p, kernel.Config{Seed: 3, Preempt: true})
	if !rec.Preempt || rec.Events < 4 {
		t.Fatalf("%+v", rec.Header)
	}
	s, err := session.Open(p, rec, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n := range s.Len() {
		if err := s.MoveTo(s.After(s.Len() - n)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Threads(); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	races, err := s.Races()
	for _, r := range races {
		got = append(got, lined(r.First.Stack[0].Line, r.Second.Stack[0].Line))
	}
	if slices.Sort(got); strings.Join(got, " ") != "2-6 3-5 3-6" || err != nil {
		t.Errorf("races %v %v", got, err)
	}
}

// TestWindow: of a log that begins in the midst of a run, the races are those whose accesses are both in it; their
// positions are in it, too.
func TestWindow(t *testing.T) {
	known, unknown := 0, 0
	for seed := range effort.Of(uint64(60)) {
		p := program(func() [][]act { return chance(seed) })
		rec := testrun.Record(p, kernel.Config{Seed: seed, MaxSteps: 600, Preempt: seed%3 == 0})
		whole, err := session.Open(p, rec, session.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g := testsession.Graph(whole)
		first := int(seed*7) % whole.Len()
		want := naive(t, g, first)
		known, unknown = known+len(want), unknown+len(naive(t, g, -1))-len(want)
		whole.Close()
		s, err := session.Open(p, rec, session.Options{Window: session.Window{From: uint64(first) + 1}})
		if err != nil {
			t.Fatal(err)
		}
		races, err := s.Races()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range races {
			got = append(got, lined(r.First.Stack[0].Line, r.Second.Stack[0].Line))
			for _, a := range []race.Access{r.First, r.Second} {
				if err := s.MoveTo(a.Position); err != nil || a.Event < first {
					t.Errorf("seed %d from %d: an access after event %d: %v", seed, first, a.Event, err)
				}
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("seed %d from %d: races %s, not %s", seed, first, got, want)
		}
		s.Close()
	}
	if known == 0 || unknown == 0 {
		t.Errorf("%d races are known, %d are not", known, unknown)
	}
}
