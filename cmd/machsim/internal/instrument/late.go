package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// late says whether something that may be shared is read in a node behind something that is called later in the
// statement: its hook, which stands where it is in the source, would come too early.
func (f *function) late(nodes ...ast.Node) (found bool) {
	for _, n := range nodes {
		f.shared(n, func(x ast.Expr) { found = found || f.calledBehind(x) })
	}
	return found
}

// touches says whether something that may be shared is read in a node.
func (f *function) touches(nodes ...ast.Node) (found bool) {
	for _, n := range nodes {
		f.shared(n, func(ast.Expr) { found = true })
	}
	return found
}

// shared goes through what may be shared in a node.
func (f *function) shared(n ast.Node, visit func(ast.Expr)) {
	if isNone(n) {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok {
			_, block := n.(*ast.BlockStmt)
			return !block
		}
		if f.moved[x] != "" || f.constant(x) {
			return false
		}
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if id := f.variable(x.X); x.Op == token.AND && id != nil && ast.Unparen(x.X) == ast.Expr(id) {
				return false
			}
		case *ast.SelectorExpr:
			if f.pointerMethod(x) && f.variable(x.X) != nil {
				return false
			}
			if f.receives(x) {
				visit(x.X)
			}
		}
		if f.isMapElement(x) || f.isMap(x) || f.isShared(x) && f.addressable(x) {
			visit(x)
		}
		return true
	})
}

// isNone says whether a part of a statement is not there.
func isNone(n ast.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case ast.Expr:
		return n == nil
	}
	return false
}

// callsNothing says whether an expression makes no call, and receives nothing.
func (f *function) callsNothing(x ast.Expr) bool {
	quiet := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			quiet = quiet && (f.moved[n] != "" || f.pure(n))
		case *ast.UnaryExpr:
			quiet = quiet && (f.moved[n] != "" || n.Op != token.ARROW)
		}
		return quiet
	})
	return quiet
}

// pure says whether a call is a conversion, or of a builtin function that changes nothing.
func (f *function) pure(x *ast.CallExpr) bool {
	if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && f.info.Types[x.Fun].IsBuiltin() {
		switch id.Name {
		case "len", "cap", "min", "max", "make", "new", "real", "imag", "complex":
			return true
		}
		return false
	}
	return f.info.Types[x.Fun].IsType()
}

// fits says whether the calls of expressions can be put in front of their statement, each into a variable.
func (f *function) fits(all ...ast.Expr) bool {
	ok := true
	for _, x := range all {
		if x == nil {
			continue
		}
		ast.Inspect(x, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CompositeLit: // of a map: it is made entry by entry
				_, isMap := f.typeOf(n).(*types.Map)
				ok = ok && !(isMap && !f.callsNothing(n))
			case *ast.BinaryExpr: // its variable has the type of the first operand
				logical := n.Op == token.LAND || n.Op == token.LOR
				ok = ok && !(logical && !f.callsNothing(n) && !f.isPlainBool(n))
			}
			return ok
		})
	}
	return ok
}

func (f *function) isPlainBool(x ast.Expr) bool {
	b, ok := f.info.TypeOf(x).(*types.Basic)
	return ok && (b.Kind() == types.Bool || b.Kind() == types.UntypedBool)
}
