package vet

import (
	"go/ast"
	"go/token"
	"go/types"
)

// variable returns the variable that an identifier uses, nil if it is something else,
// or a field.
func (c *check) variable(id *ast.Ident) *types.Var {
	v, ok := c.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() {
		return nil
	}
	return v
}

// isGlobal says whether a variable belongs to a package.
func isGlobal(v *types.Var) bool { return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() }

func within(at token.Pos, n ast.Node) bool { return n.Pos() <= at && at < n.End() }

// place is what an expression denotes: a variable, or what lies behind one.
type place struct {
	v    *types.Var
	deep bool // behind a pointer, in a slice or a map
}

// place returns the place that an expression denotes, which is assigned to, or whose address
// is taken; false if there is no variable at its root.
func (c *check) place(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := c.variable(e)
		return place{v: v}, v != nil
	case *ast.StarExpr:
		return c.behind(e.X, true)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return c.place(e.X)
		}
	case *ast.IndexExpr:
		_, array := c.TypesInfo.TypeOf(e.X).Underlying().(*types.Array)
		return c.behind(e.X, !array)
	case *ast.SliceExpr:
		_, array := c.TypesInfo.TypeOf(e.X).Underlying().(*types.Array)
		return c.behind(e.X, !array)
	case *ast.SelectorExpr:
		return c.selected(e)
	}
	return place{}, false
}

func (c *check) behind(e ast.Expr, deep bool) (place, bool) {
	p, ok := c.place(e)
	p.deep = p.deep || deep
	return p, ok
}

// selected returns the place of a field, or of another package's variable.
func (c *check) selected(e *ast.SelectorExpr) (place, bool) {
	s := c.TypesInfo.Selections[e]
	if s == nil {
		v := c.variable(e.Sel)
		return place{v: v}, v != nil
	}
	_, pointer := s.Recv().Underlying().(*types.Pointer)
	return c.behind(e.X, pointer || s.Indirect())
}

// refers says whether a copy of a value shares memory with it.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}
