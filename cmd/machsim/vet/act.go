package vet

import (
	"go/ast"
	"go/types"
	"slices"
)

// quiet lists the methods of a thread that make no kernel call, unless they fail a run.
var quiet = []string{"ID", "Name", "GivenName", "IsFirst", "Check", "Watch", "Mach", "Mach25", "CThreads",
	"SendRight", "Self"}

// acts says whether a call makes kernel calls: it is one, or passes a thread on, or is of
// a function of the package that does so.
func (c *check) acts(call *ast.CallExpr, seen map[ast.Node]bool) bool {
	if tv, ok := c.TypesInfo.Types[call.Fun]; ok && tv.IsType() {
		return false
	}
	if fn, ok := c.program.callee(call).(*types.Func); ok && fn.Signature().Recv() != nil &&
		makesCalls(fn.Signature().Recv().Type()) {
		return !slices.Contains(quiet, fn.Name())
	}
	for _, arg := range call.Args {
		if t := c.TypesInfo.TypeOf(arg); t != nil && isThread(t) {
			return true
		}
	}
	body := c.program.function(call)
	return body != nil && c.actsIn(body, seen)
}

// actsIn says whether a function makes kernel calls.
func (c *check) actsIn(body ast.Node, seen map[ast.Node]bool) (acts bool) {
	if seen[body] {
		return false
	}
	seen[body] = true
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		acts = acts || ok && c.acts(call, seen)
		return !acts
	})
	return acts
}
