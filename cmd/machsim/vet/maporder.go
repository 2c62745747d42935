package vet

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

var mapOrderRule = Rule{
	Name: "maporder",
	Finds: "loops over a map whose order matters: calls of the kernel, output, a slice that is not sorted afterwards, " +
		"sums of floats, text, the last one or the one that ended the loop; `maps.Keys` and `maps.Values` collected and " +
		"not sorted",
	Use:    "`slices.Sorted(maps.Keys(m))`; to count, to add whole numbers, to delete, to fill another map is fine",
	search: findMapOrder,
}

func findMapOrder(c *check) {
	c.each(func(n ast.Node, path []ast.Node) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if c.mapOf(n.X) != nil {
				c.mapLoop(n, path)
			}
		case *ast.CallExpr:
			c.collected(n, path)
		}
	})
}

// mapOf returns the map that a loop over x goes over, by itself or by its keys or values,
// nil if it goes over something else.
func (c *check) mapOf(x ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(x).(*ast.CallExpr); ok && c.isLibrary(call, "maps", "Keys", "Values", "All") {
		return call.Args[0]
	}
	if t := c.TypesInfo.TypeOf(x); t != nil {
		if _, ok := t.Underlying().(*types.Map); ok {
			return x
		}
	}
	return nil
}

// isLibrary says whether a call is of one of these functions of a package.
func (c *check) isLibrary(call *ast.CallExpr, pkg string, names ...string) bool {
	fn, ok := c.program.callee(call).(*types.Func)
	return ok && pathOf(fn) == pkg && slices.Contains(names, fn.Name())
}

// mapLoop reports a loop over a map whose order matters, and says why.
func (c *check) mapLoop(loop *ast.RangeStmt, path []ast.Node) {
	if loop.Key == nil && loop.Value == nil {
		return // all turns are the same
	}
	m := &mapLoop{check: c, loop: loop, after: enclosing(path)}
	m.walk()
	if why := m.verdict(); why != "" {
		c.report(loop, "the order of a map differs from run to run, and %s; use %s", why, c.inOrder(loop.X))
	}
}

// inOrder returns the code that goes over the same elements in order.
func (c *check) inOrder(x ast.Expr) string {
	m := c.mapOf(x)
	if t, ok := c.TypesInfo.TypeOf(m).Underlying().(*types.Map); ok && isOrdered(t.Key()) {
		return fmt.Sprintf("slices.Sorted(maps.Keys(%s))", text(m))
	}
	return fmt.Sprintf("slices.SortedFunc(maps.Keys(%s), ...)", text(m))
}

// isOrdered says whether values of a type can be compared by <.
func isOrdered(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsOrdered != 0
}

// enclosing returns the innermost function on a path.
func enclosing(path []ast.Node) ast.Node {
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return path[i]
		}
	}
	return path[0]
}

// collected reports the keys or values of a map made into a slice that is not sorted.
func (c *check) collected(call *ast.CallExpr, path []ast.Node) {
	if !c.isLibrary(call, "slices", "Collect") || len(call.Args) != 1 {
		return
	}
	keys, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok || !c.isLibrary(keys, "maps", "Keys", "Values") || c.sortedLater(path) {
		return
	}
	c.reportFix(call, c.sortedFix(call), "the order of a map differs from run to run; use slices.Sorted(%s)", text(keys))
}

// sortedFix has Sorted take the place of Collect, where the elements have an order.
func (c *check) sortedFix(call *ast.CallExpr) *analysis.SuggestedFix {
	s, ok := call.Fun.(*ast.SelectorExpr)
	list, slice := c.TypesInfo.TypeOf(call).(*types.Slice)
	if !ok || !slice || !isOrdered(list.Elem()) {
		return nil
	}
	return replace(s.Sel, "Sort them", "Sorted")
}
