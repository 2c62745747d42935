package vet

import (
	"go/ast"
	"go/types"
)

// creation is a call that makes a thread, with an argument that the thread runs.
type creation struct {
	call *ast.CallExpr
	body ast.Expr   // what the thread runs
	path []ast.Node // to the call
	maker
}

// maker is a function that makes threads.
type maker struct {
	pkg, name string
	body      int  // the argument that the thread runs
	task      bool // a task is made as well
	boot      bool // by a Boot, before anything runs
	again     bool // what is given may be run more than once
}

var makers = []maker{
	{pkg: "kernel", name: "Boot.Task", body: 2, task: true, boot: true},
	{pkg: "kernel", name: "Boot.Server", body: 2, task: true, boot: true},
	{pkg: "kernel", name: "Boot.OnRestart", body: 1, task: true, boot: true, again: true},
	{pkg: "kernel", name: "Thread.Spawn", body: 2, task: true},
	{pkg: "kernel", name: "Mach.ThreadCreate", body: 1},
	{pkg: "kernel", name: "CThreads.Fork", body: 1},
	{pkg: "cthreads", name: "Fork", body: 2},
}

// creation returns a node as a creation, if it is one.
func (c *check) creation(n ast.Node, path []ast.Node) (creation, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return creation{}, false
	}
	fn, ok := c.program.callee(call).(*types.Func)
	if !ok {
		return creation{}, false
	}
	for _, m := range makers {
		if isMachsim(fn.Pkg(), m.pkg) && localName(fn) == m.name && m.body < len(call.Args) {
			m.task = m.task || m.name == "Mach.ThreadCreate" && c.inNewTask(call.Args[0])
			return creation{call, ast.Unparen(call.Args[m.body]), append([]ast.Node(nil), path...), m}, true
		}
	}
	return creation{}, false
}

// inNewTask says whether a task is one that the function made: a variable set to what
// TaskCreate returns.
func (c *check) inNewTask(task ast.Expr) bool {
	made := false
	if id, ok := task.(*ast.Ident); ok {
		value := c.program.values[c.TypesInfo.Uses[id]]
		if value == nil {
			return false
		}
		ast.Inspect(value, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			made = made || ok && c.isCallOf(call, "kernel", "TaskCreate")
			return true
		})
	}
	return made
}

// literal returns the function literal that an expression denotes, directly or by a local
// variable; nil if it is none.
func (c *check) literal(e ast.Expr) *ast.FuncLit {
	switch e := e.(type) {
	case *ast.FuncLit:
		return e
	case *ast.Ident:
		lit, _ := c.program.values[c.TypesInfo.Uses[e]].(*ast.FuncLit)
		return lit
	}
	return nil
}
