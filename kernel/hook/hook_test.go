package hook_test

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"machsim/kernel/hook"
)

// The program of these tests, as the rewriter would leave it:
//
//	var total = 10
//
//	func sum(n int) int {
//		s := 0
//		for i := range n {
//			s += i
//		}
//		total += s
//		return s
//	}
//
//	func run() {
//		x := sum(3)
//		func() { x++ }()
//	}
var total = 10

var table = hook.Package{
	Path:  "example",
	Files: []hook.File{{Path: "example.go"}},
	Funcs: []hook.Func{
		{Name: "sum", Vars: []hook.Var{{"n", hook.Param, 0, 0, false}, {"~r0", hook.Result, 0, 0, false},
			{"s", hook.Plain, 20, 100, false}, {"i", hook.Plain, 40, 60, false}}},
		{Name: "run", Vars: []hook.Var{{"x", hook.Plain, 120, 200, false}}},
		{Name: "run.func1", Vars: []hook.Var{{"x", hook.Captured, 0, 0, false}}},
	},
	Stmts: []hook.Stmt{
		{Line: 4, From: 10}, {Line: 5, From: 30}, {Line: 6, From: 50}, {Line: 5, From: 30, Kind: hook.Again},
		{Line: 8, From: 70}, {Line: 9, From: 80},
		{Func: 1, Line: 13, From: 110}, {Func: 1, Line: 14, From: 130}, {Func: 1, Line: 15, From: 190, Kind: hook.End},
		{Func: 2, Line: 14, From: 140}, {Func: 2, Line: 14, From: 150, Kind: hook.End},
	},
	Shared:  []hook.Site{{Stmt: 4, Write: true, Expr: "total"}},
	Globals: []hook.Global{{"total", &total}},
	Reset:   func() { total = 10 },
}

func init() { hook.Register(&table) }

func sum(n int) (r0 int) {
	f := hook.Enter(&table, 0)
	defer hook.Leave1(f, 1, &r0)
	f.V(0, &n)
	f.At(0)
	s := 0
	f.V(2, &s)
	f.At(1)
	for i := range n {
		f.V(3, &i)
		f.At(2)
		s += i
		f.At(3)
	}
	f.At(4)
	f.W(0, &total)
	total += s
	f.At(5)
	return s
}

func run() {
	f := hook.Enter(&table, 1)
	defer f.Leave()
	f.At(6)
	x := sum(3)
	f.V(0, &x)
	f.At(7)
	func() {
		f := hook.Enter(&table, 2)
		defer f.Leave()
		f.V(0, &x)
		f.At(9)
		x++
		f.At(10)
	}()
	f.At(8)
}

// fed runs the program as a feeder does: as a coroutine that goes on whenever next is called.
func fed(t *hook.Thread) (next func() bool, end func()) {
	resume, stop := iter.Pull(func(yield func(struct{}) bool) {
		t.Park = func() { yield(struct{}{}) }
		t.Here()
		run()
	})
	return func() bool {
		t.Resume()
		_, more := resume()
		t.Pause()
		return more
	}, stop
}

// shown is a thread's position, its statement and what its frames see.
func shown(t *hook.Thread) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", t.N)
	for f := t.Frame; f != nil; f = f.Caller {
		fmt.Fprintf(&b, " %s#%d line %d", f.Func().Name, f.Serial, f.Stmt().Line)
		for _, v := range f.Locals() {
			fmt.Fprintf(&b, " %s=%v", v.Name, reflect.ValueOf(v.Pointer).Elem())
		}
	}
	return b.String()
}

func TestParkAtEachStatement(t *testing.T) {
	th := hook.NewThread()
	th.Stop = 0
	th.Reached = func(t *hook.Thread) { t.Park() }
	next, _ := fed(th)
	var all []string
	for next() {
		all = append(all, shown(th))
	}
	want := `1: run#1 line 13
2: sum#2 line 4 n=3 run#1 line 13
3: sum#2 line 5 n=3 s=0 run#1 line 13
4: sum#2 line 6 n=3 s=0 i=0 run#1 line 13
5: sum#2 line 5 n=3 s=0 run#1 line 13
6: sum#2 line 6 n=3 s=0 i=1 run#1 line 13
7: sum#2 line 5 n=3 s=1 run#1 line 13
8: sum#2 line 6 n=3 s=1 i=2 run#1 line 13
9: sum#2 line 5 n=3 s=3 run#1 line 13
10: sum#2 line 8 n=3 s=3 run#1 line 13
11: sum#2 line 9 n=3 s=3 run#1 line 13
12: run#1 line 14 x=3
13: run.func1#3 line 14 x=3 run#1 line 14 x=3
14: run.func1#3 line 14 x=4 run#1 line 14 x=4
15: run#1 line 15 x=4`
	if got := strings.Join(all, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if th.Frame != nil || th.N != 15 {
		t.Errorf("at the end: %d statements, frame %v", th.N, th.Frame)
	}
}

func TestStopAtOneStatement(t *testing.T) {
	th := hook.NewThread()
	th.Stop = 11
	th.Reached = func(t *hook.Thread) { t.Stop = hook.Never; t.Park() }
	next, _ := fed(th)
	if !next() || th.N != 11 || th.Frame.Stmt().Line != 9 {
		t.Errorf("stopped at %s", shown(th))
	}
	if next() || th.N != 15 {
		t.Errorf("went on to statement %d", th.N)
	}
}

func TestReturnedReadsResults(t *testing.T) {
	th := hook.NewThread()
	var all []string
	th.Returned = func(f *hook.Frame) {
		v, ok := f.Lookup("~r0")
		if ok {
			all = append(all, fmt.Sprint(f.Func().Name, " ", *v.Pointer.(*int)))
		}
	}
	next, _ := fed(th)
	next()
	if got := strings.Join(all, ", "); got != "sum 3" {
		t.Errorf("results: %s", got)
	}
}

func TestAccessed(t *testing.T) {
	th := hook.NewThread()
	var all []string
	th.Accessed = func(f *hook.Frame, a hook.Access) {
		all = append(all, fmt.Sprint(f.Stmt().Line, " ", a.Expr, " ", a.Write, " ", a.Pointer == any(&total)))
	}
	next, _ := fed(th)
	next()
	if got := strings.Join(all, ", "); got != "8 total true true" {
		t.Errorf("accesses: %s", got)
	}
}

func TestTheDeadAreNotHeard(t *testing.T) {
	th := hook.NewThread()
	th.Stop = 3
	th.Reached = func(t *hook.Thread) {
		if t.Stop = 0; t.Dead() {
			panic("a dead thread is heard")
		}
		t.Park()
	}
	next, end := fed(th)
	next()
	th.Die()
	end()
	if th.N != 3 {
		t.Errorf("a dead thread has come to statement %d", th.N)
	}
}

func TestNobodyListens(t *testing.T) {
	run()
	if hook.Running() != nil {
		t.Error("a thread out of nothing")
	}
}

// TestListenersCodeIsNotCounted: a listener may call code of the program.
func TestListenersCodeIsNotCounted(t *testing.T) {
	th := hook.NewThread()
	th.Stop = 2
	th.Reached = func(t *hook.Thread) { t.Stop = hook.Never; run() }
	next, _ := fed(th)
	next()
	if th.N != 15 {
		t.Errorf("%d statements", th.N)
	}
}

// TestRunsHaveTheirOwnVariables: a run begins with the first values, and finds its own when it goes on.
func TestRunsHaveTheirOwnVariables(t *testing.T) {
	first, second := hook.Begin(false, nil), hook.Begin(false, nil)
	for i, turn := range []struct {
		*hook.Kept
		begins         bool
		finds, becomes int
	}{
		{first, true, 10, 5}, {second, true, 10, 6}, {first, false, 5, 5}, {first, false, 5, 7}, {second, false, 6, 6},
		{first, false, 7, 7},
	} {
		turn.Enter()
		if turn.begins {
			turn.Initialise()
		}
		if total != turn.finds {
			t.Errorf("turn %d: the run finds %d, not %d", i, total, turn.finds)
		}
		total = turn.becomes
		turn.Leave()
	}
}

func TestResetThatPanics(t *testing.T) {
	was := table.Reset
	defer func() { table.Reset = was }()
	total = 3
	table.Reset = func() { total = 4; panic("flag redefined") }
	k := hook.Begin(false, nil)
	k.Enter()
	defer k.Leave()
	k.Initialise()
	if total != 3 {
		t.Errorf("total is %d", total)
	}
	if hook.Changing() || hook.Begin(false, nil) != nil {
		t.Error("it is tried again")
	}
}

//go:noinline
func statements(n int) {
	f := hook.Enter(&table, 1)
	defer f.Leave()
	for range n {
		f.At(6)
	}
}

func benchmarkAt(b *testing.B, th *hook.Thread) {
	if th != nil {
		th.Here()
		th.Resume()
		defer th.Pause()
	}
	statements(b.N)
}

func BenchmarkAtIdle(b *testing.B)     { benchmarkAt(b, nil) }
func BenchmarkAtCounting(b *testing.B) { benchmarkAt(b, hook.NewThread()) }
func BenchmarkAtReached(b *testing.B) {
	th := hook.NewThread()
	th.Stop, th.Reached = 0, func(*hook.Thread) {}
	benchmarkAt(b, th)
}

func BenchmarkFrame(b *testing.B) {
	th := hook.NewThread()
	th.Lost = &atomic.Bool{}
	th.Here()
	th.Resume()
	defer th.Pause()
	for range b.N {
		statements(0)
	}
}
