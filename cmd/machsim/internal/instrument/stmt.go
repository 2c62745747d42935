package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"machsim/kernel/hook"
)

// block rewrites a list of statements.
func (f *function) block(list []ast.Stmt) {
	for _, s := range list {
		f.stmt(s, s.Pos(), "")
	}
}

// atText is the hook in front of a statement, which is at a position.
func (f *function) atText(stmt int32, at token.Pos) string {
	var copies []string
	for v, text := range f.copies {
		if _, o := f.types.Scope().Innermost(at).LookupParent(v.Name(), at); o == v { // it is not hidden
			copies = append(copies, text)
		}
	}
	slices.Sort(copies)
	return fmt.Sprintf("%s%s.At(%d); ", strings.Join(copies, ""), f.frame, stmt)
}

// stmt rewrites a statement. Its hook goes to a position: in front of it, or of its label.
func (f *function) stmt(s ast.Stmt, at token.Pos, label string) {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		f.labeled(s)
		return
	case *ast.BlockStmt:
		f.block(s.List)
		return
	case *ast.EmptyStmt:
		return
	case *ast.DeclStmt:
		if s.Decl.(*ast.GenDecl).Tok != token.VAR {
			return
		}
	}
	f.current = f.addStmt(f.index, hook.Once, s.Pos(), head(s), label)
	f.whole = s
	f.insert(at, f.atText(f.current, s.Pos()))
	if l := f.labels[label]; l != nil && l.second != "" {
		f.insert(at, l.second+": ")
	}
	f.inside(s, label)
}

// head is where the head of a statement ends.
func head(s ast.Stmt) token.Pos {
	switch s := s.(type) {
	case *ast.IfStmt:
		return s.Body.Lbrace
	case *ast.ForStmt:
		return s.Body.Lbrace
	case *ast.RangeStmt:
		return s.Body.Lbrace
	case *ast.SwitchStmt:
		return s.Body.Lbrace
	case *ast.TypeSwitchStmt:
		return s.Body.Lbrace
	case *ast.SelectStmt:
		return s.Body.Lbrace
	}
	return s.End()
}

// inside rewrites what a statement consists of.
func (f *function) inside(s ast.Stmt, label string) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		f.assign(s, true)
		f.behind(s, f.defined(s, s.End()))
	case *ast.IncDecStmt:
		f.incDec(s, true)
	case *ast.DeclStmt:
		f.parts(s)
		f.behind(s, f.defined(s, s.End()))
	case *ast.BranchStmt:
		f.branch(s)
	case *ast.IfStmt:
		f.ifStmt(s)
	case *ast.ForStmt:
		f.forStmt(s, label)
	case *ast.RangeStmt:
		f.rangeStmt(s, label)
	case *ast.SwitchStmt:
		f.parts(s.Init, s.Tag)
		f.clauses(s.Body, f.opening(s.Init))
	case *ast.TypeSwitchStmt:
		f.parts(s.Init, s.Assign)
		f.clauses(s.Body, f.opening(s.Init))
	case *ast.SelectStmt:
		f.clauses(s.Body, "")
	default:
		f.parts(s)
	}
}

// parts rewrites the function literals, and what is read, in those parts of a statement that are there.
func (f *function) parts(parts ...ast.Node) {
	for _, n := range parts {
		switch s := n.(type) {
		case nil:
		case *ast.AssignStmt:
			f.assign(s, false)
		case *ast.IncDecStmt:
			f.incDec(s, false)
		default:
			f.literals.in(n)
			f.reads(n)
		}
	}
}

// defined returns the hooks for the variables that a simple statement declares, which are in scope
// from a position on.
func (f *function) defined(s ast.Stmt, from token.Pos) (text string) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, x := range s.Lhs {
			if id, ok := x.(*ast.Ident); ok && s.Tok == token.DEFINE {
				text += f.declareName(id, hook.Plain, from)
			}
		}
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			for _, id := range spec.(*ast.ValueSpec).Names {
				text += f.declareName(id, hook.Plain, from)
			}
		}
	}
	return text
}

// opening returns the hooks of the variables that the first part of an if, switch or for declares. They go to the
// beginning of each of its blocks.
func (f *function) opening(init ast.Stmt) string {
	if init == nil {
		return ""
	}
	return f.defined(init, init.End())
}

// ifStmt rewrites an if with its else.
func (f *function) ifStmt(s *ast.IfStmt) {
	f.parts(s.Init, s.Cond)
	opening := f.opening(s.Init)
	f.insert(s.Body.Lbrace+1, opening)
	f.block(s.Body.List)
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		f.insert(e.Lbrace+1, opening)
		f.block(e.List)
	case *ast.IfStmt:
		f.insert(e.Pos(), "{ "+opening)
		f.stmt(e, e.Pos(), "")
		f.insert(e.End(), " }")
	}
}

func (f *function) forStmt(s *ast.ForStmt, label string) {
	from := s.For
	switch {
	case s.Cond != nil:
		from = s.Cond.Pos()
	case s.Post != nil:
		from = s.Post.Pos()
	}
	f.parts(s.Init)
	again := f.again(s.Body, from)
	tested := len(f.table.Private)
	f.parts(s.Cond)
	for _, p := range f.table.Private[tested:] {
		p.Stmt = again
		f.table.Private = append(f.table.Private, p)
	}
	f.current = again
	f.parts(s.Post)
	f.loop(s.Body, label, again, f.opening(s.Init))
}

func (f *function) rangeStmt(s *ast.RangeStmt, label string) {
	text := f.ranges(s) + f.counted(s)
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if id, ok := x.(*ast.Ident); ok && s.Tok == token.DEFINE {
			text += f.declareName(id, hook.Plain, s.TokPos)
		}
	}
	f.loop(s.Body, label, f.again(s.Body, s.X.Pos()), text)
}

// again adds the statement that a loop comes to its head again. From is where the part of the head begins that is done
// then.
func (f *function) again(body *ast.BlockStmt, from token.Pos) int32 {
	return f.addStmt(f.index, hook.Again, from, body.Lbrace, "")
}

// loop rewrites the body of a loop.
func (f *function) loop(body *ast.BlockStmt, label string, again int32, opening string) {
	f.loops = append(f.loops, loop{label, again})
	f.insert(body.Lbrace+1, " "+opening)
	f.block(body.List)
	f.loops = f.loops[:len(f.loops)-1]
	if !ended(body.List) {
		f.insert(body.Rbrace, "; "+f.atText(again, body.Rbrace))
	}
}

// clauses rewrites those of a switch or select.
func (f *function) clauses(body *ast.BlockStmt, opening string) {
	head := f.current
	for _, s := range body.List {
		f.current = head
		switch c := s.(type) {
		case *ast.CaseClause:
			f.left++
			for _, x := range c.List {
				f.whole = x
				f.parts(x)
			}
			f.left--
			f.insert(c.Colon+1, " "+opening+f.implicit(c))
			f.block(c.Body)
		case *ast.CommClause:
			here := ""
			if c.Comm != nil {
				f.whole = c.Comm
				f.parts(c.Comm)
				here = f.defined(c.Comm, c.Colon)
			}
			f.insert(c.Colon+1, " "+here)
			f.block(c.Body)
		}
	}
}

// implicit returns the hook for the variable of a type switch in one of its clauses.
func (f *function) implicit(c *ast.CaseClause) string {
	v, ok := f.info.Implicits[c].(*types.Var)
	if !ok || v.Name() == "_" {
		return ""
	}
	return f.declare(v, hook.Plain, c.Colon)
}
