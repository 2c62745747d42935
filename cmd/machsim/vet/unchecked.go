package vet

import (
	"go/ast"
	"go/types"
	"slices"
)

var uncheckedRule = Rule{
	Name: "unchecked",
	Finds: "calls of `kernel`, `cthreads`, `netname`, `netname/callrpc`, `netname/debuggee` and `ipc` that can be " +
		"refused, where nobody looks at the error, the code or the truth value that says so",
	Use:    "`kernel.Must(...)`, or `if err := ...`; `_ = ...` where any answer will do",
	search: findUnchecked,
}

// machsimPackages lists the packages whose calls have results that a program must check.
var machsimPackages = []string{"kernel", "cthreads", "netname", "netname/callrpc", "netname/debuggee", "ipc"}

func findUnchecked(c *check) {
	c.each(func(n ast.Node, _ []ast.Node) {
		if call, fixable := dropped(n); call != nil {
			c.unchecked(call, fixable)
		}
	})
}

// dropped returns the call whose results a statement drops. Must can be put around it
// unless the call is deferred.
func dropped(n ast.Node) (call *ast.CallExpr, fixable bool) {
	switch n := n.(type) {
	case *ast.ExprStmt:
		call, _ := ast.Unparen(n.X).(*ast.CallExpr)
		return call, true
	case *ast.DeferStmt:
		return n.Call, false
	case *ast.GoStmt:
		return n.Call, false
	}
	return nil, false
}

func (c *check) unchecked(call *ast.CallExpr, fixable bool) {
	fn, ok := c.program.callee(call).(*types.Func)
	if !ok || !slices.ContainsFunc(machsimPackages, func(name string) bool { return isMachsim(fn.Pkg(), name) }) {
		return
	}
	results := fn.Signature().Results()
	if results.Len() == 0 {
		return
	}
	name := text(call.Fun)
	switch last := results.At(results.Len() - 1).Type(); {
	case isError(last) && results.Len() == 1:
		fix := c.mustFix(call)
		if !fixable {
			fix = nil
		}
		c.reportFix(call, fix, "%s can be refused, and nobody looks at its error; use kernel.Must(%s(...)), or handle "+
			"the error", name, name)
	case isError(last):
		c.report(call, "%s can be refused, and nobody looks at its error; use kernel.Must(%s(...)), or handle the error",
			name, name)
	case isBool(last) && results.Len() == 1:
		c.report(call, "%s says whether it succeeded, and nobody looks at that; use if %s(...)", name, name)
	}
}

// isError says whether a type can mean a refusal: error, or one of Mach's codes.
func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type()) || isNamed(t, "ipc", "Code")
}

func isBool(t types.Type) bool { return types.Identical(t, types.Typ[types.Bool]) }
