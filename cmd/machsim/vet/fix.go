package vet

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"
)

// libraryFix returns the fix for a name of Go's library that has an equal in the kernel,
// called where there is a thread to call it on. The path ends in the name.
func (c *check) libraryFix(obj types.Object, path []ast.Node) *analysis.SuggestedFix {
	call := calledBy(path)
	th := c.thread(path)
	if call == nil || th == "" || len(call.Args) != 1 {
		return nil
	}
	switch shown(obj) {
	case "time.Sleep":
		return c.sleepFix(call, th)
	case "rand.Intn", "rand.IntN":
		return c.randomFix(call, th)
	}
	return nil
}

// calledBy returns the call of the function whose name a path ends in.
func calledBy(path []ast.Node) *ast.CallExpr {
	if len(path) < 3 {
		return nil
	}
	call, ok := path[len(path)-3].(*ast.CallExpr)
	if !ok || call.Fun != path[len(path)-2] {
		return nil
	}
	return call
}

// sleepFix replaces a sleep of a constant number of whole milliseconds by th.Sleep in virtual time.
func (c *check) sleepFix(call *ast.CallExpr, th string) *analysis.SuggestedFix {
	v := c.TypesInfo.Types[call.Args[0]].Value
	if v == nil {
		return nil
	}
	ns, ok := constant.Int64Val(v)
	kernel := c.kernelName(call.Pos())
	if !ok || ns < 0 || ns%int64(time.Millisecond) != 0 || kernel == "" {
		return nil
	}
	n, unit := ns/int64(time.Millisecond), "Millisecond"
	if n >= 1000 && n%1000 == 0 {
		n, unit = n/1000, "Second"
	}
	return replace(call, "Sleep in virtual time", fmt.Sprintf("%s.Sleep(%d * %s.%s)", th, n, kernel, unit))
}

func (c *check) randomFix(call *ast.CallExpr, th string) *analysis.SuggestedFix {
	return replace(call.Fun, "Use the kernel's random numbers", th+".Random")
}

// mustFix puts a call with an unchecked error into Must. It is for calls with one result.
func (c *check) mustFix(call *ast.CallExpr) *analysis.SuggestedFix {
	kernel := c.kernelName(call.Pos())
	t := c.TypesInfo.TypeOf(call)
	if kernel == "" || t == nil || !isError(t) {
		return nil
	}
	return &analysis.SuggestedFix{
		Message: "Fail the run if it is refused",
		TextEdits: []analysis.TextEdit{
			{Pos: call.Pos(), End: call.Pos(), NewText: []byte(kernel + ".Must(")},
			{Pos: call.End(), End: call.End(), NewText: []byte(")")},
		},
	}
}

// text returns the source of an expression, as gofmt writes it.
func text(e ast.Expr) string { return types.ExprString(e) }
