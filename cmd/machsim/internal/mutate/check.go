package mutate

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"
)

// noCheck takes comparisons of two numbers for what they should be, of which one is in a record: a message, or what is
// known. Those are the numbers of messages, terms, epochs, phases. What they should be is told by what follows: where
// the program goes on with its work.
func (f *file) noCheck(c inspector.Cursor) {
	switch n := c.Node().(type) {
	case *ast.IfStmt:
		f.condition(n.Cond, n.Else == nil && leaves(n.Body))
	case *ast.ForStmt:
		if n.Cond != nil && n.Init == nil {
			f.condition(n.Cond, true)
		}
	case *ast.ReturnStmt:
		for _, x := range n.Results {
			f.equality(x)
		}
	case *ast.AssignStmt:
		for _, x := range n.Rhs {
			f.equality(x)
		}
	}
}

// leaves says whether a block only leaves what is done.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return true
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	}
	return false
}

// condition adds the mutants of the comparisons in a condition, which leads away from the work if wrong.
func (f *file) condition(x ast.Expr, wrong bool) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		f.condition(x.X, wrong)
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			f.condition(x.X, !wrong)
		}
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			f.condition(x.X, wrong)
			f.condition(x.Y, wrong)
		} else if f.compares(x) {
			f.taken(x, !wrong)
		}
	}
}

// equality adds the mutant of an expression that says whether numbers are equal.
func (f *file) equality(x ast.Expr) {
	if b, ok := ast.Unparen(x).(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) && f.compares(b) {
		f.taken(b, b.Op == token.EQL)
	}
}

// compares says whether an expression compares numbers, of which one is in a record.
func (f *file) compares(x *ast.BinaryExpr) bool {
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return f.truth(x) && f.integer(x.X) && f.integer(x.Y) && (f.inRecord(x.X) || f.inRecord(x.Y))
	}
	return false
}

// inRecord says whether a value is a field, or an element of a map or a list.
func (f *file) inRecord(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.SelectorExpr:
		return f.info.Selections[x] != nil
	case *ast.IndexExpr:
		return true
	}
	return false
}

// taken adds the mutant that takes a comparison for true or false.
func (f *file) taken(x *ast.BinaryExpr, as bool) {
	begin, now := "(!"+mark+" && (", "false"
	if as {
		begin, now = "("+mark+" || (", "true"
	}
	line := f.line(x)
	from, to := f.at(x.Pos())-line.from, f.at(x.End())-line.from
	changed := line.text
	if to <= len(line.text) {
		changed = line.text[:from] + now + line.text[to:]
	}
	f.add("no-check", x, trim(line.text), trim(changed),
		edit{f.at(x.Pos()), exprBegin, begin}, edit{f.at(x.End()), exprEnd, "))"})
}
