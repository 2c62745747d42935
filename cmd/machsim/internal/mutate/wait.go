package mutate

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
)

const (
	conditionWait      = "(machsim/cthreads.Condition).Wait"
	conditionSignal    = "(machsim/cthreads.Condition).Signal"
	conditionBroadcast = "(machsim/cthreads.Condition).Broadcast"
)

// waits are the calls that wait for somebody.
var waits = []string{conditionWait, "machsim/cthreads.Join", "machsim/cthreads.JoinAll", "machsim/kernel.Receive",
	"machsim/kernel.ReceiveTimeout", "(*machsim/kernel.Thread).Receive", "(*machsim/kernel.Thread).ReceiveTimeout",
	"machsim/kernel.RPC", "machsim/kernel.RPCTimeout", "(*machsim/kernel.Thread).RPC",
	"(*machsim/kernel.Thread).RPCTimeout", "machsim/netname/callrpc.Call"}

// noWait leaves a wait out: by such a call, or by a function of the program that makes one. What is all that a function
// literal does is the work of a thread, and no wait.
func (f *file) noWait(c inspector.Cursor) {
	if b, ok := c.Node().(*ast.BlockStmt); ok && len(b.List) == 1 {
		if _, whole := c.Parent().Node().(*ast.FuncLit); whole {
			return
		}
	}
	f.leftOut("no-wait", c, func(name string) bool { return slices.Contains(waits, name) || f.waiting[name] })
}

// wakes are the calls that let somebody go on who waits.
var wakes = []string{conditionSignal, conditionBroadcast, "machsim/kernel.Send", "machsim/kernel.SendTimeout",
	"machsim/kernel.Reply", "(*machsim/kernel.Thread).Send", "(*machsim/kernel.Thread).SendTimeout",
	"(*machsim/kernel.Thread).Reply"}

// noWake leaves out what others wait for.
func (f *file) noWake(c inspector.Cursor) {
	f.leftOut("no-wake", c, func(name string) bool { return slices.Contains(wakes, name) })
}

// leftOut adds a mutant for each statement that makes a call whose result is not looked at.
func (f *file) leftOut(operator string, c inspector.Cursor, of func(name string) bool) {
	lists(c, func(all []ast.Stmt, i int) {
		if call := f.calls(all[i]); call != nil && of(f.callee(call)) {
			f.add(operator, all[i], f.said(all[i]), "", f.left(all[i])...)
		}
	})
}

// waitingIn notes the functions of a file that wait themselves, or by functions that are known to. It returns whether
// there are any that were not known.
func (x *pkg) waitingIn(tree *ast.File) (more bool) {
	for _, d := range tree.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok || d.Body == nil {
			continue
		}
		name := x.info.Defs[d.Name].(*types.Func).FullName()
		if !x.waiting[name] && x.waitsIn(d.Body) {
			x.waiting[name], more = true, true
		}
	}
	return more
}

// waitsIn says whether a body waits; what it lets other threads do does not count.
func (x *pkg) waitsIn(body *ast.BlockStmt) (waiting bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			name := x.callee(call)
			waiting = waiting || slices.Contains(waits, name) || x.waiting[name]
		}
		_, other := n.(*ast.FuncLit)
		return !other
	})
	return waiting
}

// ifFor looks once at what a condition is waited for.
func (f *file) ifFor(c inspector.Cursor) {
	loop, ok := c.Node().(*ast.ForStmt)
	if !ok || loop.Init != nil || loop.Post != nil || loop.Cond == nil || !f.truth(loop.Cond) ||
		!slices.ContainsFunc(loop.Body.List, f.isWait) {
		return
	}
	cond := f.said(loop.Cond)
	f.add("if-for", loop, "for "+cond+" {", "if "+cond+" {",
		edit{f.at(loop.Cond.Pos()), stmtBegin,
			"machsim_first := true; (machsim_first || !" + mark + ") && ("},
		edit{f.at(loop.Cond.End()), stmtEnd, "); machsim_first = false "})
}

func (f *file) isWait(s ast.Stmt) bool {
	call := f.calls(s)
	return call != nil && f.callee(call) == conditionWait
}

// signal wakes one thread in the place of all.
func (f *file) signal(c inspector.Cursor) {
	lists(c, func(all []ast.Stmt, i int) {
		call := f.calls(all[i])
		if call == nil || f.callee(call) != conditionBroadcast {
			return
		}
		name := call.Fun.(*ast.SelectorExpr).Sel
		one := f.text[f.at(call.Pos()):f.at(name.Pos())] + "Signal" + f.text[f.at(name.End()):f.at(call.End())]
		f.add("signal", all[i], f.said(all[i]), one,
			edit{f.at(all[i].Pos()), stmtBegin, "if " + mark + " { " + one + " } else { "},
			edit{f.at(all[i].End()), stmtEnd, " }"})
	})
}
