package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// assignment is an assignment of any form, x++ and x-- as well.
type assignment struct {
	stmt     ast.Stmt
	op       string    // of x += y, "" for none
	defines  bool      // it declares variables
	tok, end token.Pos // the sign
	targets  []ast.Expr
	values   []ast.Expr // none for x++
}

// assignmentOf returns the parts of a statement that is an assignment, nil for others.
func assignmentOf(s ast.Stmt) *assignment {
	switch s := s.(type) {
	case *ast.AssignStmt:
		a := &assignment{stmt: s, defines: s.Tok == token.DEFINE, tok: s.TokPos, targets: s.Lhs, values: s.Rhs}
		a.end = s.TokPos + token.Pos(len(s.Tok.String()))
		if s.Tok != token.ASSIGN && !a.defines {
			a.op = strings.TrimSuffix(s.Tok.String(), "=")
		}
		return a
	case *ast.IncDecStmt:
		return &assignment{stmt: s, op: s.Tok.String()[:1], tok: s.TokPos, end: s.TokPos + 2, targets: []ast.Expr{s.X}}
	}
	return nil
}

// assign rewrites an assignment. What it writes to gets a hook between what it reads and each of its stores. Listed
// says that there is a place in front of it.
func (f *function) assign(a *assignment, listed bool) {
	for _, x := range append(a.values[:len(a.values):len(a.values)], a.targets...) {
		f.literals.in(x)
	}
	switch {
	case a.defines:
		f.define(a, listed)
	case f.simple(a):
		f.store(a)
	case listed && f.steps(a):
		f.inSteps(a)
	default:
		f.coarse()
		f.together(a, listed)
	}
}

// wants says whether an assignment in the head of a statement has to be done in front of it.
func (f *function) wants(a *assignment) bool {
	if a.defines {
		return f.late(nodes(a.values)...) || len(f.redeclared(a)) > 0
	}
	return !f.simple(a) && f.steps(a)
}

// isTarget says whether an expression that is assigned to may be shared.
func (f *function) isTarget(x ast.Expr) bool {
	return f.isMapElement(x) || f.isShared(x) && f.addressable(x)
}

// simple says whether an assignment has one store, for which a hook can stand in its value: what the target is found
// by is nobody else's, and computed before it.
func (f *function) simple(a *assignment) bool {
	if f.late(nodes(a.values)...) {
		return false
	}
	if x := a.targets[0]; len(a.targets) == 1 && f.isTarget(x) {
		return f.simpleTarget(x, a)
	}
	return !slices.ContainsFunc(a.targets, func(x ast.Expr) bool {
		return f.isTarget(x) || f.late(nodes(f.operands(x))...)
	})
}

func (f *function) simpleTarget(x ast.Expr, a *assignment) bool {
	moves := func(y ast.Expr) bool { return !f.still(y) }
	loud := func(y ast.Expr) bool { return moves(y) || f.touches(y) }
	if f.isMapElement(x) {
		return a.op == "" && !slices.ContainsFunc(a.values, loud) && !loud(ast.Unparen(x).(*ast.IndexExpr).Index)
	}
	return !slices.ContainsFunc(f.operands(x), loud) && !strings.Contains(f.text(x), "\n") &&
		(!slices.ContainsFunc(a.values, moves) || a.op == "" && len(f.risks(x)) == 0)
}

// operands are the expressions that the language computes before the first store of an assignment, to find a target:
// pointers, slices, maps, indexes.
func (f *function) operands(x ast.Expr) []ast.Expr {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return f.operands(x.X)
	case *ast.StarExpr:
		return []ast.Expr{x.X}
	case *ast.SelectorExpr:
		switch {
		case f.info.Selections[x] == nil:
			return nil
		case isPointer(f.typeOf(x.X)):
			return []ast.Expr{x.X}
		}
		return f.operands(x.X)
	case *ast.IndexExpr:
		if _, ok := f.typeOf(x.X).(*types.Array); ok {
			return append(f.operands(x.X), x.Index)
		}
		return []ast.Expr{x.X, x.Index}
	}
	return nil
}

// store rewrites an assignment that is simple, or has become so.
func (f *function) store(a *assignment) {
	x := a.targets[0]
	switch {
	case len(a.targets) > 1 || !f.isTarget(x):
		f.plainly(a)
		return
	case f.isMapElement(x):
		f.mapElement(x)
		f.reads(a.values[0])
		return
	}
	f.base(x)
	before := f.into(x)
	switch {
	case a.values == nil:
		f.edits.replace(f.at(a.tok), f.at(a.end), "= "+before+f.old(x)+a.op+" 1)")
		return
	case a.op != "":
		before += f.old(x) + a.op + " ("
		f.insert(a.stmt.End(), ")")
	}
	f.edits.replace(f.at(a.tok), f.at(a.end), "= "+before)
	f.reads(a.values[0])
	f.insert(a.stmt.End(), ")")
}

// plainly rewrites an assignment to variables that no other thread uses.
func (f *function) plainly(a *assignment) {
	for _, x := range a.targets {
		f.private(x, true)
		f.base(x)
	}
	if a.op != "" {
		f.private(a.targets[0], false)
	}
	for _, x := range a.values {
		f.reads(x)
	}
}

// into is the beginning of a value that is assigned to a variable.
func (f *function) into(x ast.Expr) string {
	return f.hook("Into", x, true) + "&" + f.text(x) + ").Val("
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

// together rewrites an assignment that cannot be done in steps: what is written is told behind it, where that can be.
func (f *function) together(a *assignment, listed bool) {
	text := ""
	for _, x := range a.targets {
		switch {
		case f.isMapElement(x):
			f.mapElement(x)
			continue
		case listed && f.isTarget(x) && f.stays(x):
			text += fmt.Sprintf("%s.W(%d, &%s); ", f.frame, f.site(x, true), f.text(x))
		default:
			f.private(x, true)
		}
		f.targets++
		f.base(x)
		f.targets--
	}
	if a.op != "" {
		f.private(a.targets[0], false)
	}
	for _, x := range a.values {
		f.reads(x)
	}
	f.behind(a.stmt, text)
}

// behind inserts a text behind a statement.
func (f *function) behind(s ast.Stmt, text string) {
	if text != "" {
		f.insert(s.End(), "; "+text)
	}
}

// stays says whether a target can be found again behind its assignment: it is a variable, and no part of one that is
// behind pointers.
func (f *function) stays(x ast.Expr) bool {
	return f.still(x) && len(f.risks(x)) == 0 && !f.touches(nodes(f.operands(x))...) && !strings.Contains(f.text(x), "\n")
}
