package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// assign rewrites an assignment. That of a single value to what threads may share gets its hook between the
// reads and the store, if nothing is called. Listed says that it is in a list of statements.
func (f *function) assign(s *ast.AssignStmt, listed bool) {
	for _, x := range s.Rhs {
		f.literals.in(x)
	}
	for _, x := range s.Lhs {
		f.literals.in(x)
	}
	if s.Tok != token.DEFINE && len(s.Lhs) == 1 && f.writable(s.Lhs[0]) && still(s.Rhs[0]) {
		f.store(s)
		return
	}
	text := f.written(s.Lhs, listed)
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		f.private(s.Lhs[0], false)
	}
	for _, x := range s.Rhs {
		f.reads(x)
	}
	f.behind(s, text)
}

// store rewrites x = y and x += y.
func (f *function) store(s *ast.AssignStmt) {
	x := s.Lhs[0]
	f.base(x)
	before, after := f.hook("Into", x, true)+"&"+f.text(x)+").Val(", ")"
	if s.Tok != token.ASSIGN {
		before += f.old(x) + strings.TrimSuffix(s.Tok.String(), "=") + " ("
		after = "))"
	}
	f.edits.replace(f.at(s.TokPos), f.at(s.TokPos)+len(s.Tok.String()), "= "+before)
	f.reads(s.Rhs[0])
	f.insert(s.End(), after)
}

// incDec rewrites x++ and x--.
func (f *function) incDec(s *ast.IncDecStmt, listed bool) {
	f.literals.in(s)
	if f.writable(s.X) {
		f.base(s.X)
		text := f.hook("Into", s.X, true) + "&" + f.text(s.X) + ").Val(" + f.old(s.X) + s.Tok.String()[:1] + " 1)"
		f.edits.replace(f.at(s.TokPos), f.at(s.TokPos)+2, "= "+text)
		return
	}
	f.private(s.X, false)
	f.behind(s, f.written([]ast.Expr{s.X}, listed))
}

// old is the value of a variable before it is written.
func (f *function) old(x ast.Expr) string {
	return "*" + f.hook("Read", x, false) + "&" + f.text(x) + ") "
}

// isMapElement says whether an expression is an element of a map.
func (f *function) isMapElement(x ast.Expr) bool {
	i, ok := ast.Unparen(x).(*ast.IndexExpr)
	if !ok {
		return false
	}
	_, ok = f.typeOf(i.X).(*types.Map)
	return ok
}

// mapElement puts a hook to the map in which an element is written.
func (f *function) mapElement(x ast.Expr) {
	i := ast.Unparen(x).(*ast.IndexExpr)
	f.mapOf(x, i.X, true)
	f.reads(i.Index)
}

// writable says whether a variable may be shared, and its address be taken twice without a difference.
func (f *function) writable(x ast.Expr) bool { return f.isShared(x) && f.addressable(x) && still(x) }

// still says whether an expression calls nothing, receives nothing, and has no function literals.
func still(x ast.Expr) bool {
	quiet := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			quiet = false
		case *ast.UnaryExpr:
			quiet = quiet && n.Op != token.ARROW
		}
		return quiet
	})
	return quiet
}

// written returns the hooks behind a statement for what it writes: what it calls may take as long as it likes. There
// is no place for them in the head of another statement.
func (f *function) written(all []ast.Expr, listed bool) (text string) {
	for _, x := range all {
		switch {
		case f.isMapElement(x):
			f.mapElement(x)
			continue
		case listed && f.writable(x) && f.stays(x, all):
			text += fmt.Sprintf("%s.W(%d, &%s); ", f.frame, f.site(x, true), f.text(x))
		default:
			f.private(x, true)
		}
		f.base(x)
	}
	return text
}

// behind inserts a text behind a statement.
func (f *function) behind(s ast.Stmt, text string) {
	if text != "" {
		f.insert(s.End(), "; "+text)
	}
}

// stays says whether an assignment to all these leaves the place of one of them where it is.
func (f *function) stays(x ast.Expr, all []ast.Expr) bool {
	same := true
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		for _, other := range all {
			if o, isName := other.(*ast.Ident); ok && isName && o != x && f.info.ObjectOf(o) == f.info.ObjectOf(id) {
				same = false
			}
		}
		return same
	})
	return same
}
