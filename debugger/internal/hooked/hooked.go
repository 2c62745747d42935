// Package hooked is a program for tests with hooks at its statements, which were put in by hand.
package hooked

import (
	"reflect"
	"strings"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// Text is the program as its author wrote it; the lines are those that the hooks tell of.
var Text = text(map[int]string{
	1:  "type account struct{ balance int }",
	2:  "var rounds = 3",
	3:  "var total int",
	5:  "const most = 100",
	10: "func (a *account) add(th *kernel.Thread, n int) (r int) {",
	11: "\told := a.balance",
	12: "\tth.Yield()",
	13: "\ta.balance = old + n",
	14: "\treturn a.balance",
	15: "}",
	20: "func work(th *kernel.Thread, a *account, amount int) {",
	21: "\tfor i := range rounds {",
	22: "\t\ttotal += a.add(th, amount*i)",
	23: "\t}",
	24: "out:\tth.Yield()",
	25: "}",
	30: "func spin(th *kernel.Thread) {",
	31: "\tth.Yield()",
	32: "\tfor n := 0; ; {",
	33: "\t\tn++",
	34: "\t}",
	35: "}",
})

// text puts lines where they belong.
func text(lines map[int]string) string {
	all := make([]string, 35)
	for n, line := range lines {
		all[n-1] = line
	}
	return strings.Join(all, "\n") + "\n"
}

type account struct{ balance int }

func spin(th *kernel.Thread) {
	f := hook.Enter(&table, 2)
	defer f.Leave()
	f.V(0, &th)
	f.At(9)
	th.Yield()
	f.At(10)
	for n := 0; ; {
		f.V(1, &n)
		f.At(11)
		n++
		f.At(12)
	}
}

// Spin has a thread that goes on without end after its last call.
var Spin = &kernel.Program{Name: "spin", Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "one", spin) }}

// rounds is how often each thread adds to its account.
var rounds = 3

var total int

// endless is a number whose String method does not return.
type endless int

func (endless) String() string { select {} }

var table = hook.Package{
	Path:  "machsim/debugger/internal/hooked",
	Files: []hook.File{{Path: "/src/bank.go", Text: Text}, {Path: "/src/clock.go", Why: "uses cgo"}},
	Funcs: []hook.Func{
		{Name: "(*account).add", Line: 10, EndLine: 15, Vars: []hook.Var{
			{Name: "a", Kind: hook.Receiver}, {Name: "th", Kind: hook.Param}, {Name: "n", Kind: hook.Param},
			{Name: "r", Kind: hook.Result}, {Name: "old", From: 111, To: 150}}},
		{Name: "work", Line: 20, EndLine: 25, Vars: []hook.Var{
			{Name: "th", Kind: hook.Param}, {Name: "a", Kind: hook.Param}, {Name: "amount", Kind: hook.Param},
			{Name: "i", From: 211, To: 230}}},
		{Name: "spin", Line: 30, EndLine: 35, Vars: []hook.Var{
			{Name: "th", Kind: hook.Param}, {Name: "n", From: 321, To: 350}}},
	},
	Stmts: []hook.Stmt{
		{Func: 0, Line: 11, From: 110}, {Func: 0, Line: 12, From: 120}, {Func: 0, Line: 13, From: 130},
		{Func: 0, Line: 14, From: 140},
		{Func: 1, Line: 21, From: 210}, {Func: 1, Line: 22, From: 220}, {Func: 1, Line: 21, From: 210, Kind: hook.Again},
		{Func: 1, Line: 24, From: 240, Label: "out"}, {Func: 1, Line: 25, From: 250, Kind: hook.End},
		{Func: 2, Line: 31, From: 310}, {Func: 2, Line: 32, From: 320}, {Func: 2, Line: 33, From: 330},
		{Func: 2, Line: 32, From: 320, Kind: hook.Again},
	},
	Shared: []hook.Site{{Stmt: 0, Expr: "a.balance"}, {Stmt: 2, Write: true, Expr: "a.balance"},
		{Stmt: 3, Expr: "a.balance"}},
	Private: []hook.Site{{Stmt: 0, Expr: "a"}, {Stmt: 2, Expr: "a"}, {Stmt: 2, Expr: "old"}, {Stmt: 2, Expr: "n"},
		{Stmt: 3, Expr: "a"}, {Stmt: 5, Expr: "a"}, {Stmt: 5, Expr: "amount"}, {Stmt: 5, Expr: "i"},
		{Stmt: 11, Expr: "n"}, {Stmt: 11, Write: true, Expr: "n"}},
	Globals: []hook.Global{{Name: "total", Pointer: &total}},
	Consts:  []hook.Const{{Name: "most", Value: 100}},
	Types:   []reflect.Type{reflect.TypeFor[endless]()},
	Reset:   func() { total = 0 },
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
	old := *hook.Read(f, 0, &a.balance)
	f.V(4, &old)
	f.At(1)
	th.Yield()
	f.At(2)
	a.balance = hook.Into(f, 1, &a.balance).Val(old + n)
	f.At(3)
	return *hook.Read(f, 2, &a.balance)
}

func work(th *kernel.Thread, a *account, amount int) {
	f := hook.Enter(&table, 1)
	defer f.Leave()
	f.V(0, &th)
	f.V(1, &a)
	f.V(2, &amount)
	f.At(4)
	for i := range rounds {
		f.V(3, &i)
		f.At(5)
		total += a.add(th, amount*i)
		f.At(6)
	}
	f.At(7)
	th.Yield()
	f.At(8)
}

// Long is Program with many rounds.
func Long(n int) (end func()) {
	rounds = n
	return func() { rounds = 3 }
}

// Program has two tasks, one with two threads that share an account without a lock.
var Program = &kernel.Program{Name: "hooked", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	b.Task(h, "one", func(th *kernel.Thread) {
		a := &account{}
		th.CThreads().Fork("kid", func(th *kernel.Thread) { work(th, a, 1) })
		work(th, a, 10)
	})
	b.Task(h, "two", func(th *kernel.Thread) { work(th, &account{}, 100) })
}}
