package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// assign rewrites an assignment. What it writes to gets a hook between the reads and the store where that is possible,
// otherwise behind the statement. Listed says that it is in a list of statements.
func (f *function) assign(s *ast.AssignStmt, listed bool) {
	mark := len(f.edits.all)
	for _, x := range append(s.Rhs[:len(s.Rhs):len(s.Rhs)], s.Lhs...) {
		f.literals.in(x)
	}
	if s.Tok == token.DEFINE || !listed || !f.hoist(s, mark, s.Lhs, s.Rhs) {
		f.assignment(s, listed)
		return
	}
	f.assignment(s, listed)
	f.settle(s)
}

func (f *function) assignment(s *ast.AssignStmt, listed bool) {
	if s.Tok != token.DEFINE && len(s.Lhs) == 1 && f.storable(s.Lhs[0], s.Rhs[0]) {
		f.store(s)
		return
	}
	text := f.written(s.Lhs, s.Rhs, listed)
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		f.private(s.Lhs[0], false)
	}
	for i, x := range s.Rhs {
		f.value(x, s.Lhs[i:])
	}
	f.behind(s, text)
}

// storable says whether the address of a variable that may be shared can be taken before a value is computed. What
// the value calls comes first if the address may panic.
func (f *function) storable(x, value ast.Expr) bool {
	return f.writable(x) && (f.still(value) || len(f.risks(x)) == 0)
}

// store rewrites x = y and x += y.
func (f *function) store(s *ast.AssignStmt) {
	x, y := s.Lhs[0], s.Rhs[0]
	f.finds(x)
	before, after := f.into(x), ")"
	if s.Tok != token.ASSIGN {
		old := f.text(x) + " "
		if f.still(y) { // otherwise it is read behind what is called
			old = f.old(x)
		}
		before += old + strings.TrimSuffix(s.Tok.String(), "=") + " ("
		after = "))"
	}
	f.edits.replace(f.at(s.TokPos), f.at(s.TokPos)+len(s.Tok.String()), "= "+before)
	f.reads(y)
	f.insert(s.End(), after)
}

// finds puts hooks to what is read on the way to a target.
func (f *function) finds(x ast.Expr) {
	f.targets++
	f.base(x)
	f.targets--
}

// into is the beginning of a value that is assigned to a variable.
func (f *function) into(x ast.Expr) string {
	return f.hook("Into", x, true) + "&" + f.text(x) + ").Val("
}

// incDec rewrites x++ and x--.
func (f *function) incDec(s *ast.IncDecStmt, listed bool) {
	mark := len(f.edits.all)
	f.literals.in(s)
	hoisted := listed && f.hoist(s, mark, []ast.Expr{s.X}, nil)
	if f.writable(s.X) {
		f.finds(s.X)
		text := f.into(s.X) + f.old(s.X) + s.Tok.String()[:1] + " 1)"
		f.edits.replace(f.at(s.TokPos), f.at(s.TokPos)+2, "= "+text)
	} else {
		f.private(s.X, false)
		f.behind(s, f.written([]ast.Expr{s.X}, nil, listed))
	}
	if hoisted {
		f.settle(s)
	}
}

// old is the value of a variable before it is written.
func (f *function) old(x ast.Expr) string {
	return "*" + f.hook("Read", x, false) + "&" + f.text(x) + ") "
}

// isMapElement says whether an expression is an element of a map.
func (f *function) isMapElement(x ast.Expr) bool {
	i, ok := ast.Unparen(x).(*ast.IndexExpr)
	return ok && f.isMap(i.X)
}

func (f *function) isMap(x ast.Expr) bool {
	_, ok := f.typeOf(x).(*types.Map)
	return ok
}

// mapElement puts a hook to the map in which an element is written.
func (f *function) mapElement(x ast.Expr) {
	i := ast.Unparen(x).(*ast.IndexExpr)
	f.mapOf(x, i.X, true)
	f.reads(i.Index)
}

// writable says whether a variable may be shared, and its address be taken twice without a difference, in one line.
func (f *function) writable(x ast.Expr) bool {
	return f.isShared(x) && f.addressable(x) && f.still(x) && !strings.Contains(f.text(x), "\n")
}

// written puts hooks to what an assignment writes to, and returns those that stand behind it: what it calls may take as
// long as it likes. There is no place for these in the head of another statement.
func (f *function) written(all, values []ast.Expr, listed bool) (text string) {
	for i, x := range all {
		switch {
		case f.isMapElement(x):
			f.mapElement(x)
			continue
		case listed && f.writable(x) && f.stays(x, all):
			text += fmt.Sprintf("%s.W(%d, &%s); ", f.frame, f.site(x, true), f.text(x))
		case f.early(i, all, values):
			f.first[x] = true
		default:
			f.private(x, true)
		}
		f.finds(x)
	}
	return text
}

// value puts hooks to one of the values of an assignment, and to its target if that has to come first.
func (f *function) value(x ast.Expr, to []ast.Expr) {
	if len(to) == 0 || !f.first[to[0]] {
		f.reads(x)
		return
	}
	f.insert(x.Pos(), strings.TrimSuffix(f.into(to[0]), "Val(")+"Among(")
	f.reads(x)
	f.insert(x.End(), ")")
}

// behind inserts a text behind a statement.
func (f *function) behind(s ast.Stmt, text string) {
	if text != "" {
		f.insert(s.End(), "; "+text)
	}
}

// stays says whether the address of one of the targets of an assignment is the same behind it, and does not panic
// there: it is a variable, or in an array that is found by variables that nothing in the statement can change.
func (f *function) stays(x ast.Expr, all []ast.Expr) bool {
	risks := len(f.risks(x))
	same := true
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || risks == 0 {
			return same
		}
		same = same && !f.isShared(id)
		for _, other := range all {
			if o, isName := other.(*ast.Ident); isName && o != x && f.info.ObjectOf(o) == f.info.ObjectOf(id) {
				same = false
			}
		}
		return same
	})
	return same && risks <= 1
}

// early says whether the address of a target can be taken before the stores of an assignment: if it panics, so does
// the statement, and before its first store.
func (f *function) early(i int, all, values []ast.Expr) bool {
	if len(values) != len(all) || len(all) < 2 || !f.writable(all[i]) {
		return false
	}
	sure := map[string]bool{}
	for _, x := range append(values[:len(values):len(values)], all[0]) {
		if !f.still(x) {
			return false
		}
		for _, text := range f.risks(x) {
			sure[text] = true
		}
	}
	for _, text := range f.risks(all[i]) {
		if !sure[text] {
			return false
		}
	}
	return true
}
