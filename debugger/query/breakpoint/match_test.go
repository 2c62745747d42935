package breakpoint_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/debugger/lang"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// told is a run as a reader of its trace sees it.
type told struct {
	g     *graph.Graph
	r     *predicate.Run
	rows  []trace.Row
	first []int // by event, the first event of its call
	done  []bool
	gone  map[string][]int // by "thread-exit NAME" and the like, the events with which that was so

	alive map[string]bool
}

func tell(t *testing.T, p *kernel.Program, cfg kernel.Config) *told {
	g, r := take(p, cfg)
	x := &told{g: g, r: r, gone: map[string][]int{}, alive: map[string]bool{}}
	begun := map[int]int{} // by lane, the first event of the call under way, plus 1
	x.look(g.Tape.Start, -1)
	err := events(g)(0, g.Tape.Len(), func(e *kernel.Event) {
		at := int(e.Step) - 1
		lane := g.Tape.Lane(at)
		if begun[lane] == 0 {
			begun[lane] = at + 1
		}
		x.rows = append(x.rows, trace.Of(event.Of(e)))
		x.first = append(x.first, begun[lane]-1)
		x.done = append(x.done, e.Done)
		if e.Done || e.Actor.Thread == 0 {
			begun[lane] = 0
		}
		x.look(e.State, at)
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// look notes which threads, tasks and ports have come and gone with an event, by looking
// at all of them.
func (x *told) look(s *kernel.State, event int) {
	now := map[string]bool{}
	for id := range s.Threads.All {
		if s.Threads.At(id).Status != kernel.Ended {
			now[fmt.Sprintf("thread-exit %d", id)] = true
		}
	}
	for id := range s.Tasks.All {
		if !s.Tasks.At(id).Ended {
			now[fmt.Sprintf("task-exit %d", id)] = true
		}
	}
	for id := range s.IPC.Ports.All {
		if p := s.IPC.Ports.At(id); p.Kind == kernel.KindPlain && !p.Dead {
			now[fmt.Sprintf("port-destroy %d %d", p.Label.Creator, p.Label.Serial)] = true
		}
	}
	for what := range x.alive {
		if !now[what] && event >= 0 {
			kind, _, _ := strings.Cut(what, " ")
			x.gone[kind] = append(x.gone[kind], x.first[event])
		}
	}
	for what := range now {
		if !x.alive[what] && event >= 0 && strings.HasPrefix(what, "port-destroy") {
			x.gone["port-create"] = append(x.gone["port-create"], x.first[event])
		}
	}
	x.alive = now
}

// which returns the first events of the calls with a row that is accepted.
func (x *told) which(accept func(trace.Row) bool) (all []int) {
	for i, r := range x.rows {
		if accept(r) {
			all = append(all, x.first[i])
		}
	}
	return set(all)
}

func set(all []int) []int {
	slices.Sort(all)
	return slices.Compact(all)
}

// stops returns the events before which a breakpoint stops threads, or after which it
// stops packets; what never took a step is left out.
func (x *told) stops(t *testing.T, text string) (all []int) {
	t.Helper()
	for _, p := range match(t, x.r, text).All() {
		l := &x.g.Tape.Lanes[p.Lane]
		switch {
		case l.Thread == 0:
			all = append(all, l.Event(p.Done-1))
		case p.Event >= 0:
			all = append(all, p.Event)
		}
	}
	return set(all)
}

func (x *told) compare(t *testing.T, text string, want []int) {
	t.Helper()
	if diff := cmp.Diff(set(want), x.stops(t, text)); diff != "" {
		t.Errorf("%s: (-trace +matched)\n%s", text, diff)
	}
}

func starts(words ...string) func(trace.Row) bool {
	return func(r trace.Row) bool {
		return slices.ContainsFunc(words, func(w string) bool { return r.Action == w || strings.HasPrefix(r.Action, w+" ") })
	}
}

// plainCalls are breakpoints that the first words of a trace's row tell all about.
var plainCalls = map[string][]string{
	"lock": {"mutex_lock", "mutex_try_lock"}, "unlock": {"mutex_unlock"}, "wait": {"condition_wait"},
	"signal": {"condition_signal", "condition_broadcast"}, "fork": {"cthread_fork", "thread_create"},
	"print": {"print"}, "call random": {"random"},
}

// objects are patterns for what a row says that a call is about: the breakpoint, and where
// in the row the name stands.
var objects = []struct{ text, pattern string }{
	{"lock mutex %s", `^mutex_(?:try_)?lock (\S+)`},
	{"unlock mutex %s", `^mutex_unlock (\S+)`},
	{"wait for condition %s", `^condition_wait (\S+)`},
	{"signal condition %s", `^condition_(?:signal|broadcast) (\S+)`},
	{"label %s", `^label (.+)$`},
	{"fork thread %s", `^(?:cthread_fork|thread_create) = (\S+)$`},
	{"task-create task %s", `^(?:task_create|spawn) .*= (\S+)$`},
	{"print %s", `^print (".*")$`},
	{"send to port %s", `send (?:\(goes on\) )?(?:-?\d+\(.*\)|\w+\{.*\}) to (.+?)(?:, rep.*|, rec.*|  .*| = .*)?$`},
}

// received finds the port of a message that has come.
var received = regexp.MustCompile(` = .* of (?:#\d+|the kernel) at (.+?)(?: of set .*?)?(?:, reply.*)?$`)

// refused is the end of a row whose call was refused.
var refused = regexp.MustCompile(` = (KERN_|MACH_SEND_INV)`)

func TestMatch(t *testing.T) {
	seeds := effort.Of(uint64(2))
	tried := 0
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range seeds {
				x := tell(t, p, kernel.Config{Seed: seed, MaxSteps: 3000})
				tried += x.kinds(t) + x.objects(t) + x.places(t) + x.received(t)
			}
		})
	}
	t.Logf("%d breakpoints", tried)
}

// kinds compares breakpoints without an object.
func (x *told) kinds(t *testing.T) int {
	t.Helper()
	for text, calls := range plainCalls {
		x.compare(t, text, x.which(starts(calls...)))
	}
	for _, text := range []string{"thread-exit", "task-exit", "port-destroy", "port-create"} {
		x.compare(t, text, x.gone[text])
	}
	x.compare(t, "timeout", x.which(func(r trace.Row) bool { return strings.HasSuffix(r.Action, "_TIMED_OUT") }))
	return len(plainCalls) + 5
}

// objects compares breakpoints on every object that the trace names.
func (x *told) objects(t *testing.T) (n int) {
	t.Helper()
	for _, o := range objects {
		found := map[string][]int{}
		pattern := regexp.MustCompile(o.pattern)
		for i, r := range x.rows {
			if m := pattern.FindStringSubmatch(r.Action); m != nil && !refused.MatchString(r.Action) {
				found[m[1]] = append(found[m[1]], x.first[i])
			}
		}
		for name, want := range found {
			if n++; strings.HasPrefix(o.text, "print") {
				want = x.which(func(r trace.Row) bool {
					return strings.HasPrefix(r.Action, "print ") && strings.Contains(r.Action, strings.Trim(name, `"`))
				})
			}
			if !strings.HasPrefix(name, `"`) {
				name = strconv.Quote(name)
			}
			x.compare(t, fmt.Sprintf(o.text, name), want)
		}
	}
	return n
}

// places compares breakpoints on every source line, and those of every thread and task.
func (x *told) places(t *testing.T) int {
	t.Helper()
	lines, actors := map[string]bool{}, map[string]bool{}
	for i, r := range x.rows {
		lines[r.Where] = true
		if x.g.Tape.Lanes[x.g.Tape.Lane(i)].Thread != 0 {
			actors[r.Actor] = true
		}
	}
	delete(lines, "")
	for line := range lines {
		x.compare(t, line, x.which(func(r trace.Row) bool { return r.Where == line }))
	}
	for actor := range actors {
		x.compare(t, "call mach_msg by thread "+lang.NameText(actor), x.which(func(r trace.Row) bool {
			return r.Actor == actor && starts("mach_msg")(r)
		}))
	}
	for id := range x.g.Tape.End.Tasks.All {
		name := x.g.Tape.End.TaskName(kernel.TaskID(id))
		x.compare(t, "call mach_msg by task "+lang.NameText(name), x.which(func(r trace.Row) bool {
			lane := &x.g.Tape.Lanes[x.g.Tape.Lane(int(r.Event)-1)]
			return lane.Thread != 0 && uint32(x.g.Tape.TaskOf(lane.Thread)) == id && starts("mach_msg")(r)
		}))
	}
	return len(lines) + 2*len(actors)
}

// received compares what came through each port. A call that waits there in vain is not
// named by every trace, but has to be a receive.
func (x *told) received(t *testing.T) int {
	t.Helper()
	found := map[string][]int{}
	for i, r := range x.rows {
		if m := received.FindStringSubmatch(r.Action); m != nil {
			found[m[1]] = append(found[m[1]], x.first[i])
		}
	}
	for name, want := range found {
		got := x.stops(t, "receive from port "+strconv.Quote(name))
		for _, e := range want {
			if !slices.Contains(got, e) {
				t.Errorf("receive from port %s misses event %d: %v", name, e+1, x.rows[e])
			}
		}
		for _, e := range got {
			lane, k := x.g.Tape.Lane(e), x.g.Tape.Lanes[x.g.Tape.Lane(e)].CallOf(x.g.Tape.Nth(e))
			if res, ok := x.g.Tape.Result(lane, k); ok && res.Code == 0 && !slices.Contains(want, e) {
				t.Errorf("receive from port %s has event %d too: %v", name, e+1, x.rows[e])
			}
		}
	}
	return len(found)
}

// TestMatchRandom compares what ends with what is seen by looking at everything.
func TestMatchRandom(t *testing.T) {
	seeds := effort.Of(uint64(20))
	ends := 0
	for seed := range seeds {
		cfg := kernel.Config{Seed: seed, MaxSteps: 300, Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true}
		x := tell(t, randprog.Program(seed, randprog.Large), cfg)
		x.compare(t, "timeout", x.which(func(r trace.Row) bool { return strings.HasSuffix(r.Action, "_TIMED_OUT") }))
		x.compareAfter(t)
		for _, text := range []string{"thread-exit", "task-exit", "port-destroy"} {
			want := x.gone[text]
			ends += len(want)
			if diff := cmp.Diff(set(want), x.stops(t, text)); diff != "" {
				t.Errorf("seed %d: %s: (-seen +matched)\n%s", seed, text, diff)
			}
		}
	}
	t.Logf("%d ends", ends)
}

// compareAfter looks for what stops after an event that never comes back to the program:
// packets, and threads that end themselves.
func (x *told) compareAfter(t *testing.T) {
	t.Helper()
	exits := match(t, x.r, "after thread-exit").All()
	x.g.Tape.Ends(func(e tape.End) {
		lane := x.g.Tape.Lane(e.Event)
		l := &x.g.Tape.Lanes[lane]
		exit := breakpoint.Place{Lane: lane, Done: l.Len(), Event: -1}
		if l.Thread == e.Thread && !slices.Contains(exits, exit) {
			t.Errorf("%s ends itself, but no breakpoint is there", x.rows[e.Event])
		}
	})
	packets := func(text string) (all []breakpoint.Place) {
		for _, p := range match(t, x.r, text).All() {
			if x.g.Tape.Lanes[p.Lane].Thread == 0 {
				all = append(all, p)
			}
		}
		return all
	}
	if diff := cmp.Diff(packets("port-destroy"), packets("after port-destroy")); diff != "" {
		t.Errorf("packets stop elsewhere: %s", diff)
	}
}

// TestContent compares conditions on messages with a look at each of them.
func TestContent(t *testing.T) {
	for _, p := range programs.All {
		x := tell(t, p, kernel.Config{Seed: 3, MaxSteps: 2000})
		for _, receiving := range []bool{false, true} {
			kind := map[bool]string{false: "send", true: "receive"}[receiving]
			byID, byItem := map[int32][]int{}, map[int64][]int{}
			for _, e := range x.stops(t, kind) {
				m := x.message(e, receiving)
				if m == nil {
					continue
				}
				byID[m.ID] = append(byID[m.ID], e)
				if len(m.Items) > 0 && m.Items[0].Kind == ipc.KindInt {
					n := int64(m.Items[0].Num)
					byItem[n] = append(byItem[n], e)
				}
			}
			for id, want := range byID {
				x.compare(t, fmt.Sprintf("%s if id = %d", kind, id), want)
			}
			for n, want := range byItem {
				x.compare(t, fmt.Sprintf("%s if item 1 = %d and item 1 >= %d", kind, n, n), want)
			}
		}
	}
}

func (x *told) message(e int, received bool) *ipc.Message {
	lane := x.g.Tape.Lane(e)
	k := x.g.Tape.Lanes[lane].CallOf(x.g.Tape.Nth(e))
	if _, m, _ := x.g.Tape.Call(lane, k); !received {
		return m
	}
	if res, ok := x.g.Tape.Result(lane, k); ok && res.Code == 0 {
		return res.Msg
	}
	return nil
}

// TestCount stops at some of the hits of each thread.
func TestCount(t *testing.T) {
	for _, p := range programs.All {
		g, run := take(p, kernel.Config{Seed: 1, MaxSteps: 500})
		all := match(t, run, "call mach_msg")
		for text, keep := range map[string]func(n int) bool{
			"count 2":  func(n int) bool { return n == 2 },
			"count 2+": func(n int) bool { return n >= 2 },
			"every 3":  func(n int) bool { return n%3 == 0 },
		} {
			var want []breakpoint.Place
			seen := make([]int, len(g.Tape.Lanes))
			for _, at := range all.All() {
				if seen[at.Lane]++; keep(seen[at.Lane]) {
					want = append(want, at)
				}
			}
			if diff := cmp.Diff(want, match(t, run, "call mach_msg "+text).All()); diff != "" {
				t.Errorf("%s: %s: (-want +got)\n%s", p.Name, text, diff)
			}
		}
	}
}

// TestAfter stops after calls: the same ones that are done, each at the event before which
// the thread makes its next call.
func TestAfter(t *testing.T) {
	for _, p := range programs.All {
		x := tell(t, p, kernel.Config{Seed: 2, MaxSteps: 1000})
		var want []breakpoint.Place
		for e := range x.rows {
			lane := x.g.Tape.Lane(e)
			if x.done[e] && starts("mach_msg", "mutex_lock")(x.rows[e]) {
				place := breakpoint.Place{Lane: lane, Done: x.g.Tape.Nth(e) + 1, Event: -1}
				if l := &x.g.Tape.Lanes[lane]; place.Done < l.Len() {
					place.Event = l.Event(place.Done)
				}
				want = append(want, place)
			}
		}
		got := breakpoint.Union(match(t, x.r, "after call mach_msg"), match(t, x.r, "after call mutex_lock")).All()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", p.Name, diff)
		}
	}
}

// TestContinue finds the next place from any position as a look at all of them does.
func TestContinue(t *testing.T) {
	for _, p := range programs.All {
		g, r := take(p, kernel.Config{Seed: 4, MaxSteps: 400})
		h := breakpoint.Union(match(t, r, "send"), match(t, r, "after lock"), match(t, r, "print"))
		for n := range g.Tape.Len() + 1 {
			at := g.First(n)
			var want *breakpoint.Place
			for _, place := range h.All() {
				if place.Done > int(at[place.Lane]) && want == nil {
					want = &place
				}
			}
			if got, ok := h.Next(at); ok != (want != nil) || ok && got != *want {
				t.Fatalf("at %v: found %v %t, want %v", at, got, ok, want)
			}
		}
	}
}

// TestEnter compares the entries into functions with a look at all calls: each is a call of
// that function whose thread's call before was made elsewhere.
func TestEnter(t *testing.T) {
	for _, c := range []struct{ program, function string }{
		{"philosophers", "eat"}, {"philosophers", "philosophers.dine"}, {"bank", "bank"}, {"tokenring", "hand"},
	} {
		x := tell(t, programs.Find(c.program), kernel.Config{Seed: 3, MaxSteps: 2000})
		s, err := lang.ParsePlace("enter " + c.function)
		if err != nil {
			t.Fatal(err)
		}
		var want []int
		for lane := range x.g.Tape.Lanes {
			before := ""
			for k := range x.g.Tape.Lanes[lane].Calls() {
				call, _, _ := x.g.Tape.Call(lane, k)
				if call.PC == 0 {
					continue
				}
				name := "." + kernel.FrameAt(call.PC).Func
				if strings.HasSuffix(name, "."+c.function) && !strings.HasSuffix(before, "."+c.function) {
					want = append(want, k)
				}
				before = name
			}
		}
		hits, err := x.r.Hits(s)
		if len(want) == 0 && err != nil {
			continue // no such function in the program: the answer names others
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := len(hits.All()); got != len(want) {
			t.Errorf("%s: enter %s is reached %d times, by a look at all calls %d", c.program, c.function, got, len(want))
		}
	}
}
