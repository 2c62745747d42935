package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/test/effort"
)

// The programs of these tests call hooks as the rewriter puts them into programs.

const (
	memoryLines   = 100
	slotRecord    = 0
	slotCounter   = 1
	slotSlice     = 2
	slotPointer   = 3
	slotMap       = 4
	slotNumber    = 5
	slotOwn       = 6
	slotsOfMemory = 7
)

var memoryTable = hook.Package{
	Path:  "machsim/debugger/choose/explore_test",
	Files: []hook.File{{Path: "/src/memory.go"}},
	Funcs: []hook.Func{{Name: "main", Line: 1, EndLine: memoryLines, Vars: make([]hook.Var, slotsOfMemory)},
		{Name: "thread", Line: 1, EndLine: memoryLines}},
	Globals: []hook.Global{{Name: "global", Pointer: &global}},
}

var global int

// Each line has a place that reads and one that writes.
func init() {
	memoryTable.Funcs[0].Vars[slotOwn].Own = true
	for n := range int32(memoryLines) {
		memoryTable.Stmts = append(memoryTable.Stmts, hook.Stmt{Line: n})
		memoryTable.Shared = append(memoryTable.Shared, hook.Site{Stmt: n, Expr: "x"},
			hook.Site{Stmt: n, Write: true, Expr: "x"})
	}
	hook.Register(&memoryTable)
}

type pair struct{ a, b int }

// memory is what the threads of a program share, as variables of the function that makes them.
type memory struct {
	record  pair
	counter [2]int
	slice   []int
	pointer *pair
	table   map[int]int
	number  int
	m       []cthreads.Mutex
}

func newMemory(th *kernel.Thread, f *hook.Frame) *memory {
	m := &memory{slice: make([]int, 3), pointer: &pair{}, table: map[int]int{}}
	global = 0
	f.V(slotRecord, &m.record)
	f.V(slotCounter, &m.counter)
	f.V(slotSlice, &m.slice)
	f.V(slotPointer, &m.pointer)
	f.V(slotMap, &m.table)
	f.V(slotNumber, &m.number)
	for range 2 {
		m.m = append(m.m, cthreads.NewMutex(th, ""))
	}
	return m
}

// act is a statement of a thread.
type act struct {
	what string
	i    int // which of several
	n    int // a value
	line int32
}

func (a act) String() string { return fmt.Sprint(a.what, a.i, " ", a.n) }

// cells are the variables without parts.
func (m *memory) cell(i int) *int {
	switch i {
	case 0:
		return &m.number
	case 1:
		return &m.counter[0]
	case 2:
		return &m.record.a
	case 3:
		return &m.slice[1]
	case 4:
		return &m.pointer.b
	}
	return &global
}

// run is the body of a thread. At the end it prints what it has read.
func (m *memory) run(th *kernel.Thread, acts []act) {
	f := hook.Enter(&memoryTable, 1)
	defer f.Leave()
	own := &pair{}
	seen := ""
	note := func(format string, x any) { seen += fmt.Sprintf(format, x) }
	var held [2]bool
	for _, a := range acts {
		f.At(a.line)
		read, write := 2*a.line, 2*a.line+1
		switch a.what {
		case "read": // print(x)
			x := m.cell(a.i)
			note("%d", *hook.Read(f, read, x))
		case "write": // x = n
			x := m.cell(a.i)
			*x = hook.Into(f, write, x).Val(a.n)
		case "add": // x += n
			x := m.cell(a.i)
			*x = hook.Into(f, write, x).Val(*hook.Read(f, read, x) + a.n)
		case "copy": // x = y
			x, y := m.cell(a.i), m.cell(a.n)
			*x = hook.Into(f, write, x).Val(*hook.Read(f, read, y) + 1)
		case "sum": // print(x + y)
			x, y := m.cell(a.i), m.cell(a.n)
			note("%d", *hook.Read(f, read, x)+*hook.Read(f, read, y))
		case "swap": // x, y = y, x
			x, y := m.cell(a.i), m.cell(a.n)
			v, w := *hook.Read(f, read, y), *hook.Read(f, read, x)
			*x = hook.Into(f, write, x).Val(v)
			*y = hook.Into(f, write, y).Val(w)
		case "late": // print(x + call())
			x := m.cell(a.i)
			p := hook.Late(f, read, x)
			n := m.calls(th)
			note("%d", *p+n)
		case "behind": // x, y = call()
			x, y := m.cell(a.i), m.cell(a.n)
			n := m.calls(th)
			*x, *y = n, n+1
			f.W(write, x)
			f.W(write, y)
		case "record": // print(record)
			note("%v", *hook.Read(f, read, &m.record))
		case "set record":
			m.record = hook.Into(f, write, &m.record).Val(pair{a.n, a.n})
		case "array":
			note("%v", *hook.Read(f, read, &m.counter))
		case "element": // table[i] = n
			i := *hook.Read(f, read, m.cell(a.i))
			hook.Map(f, write, m.table)[i] = a.n
		case "look": // print(table[i])
			note("%d", hook.Index(f, read, m.table, *hook.Read(f, read, m.cell(a.i))))
		case "range": // for _, x := range slice { sum += x }
			sum := ""
			for _, x := range hook.Over(f, read, m.slice) {
				sum += fmt.Sprint(x)
				f.Next(read)
			}
			note("%s", sum)
		case "over": // in order: what Go's order leaves out of what is put in meanwhile is another thing each time
			sum := 0
			for _, k := range slices.Sorted(maps.Keys(hook.Over(f, read, m.table))) {
				sum += k + m.table[k]
				f.Next(read)
			}
			note("%s", fmt.Sprint(sum))
		case "clear":
			hook.Cleared(f, write, m.slice)
		case "copied":
			hook.Copied(f, write, read, m.slice, m.counter[:])
		case "own": // of a variable that nobody else can find
			own.a = hook.Into(f, write, &own.a).Val(*hook.Read(f, read, &own.a) + 1)
		case "new": // pointer = &pair{}
			m.pointer = hook.Into(f, write, &m.pointer).Val(&pair{a.n, a.n})
		case "follow": // pointer.b = n
			p := *hook.Read(f, read, &m.pointer)
			p.b = hook.Into(f, write, &p.b).Val(a.n)
		case "follow read":
			p := *hook.Read(f, read, &m.pointer)
			note("%d", *hook.Read(f, read, &p.b))
		case "lock":
			if !held[a.i%2] {
				m.m[a.i%2].Lock(th)
				held[a.i%2] = true
			}
		case "unlock":
			if held[a.i%2] {
				m.m[a.i%2].Unlock(th)
				held[a.i%2] = false
			}
		}
	}
	if seen != "" {
		th.Printf("%s", seen)
	}
}

// calls is a call that others come before or after.
func (m *memory) calls(th *kernel.Thread) int {
	th.Yield()
	return 1
}

// accesses are the statements of random programs with variables, one set after the other.
var accesses = map[string][]string{
	"plain":    {"read", "write", "add", "copy", "sum"},
	"locked":   {"lock", "unlock", "add", "read", "write"},
	"late":     {"late", "write", "behind", "read"},
	"parts":    {"record", "set record", "array", "read", "write"},
	"several":  {"swap", "read", "copied", "clear"},
	"maps":     {"element", "look", "over", "write"},
	"loops":    {"range", "write", "clear"},
	"pointers": {"new", "follow", "follow read", "own"},
	"all": {"read", "write", "add", "copy", "swap", "late", "behind", "record", "array", "element", "look", "range", "own",
		"new", "follow", "follow read", "lock", "unlock"},
}

// shares returns a random program whose threads share variables. It has few of these if narrow is set.
func shares(r *rand.Rand, what []string) (*kernel.Program, string) {
	threads, most := make([][]act, 2+r.IntN(2)), 3
	if len(threads) == 3 {
		most = 2
	}
	cells := 1 + r.IntN(6)
	line := int32(1)
	for i := range threads {
		for range 1 + r.IntN(most) {
			threads[i] = append(threads[i], act{what[r.IntN(len(what))], r.IntN(cells), r.IntN(6), line})
			line++
		}
	}
	return sharing(threads...), fmt.Sprint(threads)
}

// sharing has threads do what they are to do.
func sharing(threads ...[]act) *kernel.Program {
	return task(func(th *kernel.Thread) {
		f := hook.Enter(&memoryTable, 0)
		defer f.Leave()
		f.At(0)
		m := newMemory(th, f)
		for _, acts := range threads {
			cthreads.Fork(th, "", func(th *kernel.Thread) { m.run(th, acts) })
		}
	})
}

// TestVariables holds the search of preempted runs against all of them.
func TestVariables(t *testing.T) {
	for name, what := range accesses {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(21, 22))
			compared, runs := 0, 0
			for range effort.Of(3) {
				p, text := shares(r, what)
				c := explore.Compare(p, explore.Begun{Preempt: true, Starts: slices.Contains(what, "range")}, 800)
				if c == nil {
					continue
				}
				if wrong := c.Wrong(); wrong != "" {
					t.Errorf("%s: %s", text, wrong)
				}
				compared++
				runs += c.Runs
			}
			t.Logf("%d programs, %d runs", compared, runs)
		})
	}
}

// TestVariableCounts holds the numbers of classes against those of the literature.
func TestVariableCounts(t *testing.T) {
	write := func(i int) []act { return []act{{"write", i, 1, 1}} }
	read := func(i int) []act { return []act{{"read", i, 0, 2}} }
	times := func(n int, a []act) [][]act { return slices.Repeat([][]act{a}, n) }
	for _, c := range []struct {
		name    string
		threads [][]act
		want    int
	}{
		{"writers 2", times(2, write(0)), 2}, {"writers 3", times(3, write(1)), 6}, {"writers 4", times(4, write(3)), 24},
		{"writers 5", times(5, write(5)), 120},
		{"readers 2", append(times(2, read(2)), write(2)), 4}, {"readers 6", append(times(6, read(4)), write(4)), 64},
		{"apart", [][]act{write(0), write(1), write(2), write(3), write(4), write(5)}, 1},
		{"AB BA", [][]act{append(write(0), write(3)...), append(write(3), write(0)...)}, 3},
		{"AB AB", [][]act{append(write(0), write(3)...), append(write(0), write(3)...)}, 4},
		{"own", times(3, []act{{"own", 0, 0, 1}, {"own", 0, 0, 2}}), 1},
	} {
		s := exploredWith(sharing(c.threads...), 10*c.want+100, true)
		if s.Classes != c.want || s.Redundant != 0 || s.Lost != 0 {
			t.Errorf("%s: %d classes, %d redundant, %d lost; there are %d", c.name, s.Classes, s.Redundant, s.Lost, c.want)
		}
	}
	for n, want := range map[int]int{1: 2, 2: 5, 3: 12, 4: 28, 7: 320} {
		if s := exploredWith(lastZeroShared(n), 10*want+100, true); s.Classes != want || s.Redundant != 0 || s.Lost != 0 {
			t.Errorf("last zero %d: %d classes, %d redundant, %d lost; there are %d", n, s.Classes, s.Redundant, s.Lost, want)
		}
	}
}

// lastZeroShared is lastZero with a slice.
func lastZeroShared(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		f := hook.Enter(&memoryTable, 0)
		defer f.Leave()
		f.At(0)
		x := make([]int, n+1)
		f.V(slotSlice, &x)
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 1)
			defer f.Leave()
			f.At(1)
			for i := n; *hook.Read(f, 2, &x[i]) != 0; i-- {
				f.At(1)
			}
		})
		for i := 1; i <= n; i++ {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				f := hook.Enter(&memoryTable, 1)
				defer f.Leave()
				f.At(3)
				x[i] = hook.Into(f, 7, &x[i]).Val(*hook.Read(f, 6, &x[i-1]) + 1)
			})
		}
	})
}

// TestRaces: two accesses that nothing orders race, wherever the runs begin that show it. Those in a lock do not, nor
// those that a fork or another lock orders.
func TestRaces(t *testing.T) {
	lock, unlock := act{"lock", 0, 0, 8}, act{"unlock", 0, 0, 9}
	for _, c := range []struct {
		name    string
		threads [][]act
		want    []string
	}{
		{"writers", [][]act{{{"write", 0, 1, 1}}, {{"write", 0, 1, 2}}}, []string{"1 write, 2 write"}},
		{"readers", [][]act{{{"read", 0, 1, 1}}, {{"read", 0, 1, 2}}}, nil},
		{"of several", [][]act{{{"write", 0, 1, 1}}, {{"write", 1, 1, 2}}}, nil},
		{"a part", [][]act{{{"set record", 0, 1, 1}}, {{"read", 2, 1, 2}}}, []string{"1 write, 2 read"}},
		{"locked", [][]act{{lock, {"write", 0, 1, 1}, unlock}, {lock, {"read", 0, 1, 2}, unlock}}, nil},
		{"locked by one", [][]act{{lock, {"write", 0, 1, 1}, unlock}, {{"read", 0, 1, 2}}}, []string{"1 write, 2 read"}},
		{"behind a lock", [][]act{{lock, unlock, {"write", 0, 1, 1}}, {lock, {"read", 0, 1, 2}, unlock}},
			[]string{"1 write, 2 read"}},
		{"behind a call", [][]act{{{"behind", 0, 1, 1}}, {{"read", 1, 1, 2}}}, []string{"1 write, 2 read"}},
	} {
		var found []string
		for _, r := range exploredWith(sharing(c.threads...), 100, true).Races {
			does := map[bool]string{false: "read", true: "write"}
			found = append(found, fmt.Sprintf("%d %s, %d %s", r.First.Line, does[r.First.Write], r.Second.Line,
				does[r.Second.Write]))
		}
		if !slices.Equal(found, c.want) {
			t.Errorf("%s: races %q, not %q", c.name, found, c.want)
		}
	}
}

// TestRepeated has a thread read variables again and again between two calls, at once and later in its statement: each
// access is heard once, whatever comes of the others.
func TestRepeated(t *testing.T) {
	const times = 300_000
	p := task(func(th *kernel.Thread) {
		f := hook.Enter(&memoryTable, 0)
		defer f.Leave()
		f.At(0)
		x := make([]int, 3)
		f.V(slotSlice, &x)
		cthreads.Join(th, cthreads.Fork(th, "", func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 1)
			defer f.Leave()
			for i := range times {
				f.At(1)
				hook.Read(f, 2, &x[i%3])
				hook.Late(f, 4, &x[i%3])
			}
		}))
	})
	s := explore.NewSearch()
	l := s.Begin()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l},
		Hears: true}))
	m.Run()
	m.Close()
	s.End()
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / times; s.Classes != 1 || n > 50 {
		t.Errorf("%d classes, %d bytes for each access", s.Classes, n)
	}
}

// TestManyVariables has a thread make a variable in each round of a loop without calls: from some number on none is
// heard, as all would stay in memory, and the search says that it is no proof.
func TestManyVariables(t *testing.T) {
	const times = 100_000
	p := task(func(th *kernel.Thread) {
		cthreads.Join(th, cthreads.Fork(th, "", func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 0)
			defer f.Leave()
			for range times {
				f.At(1)
				x := 0
				f.V(slotNumber, &x)
				hook.Read(f, 2, &x)
			}
		}))
	})
	s := explore.NewSearch()
	l := s.Begin()
	m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l},
		Hears: true}))
	m.Run()
	m.Close()
	s.End()
	if s.Classes != 1 || !s.Shared {
		t.Errorf("%d classes, accesses are said to be heard", s.Classes)
	}
}

// TestOwnVariables has a thread make more variables than any search keeps. As nobody else can use them none is kept,
// and what is heard of the others is all.
func TestOwnVariables(t *testing.T) {
	const times = 300_000
	p := task(func(th *kernel.Thread) {
		cthreads.Join(th, cthreads.Fork(th, "", func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 0)
			defer f.Leave()
			for range times {
				f.At(1)
				x := 0
				f.V(slotOwn, &x)
			}
		}))
	})
	s := explore.NewSearch()
	l := s.Begin()
	m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l},
		Hears: true}))
	m.Run()
	m.Close()
	s.End()
	if s.Classes != 1 || s.Shared {
		t.Errorf("%d classes, some accesses are said not to be heard", s.Classes)
	}
}

// TestHeard: accesses that are heard, though they are no steps of their own, have an order to those of other threads.
func TestHeard(t *testing.T) {
	var last int
	p := task(func(th *kernel.Thread) {
		f := hook.Enter(&memoryTable, 0)
		defer f.Leave()
		f.At(0)
		x := 0
		f.V(slotNumber, &x)
		adds := func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 1)
			defer f.Leave()
			for range 3 {
				f.At(1)
				y := *hook.Read(f, 2, &x)
				th.Yield()
				f.At(3)
				x = hook.Into(f, 7, &x).Val(y + 1)
			}
		}
		a, b := cthreads.Fork(th, "", adds), cthreads.Fork(th, "", adds)
		cthreads.Join(th, a)
		cthreads.Join(th, b)
		last = x
	})
	s, found := explore.NewSearch(), map[int]bool{}
	for l := s.Begin(); l != nil; l = s.Begin() {
		m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l},
			Hears: true}))
		m.Run()
		m.Close()
		s.End()
		found[last] = true
	}
	want := map[int]bool{3: true, 4: true, 5: true, 6: true} // a thread reads what it wrote, for no call is in between
	if s.Classes != 50 || s.Redundant+s.Lost != 0 || !maps.Equal(found, want) {
		t.Errorf("%d classes, %d redundant, %d lost: x is %v", s.Classes, s.Redundant, s.Lost, found)
	}
}

// TestHeardLater: a receiver that has waited goes on later, with its message in hand. Others may have gone on as if it
// had been received, where there is room for one message, or another receiver, and have written what it reads then.
func TestHeardLater(t *testing.T) {
	for name, c := range map[string]struct {
		limit         int
		second, later bool
	}{"room": {1, false, false}, "the next message": {2, true, false}, "after a pause": {1, false, true}} {
		var last int
		p := receivers(c.limit, c.second, c.later, &last)
		s, found, want := explore.NewSearch(), map[int]bool{}, map[int]bool{}
		for l := s.Begin(); l != nil; l = s.Begin() {
			m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l},
				Hears: true}))
			m.Run()
			m.Close()
			s.End()
			found[last] = true
		}
		for i := range 300 {
			m := kernel.Must(kernel.New(p, kernel.Config{Door: kernel.NewRandom(uint64(i)), StepTime: kernel.Timeless}))
			m.Run()
			m.Close()
			want[last] = true
		}
		if s.Redundant+s.Lost != 0 || len(want) < 2 || !maps.Equal(found, want) {
			t.Errorf("%s: %d redundant, %d lost: x is %v, and may be %v", name, s.Redundant, s.Lost, found, want)
		}
	}
}

// receivers has a thread receive one of two messages, and read a variable then, into last. The sender of both writes it
// then, or whoever receives the second one. Later is after a message of which nothing comes, and some time.
func receivers(limit int, second, later bool, last *int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		f := hook.Enter(&memoryTable, 0)
		defer f.Leave()
		f.At(0)
		x, q := 0, th.NewPort("")
		f.V(slotNumber, &x)
		th.SetQueueLimit(q, limit)
		writes := func(f *hook.Frame) {
			f.At(3)
			x = hook.Into(f, 7, &x).Val(1)
		}
		*last = -1
		all := []cthreads.Thread{cthreads.Fork(th, "", func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 1)
			defer f.Leave()
			if later {
				_, _ = kernel.Receive[request](th, q)
				f.At(1)
				*last = *hook.Read(f, 2, &x)
			}
			if m, _ := kernel.Receive[request](th, q); m.Body.N == 1 {
				f.At(1)
				*last = *hook.Read(f, 2, &x)
			}
		}), cthreads.Fork(th, "", func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 1)
			defer f.Leave()
			if later {
				_ = kernel.Send(th, q, request{0})
				th.Sleep(kernel.Millisecond)
			}
			_ = kernel.Send(th, q, request{1})
			_ = kernel.Send(th, q, request{2})
			if !second {
				writes(f)
			}
		})}
		if second {
			all = append(all, cthreads.Fork(th, "", func(th *kernel.Thread) {
				f := hook.Enter(&memoryTable, 1)
				defer f.Leave()
				if m, _ := kernel.Receive[request](th, q); m.Body.N == 2 {
					writes(f)
				}
			}))
		}
		for _, of := range all {
			cthreads.Join(th, of)
		}
	})
}

// TestPreemptedLoop: of an access that a thread makes again and again, each time as a step, little stays in memory.
func TestPreemptedLoop(t *testing.T) {
	const times = 100_000
	p := task(func(th *kernel.Thread) {
		f := hook.Enter(&memoryTable, 0)
		defer f.Leave()
		f.At(0)
		x := 0
		f.V(slotNumber, &x)
		cthreads.Join(th, cthreads.Fork(th, "", func(th *kernel.Thread) {
			f := hook.Enter(&memoryTable, 1)
			defer f.Leave()
			for range times {
				f.At(1)
				hook.Read(f, 2, &x)
			}
		}))
	})
	s := explore.NewSearch()
	l := s.Begin()
	m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l},
		Hears: true, Preempt: true}))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m.Run()
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := (after.HeapAlloc - before.HeapAlloc) / times; m.State.Steps < times || n > 330 {
		t.Errorf("%d bytes of each of %d events", n, m.State.Steps)
	}
	m.Close()
	s.End()
}
