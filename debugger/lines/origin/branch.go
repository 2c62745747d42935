package origin

import (
	"go/ast"
	"slices"
	"strings"
)

// branch is the condition of the innermost if, or the case, in which a statement stands.
func (f *file) branch(n ast.Node) (condition string, line int) {
	for ; n != nil; n = f.outer[n] {
		from, to := 0, 0
		switch o := f.outer[n].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return "", 0
		case *ast.IfStmt:
			if n == o.Body || n == o.Else {
				from, to = offset(o.Cond.Pos()), offset(o.Cond.End())
			}
		case *ast.CaseClause:
			from, to = offset(o.Pos()), offset(o.Colon)
		}
		if to > 0 {
			return oneLine(f.text[from:to]), f.line(from)
		}
	}
	return "", 0
}

func (f *file) line(at int) int { return 1 + strings.Count(f.text[:at], "\n") }

// unassigned is the end of a chain at something that has a part to which nothing was assigned: where the source would
// have assigned to that part, and the branch that was not taken.
func (t *tracer) unassigned(at place, p path) *Link {
	l := t.end(at, Zero, p.words())
	for _, s := range p {
		for _, f := range t.code(at).files {
			for n := range f.outer {
				if sel, ok := n.(*ast.SelectorExpr); ok && s.kind == '.' && sel.Sel.Name == s.name && f.assigns(sel) {
					if line := f.line(offset(sel.Pos())); l.Skipped == 0 || line < l.Skipped {
						l.Skipped = line
						l.Branch, l.BranchLine = f.branch(f.outer[sel])
					}
				}
			}
		}
	}
	return l
}

// assigns says whether an expression is a target.
func (f *file) assigns(x ast.Expr) bool {
	switch s := f.outer[x].(type) {
	case *ast.AssignStmt:
		return slices.Contains(s.Lhs, x)
	case *ast.IncDecStmt:
		return true
	}
	return false
}
