package vet

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// sortedLater says whether what a call gives is sorted, or only counted: it is an argument
// of such a call, or assigned to a place that is sorted. The path leads to the call.
func (c *check) sortedLater(path []ast.Node) bool {
	for i := len(path) - 2; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.CallExpr:
			return c.sorts(n) || isBuiltin(c.program.callee(n), "len")
		case *ast.AssignStmt:
			return c.sortedAfter(enclosing(path), n, n.Lhs[0])
		case ast.Stmt:
			return false
		}
	}
	return false
}

// sorts says whether a call sorts its first argument: one of Go's library, or a function
// whose name begins so.
func (c *check) sorts(call *ast.CallExpr) bool {
	fn, ok := c.program.callee(call).(*types.Func)
	if !ok || len(call.Args) == 0 {
		return false
	}
	switch pathOf(fn) {
	case "sort":
		return !hasPrefix(fn.Name(), "Search", "Find", "Is")
	case "slices":
		return slices.Contains([]string{"Sort", "SortFunc", "SortStableFunc"}, fn.Name())
	}
	return strings.HasPrefix(strings.ToLower(fn.Name()), "sort")
}

// sortedAfter says whether a function sorts a place after a node; of an element of a slice
// or a map, that it sorts any of them, or all in a loop.
func (c *check) sortedAfter(function, node ast.Node, place ast.Expr) (sorted bool) {
	if ix, ok := ast.Unparen(place).(*ast.IndexExpr); ok {
		place = ix.X
	}
	ast.Inspect(function, func(n ast.Node) bool {
		if n == nil || n.Pos() < node.End() {
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			sorted = sorted || c.sorts(n) && mentions(n.Args[0], place)
		case *ast.RangeStmt:
			sorted = sorted || mentions(n.X, place) && c.sortsIn(n.Body)
		}
		return !sorted
	})
	return sorted
}

func (c *check) sortsIn(n ast.Node) (sorts bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		sorts = sorts || ok && c.sorts(call)
		return !sorts
	})
	return sorts
}

// mentions says whether a place is written in an expression.
func mentions(e, place ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		part, ok := n.(ast.Expr)
		found = found || ok && text(part) == text(place)
		return !found
	})
	return found
}
