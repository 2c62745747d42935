package source_test

import (
	"machsim/kernel"
	"machsim/kernel/hook"
)

// The program of these tests, as the rewriter leaves it:
//
//	1	type account struct{ balance int }
//	2	var total int
//	10	func (a *account) add(th *kernel.Thread, n int) (r int) {
//	11		old := a.balance
//	12		th.Yield()
//	13		a.balance = old + n
//	14		return a.balance
//	15	}
//	20	func work(th *kernel.Thread, a *account, amount int) {
//	21		for i := range 3 {
//	22			total += a.add(th, amount*i)
//	23		}
//	24		th.Yield()
//	25	}
type account struct{ balance int }

var total int

var table = hook.Package{
	Path:  "example/bank",
	Files: []hook.File{{Path: "/src/bank.go"}},
	Funcs: []hook.Func{
		{Name: "(*account).add", Line: 10, EndLine: 15, Vars: []hook.Var{
			{Name: "a", Kind: hook.Receiver}, {Name: "th", Kind: hook.Param}, {Name: "n", Kind: hook.Param},
			{Name: "r", Kind: hook.Result}, {Name: "old", From: 111, To: 150}}},
		{Name: "work", Line: 20, EndLine: 25, Vars: []hook.Var{
			{Name: "th", Kind: hook.Param}, {Name: "a", Kind: hook.Param}, {Name: "amount", Kind: hook.Param},
			{Name: "i", From: 211, To: 230}}},
	},
	Stmts: []hook.Stmt{
		{Func: 0, Line: 11, From: 110}, {Func: 0, Line: 12, From: 120}, {Func: 0, Line: 13, From: 130},
		{Func: 0, Line: 14, From: 140},
		{Func: 1, Line: 21, From: 210}, {Func: 1, Line: 22, From: 220}, {Func: 1, Line: 21, From: 210, Kind: hook.Again},
		{Func: 1, Line: 24, From: 240, Label: "out"}, {Func: 1, Line: 25, From: 250, Kind: hook.End},
	},
	Globals: []hook.Global{{Name: "total", Pointer: &total}},
	Consts:  []hook.Const{{Name: "most", Value: 100}},
}

func init() { hook.Register(&table) }

func (a *account) add(th *kernel.Thread, n int) (r int) {
	f := hook.Enter(&table, 0)
	defer f.Leave()
	f.V(0, &a)
	f.V(1, &th)
	f.V(2, &n)
	f.V(3, &r)
	f.At(0)
	old := a.balance
	f.V(4, &old)
	f.At(1)
	th.Yield()
	f.At(2)
	a.balance = old + n
	f.At(3)
	return a.balance
}

func work(th *kernel.Thread, a *account, amount int) {
	f := hook.Enter(&table, 1)
	defer f.Leave()
	f.V(0, &th)
	f.V(1, &a)
	f.V(2, &amount)
	f.At(4)
	for i := range 3 {
		f.V(3, &i)
		f.At(5)
		total += a.add(th, amount*i)
		f.At(6)
	}
	f.At(7)
	th.Yield()
	f.At(8)
}

// bank has two tasks, one with two threads that share an account without a lock.
var bank = &kernel.Program{Name: "bank", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	b.Task(h, "one", func(th *kernel.Thread) {
		a := &account{}
		th.CThreads().Fork("kid", func(th *kernel.Thread) { work(th, a, 1) })
		work(th, a, 10)
	})
	b.Task(h, "two", func(th *kernel.Thread) { work(th, &account{}, 100) })
}}
