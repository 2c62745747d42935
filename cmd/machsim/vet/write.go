package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// write is a place that a statement or a call writes to.
type write struct {
	place
	at ast.Node
}

// writes returns the places that a node itself writes to, without the nodes below it.
func (c *check) writes(n ast.Node) []write {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return c.writesTo(n, n.Lhs...)
	case *ast.IncDecStmt:
		return c.writesTo(n, n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return c.writesTo(n, n.Key, n.Value)
		}
	case *ast.CallExpr:
		return c.callWrites(n)
	}
	return nil
}

func (c *check) writesTo(at ast.Node, all ...ast.Expr) (ws []write) {
	for _, e := range all {
		if e == nil {
			continue
		}
		if p, ok := c.place(e); ok {
			ws = append(ws, write{p, at})
		}
	}
	return ws
}

// callWrites returns the places that a call writes to through its arguments and its receiver.
// It knows functions of the package, built-in ones, and some of Go's library.
func (c *check) callWrites(call *ast.CallExpr) (ws []write) {
	for i, arg := range c.operands(call) {
		if arg == nil || !c.writesOperand(call, i) {
			continue
		}
		p, ok := c.place(arg)
		if !ok {
			continue
		}
		// A value that is not itself a reference is passed by its address.
		p.deep = p.deep || !isAddress(arg) && refers(c.TypesInfo.TypeOf(arg))
		ws = append(ws, write{p, call})
	}
	return ws
}

func isAddress(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && u.Op == token.AND
}

// operands returns the receiver of a call, nil if it has none, and its arguments.
func (c *check) operands(call *ast.CallExpr) []ast.Expr {
	var recv ast.Expr
	if s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && c.TypesInfo.Selections[s] != nil {
		recv = s.X
	}
	return append([]ast.Expr{recv}, call.Args...)
}

// writesOperand says whether a call writes through operand i.
func (c *check) writesOperand(call *ast.CallExpr, i int) bool {
	switch fn := c.program.callee(call).(type) {
	case *types.Builtin:
		return i == 1 && slices.Contains([]string{"delete", "clear", "copy"}, fn.Name())
	case *types.Func:
		if fn.Pkg() == c.Pkg {
			return c.program.mutated.has(fn.Origin(), i)
		}
		return libraryWrites(fn, i)
	}
	return false
}

// libraryWrites is writesOperand for Go's library: functions that sort, or fill buffers and
// lists, and generators of random numbers.
func libraryWrites(fn *types.Func, i int) bool {
	switch pathOf(fn) {
	case "sort", "container/heap":
		return i == 1
	case "slices":
		return i == 1 && (strings.HasPrefix(fn.Name(), "Sort") || fn.Name() == "Reverse")
	case "maps":
		return i == 1 && slices.Contains([]string{"Copy", "DeleteFunc", "Insert"}, fn.Name())
	case "math/rand", "math/rand/v2":
		return i == 0 && fn.Signature().Recv() != nil
	case "strings", "bytes", "container/list", "container/ring":
		return i == 0 && fn.Signature().Recv() != nil &&
			hasPrefix(fn.Name(), "Write", "Push", "Insert", "Remove", "Reset", "Move", "Truncate", "Init", "Link", "Unlink")
	}
	return false
}

func hasPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}
