package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
)

// label is a label of a function, and how it is used.
type label struct {
	jumped bool   // by goto
	inside bool   // by break or continue
	second string // the label that these use now, "" for the same
}

// labels finds the labels of a function's body that are used.
func labels(body *ast.BlockStmt) map[string]*label {
	all := map[string]*label{}
	ast.Inspect(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		if ok && b.Label != nil {
			l := all[b.Label.Name]
			if l == nil {
				l = &label{}
				all[b.Label.Name] = l
			}
			l.jumped = l.jumped || b.Tok == token.GOTO
			l.inside = l.inside || b.Tok != token.GOTO
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return all
}

// labeled rewrites a statement with a label. A goto must come to the hook; break and continue need the
// label at the statement.
func (f *function) labeled(s *ast.LabeledStmt) {
	name := s.Label.Name
	l := f.labels[name]
	switch {
	case l == nil || !l.inside:
		f.stmt(s.Stmt, s.Stmt.Pos(), name)
	case !l.jumped:
		f.stmt(s.Stmt, s.Pos(), name)
	default:
		l.second = fmt.Sprint(f.prefix, "l_", name)
		f.stmt(s.Stmt, s.Stmt.Pos(), name)
	}
}

// branch rewrites break, continue, goto and fallthrough.
func (f *function) branch(s *ast.BranchStmt) {
	if s.Tok == token.CONTINUE {
		t := f.target(s)
		f.insert(s.Pos(), f.atText(t.again, s.Pos())+t.next)
	}
	if s.Label != nil && s.Tok != token.GOTO && f.labels[s.Label.Name].second != "" {
		f.edits.replace(f.at(s.Label.Pos()), f.at(s.Label.End()), f.labels[s.Label.Name].second)
	}
}

// loop is a loop around the present statement.
type loop struct {
	label string
	again int32  // the hook for when it comes to its head again
	next  string // the hook for what it reads then
}

// target is the loop that a continue means.
func (f *function) target(s *ast.BranchStmt) loop {
	for i := len(f.loops) - 1; i >= 0; i-- {
		if s.Label == nil || f.loops[i].label == s.Label.Name {
			return f.loops[i]
		}
	}
	return loop{}
}
