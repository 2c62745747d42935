package kernel_test

import (
	"fmt"
	"testing"

	"machsim/kernel"
	"machsim/kernel/hook"
)

var counts = hook.Package{
	Path:   "machsim/kernel_test/counts",
	Funcs:  []hook.Func{{Name: "count"}},
	Stmts:  []hook.Stmt{{Line: 1}},
	Shared: []hook.Site{{Expr: "n"}, {Write: true, Expr: "n"}},
}

func init() { hook.Register(&counts) }

// count is a program with hooks: n++.
func count(n *int) {
	f := hook.Enter(&counts, 0)
	defer f.Leave()
	f.At(0)
	f.R(0, n)
	*n = hook.Into(f, 1, n).Val(*n + 1)
}

// lost has two threads that count without a lock, and notes what comes of it.
func lost(n *int) *kernel.Program {
	return &kernel.Program{Name: "lost", Main: func(b *kernel.Boot) {
		b.Task(0, "task", func(th *kernel.Thread) {
			*n = 0
			count(n) // nobody else is there yet
			kid := th.CThreads().Fork("kid", func(*kernel.Thread) { count(n) })
			count(n)
			th.CThreads().Join(kid)
		})
	}}
}

// TestLostUpdate: only with preemption an update is lost, and soon.
func TestLostUpdate(t *testing.T) {
	results := map[string]int{}
	for _, preempt := range []bool{false, true} {
		for seed := range uint64(20) {
			n := 0
			m, err := kernel.New(lost(&n), kernel.Config{Seed: seed, Preempt: preempt})
			if err != nil {
				t.Fatal(err)
			}
			if m.Run() != kernel.Finished || hook.Running() != nil {
				t.Fatalf("seed %d: %v, heard: %v", seed, m.Outcome(), hook.Running())
			}
			results[fmt.Sprint(preempt, n)]++
			m.Close()
		}
	}
	if results["false 3"] != 20 || results["true 2"] < 2 || results["true 2"]+results["true 3"] != 20 {
		t.Errorf("%v", results)
	}
}

// TestPreemptedCalls: the accesses of a task's only thread are no calls, all others are.
func TestPreemptedCalls(t *testing.T) {
	n, calls := 0, map[string]int{}
	m, err := kernel.New(lost(&n), kernel.Config{Preempt: true, Tracer: kernel.Tracer{
		Event: func(e *kernel.Event) {
			if e.Call.Op == kernel.OpPreempt {
				calls[e.State.ThreadName(e.Actor.Thread)+" "+e.Call.Text]++
			}
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	want := map[string]int{"task.1 read n": 1, "task.1 write n": 1, "task.kid read n": 1, "task.kid write n": 1}
	if fmt.Sprint(calls) != fmt.Sprint(want) {
		t.Errorf("calls %v, not %v", calls, want)
	}
}
