package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// still says whether an expression calls nothing, receives nothing, and has no function literals. Calls that were moved
// in front of the statement do not count.
func (f *function) still(x ast.Expr) bool {
	quiet := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f.moved[n] != "" {
				return false
			}
			quiet = quiet && f.pure(n)
		case *ast.FuncLit:
			quiet = false
		case *ast.UnaryExpr:
			if f.moved[n] != "" {
				return false
			}
			quiet = quiet && n.Op != token.ARROW
		}
		return quiet
	})
	return quiet
}

// risks are the steps of an expression that may panic, as texts: pointers that it follows, elements. Those that it may
// leave out do not count.
func (f *function) risks(x ast.Expr) (all []string) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				all = append(all, f.risks(n.X)...)
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND { // &x.y may not follow x
				return false
			}
		case *ast.StarExpr:
			all = append(all, "*"+f.text(n.X))
		case *ast.SelectorExpr:
			if s := f.info.Selections[n]; s != nil && s.Indirect() {
				all = append(all, f.follows(n, s))
			}
			all = append(all, f.risks(n.X)...)
			return false
		case *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
			if tv := f.info.Types[n.(ast.Expr)]; tv.Value == nil {
				all = append(all, f.text(n))
			}
		}
		return true
	})
	return all
}

// follows is the pointer that a selector follows, or the selector itself if that is in an embedded field.
func (f *function) follows(x *ast.SelectorExpr, s *types.Selection) string {
	if len(s.Index()) == 1 && isPointer(f.typeOf(x.X)) {
		return "*" + f.text(x.X)
	}
	return f.text(x)
}
