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
	ahead := f.ahead(s, at)
	if l := f.labels[label]; l != nil && l.second != "" {
		f.insert(at, l.second+": ")
	}
	f.inside(s, label)
	f.ends(ahead, s)
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
	case *ast.AssignStmt, *ast.IncDecStmt:
		f.assign(assignmentOf(s), true)
		f.behind(s, f.defined(s, s.End()))
	case *ast.DeclStmt:
		f.front.bare = true
		f.plain(s)
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
		f.clauses(s.Body, f.heads(s.Init, s.Tag))
	case *ast.TypeSwitchStmt:
		f.clauses(s.Body, f.heads(s.Init, guarded(s.Assign)))
	case *ast.SelectStmt:
		f.clauses(s.Body, "")
	case *ast.ReturnStmt:
		f.plain(s)
		f.returns(s)
	default:
		f.plain(s)
	}
}

// guarded is the expression whose type a switch tells.
func guarded(s ast.Stmt) ast.Expr {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return s.Rhs[0]
	case *ast.ExprStmt:
		return s.X
	}
	return nil
}

// plain rewrites the function literals of a statement, and what is read in it. Listed statements only: there is a place
// in front of them.
func (f *function) plain(s ast.Stmt) {
	f.literals.in(s)
	if all := valuesOf(s); f.late(nodes(all)...) {
		f.inFront(all)
	}
	f.reads(s)
}

// valuesOf are the expressions that a statement computes, in their order.
func valuesOf(s ast.Stmt) []ast.Expr {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return []ast.Expr{s.X}
	case *ast.SendStmt:
		return []ast.Expr{s.Chan, s.Value}
	case *ast.DeferStmt:
		return []ast.Expr{s.Call}
	case *ast.ReturnStmt:
		return s.Results
	case *ast.DeclStmt:
		if d := s.Decl.(*ast.GenDecl); len(d.Specs) == 1 {
			return d.Specs[0].(*ast.ValueSpec).Values
		}
	}
	return nil
}

// inFront has what expressions call done in front of the statement.
func (f *function) inFront(all []ast.Expr) {
	switch {
	case !f.fits(all...):
		f.coarse()
	case len(all) == 1:
		f.sequenceLast(all[0])
	default:
		for _, x := range all {
			f.sequence(x)
		}
	}
}

// coarse notes that what the present statement reads and writes is one step, where the language has several.
func (f *function) coarse() {
	if !slices.Contains(f.table.Coarse, f.current) {
		f.table.Coarse = append(f.table.Coarse, f.current)
	}
}

// heads rewrites the head of an if or switch. It returns the hooks of the variables that it declares, as far as they go
// to the beginning of each of its blocks.
func (f *function) heads(init ast.Stmt, x ast.Expr) (opening string) {
	f.whole = x
	late := x != nil && f.late(x)
	f.first(init, late && f.fits(x), 1)
	opening = f.opening(init)
	f.whole = x
	if x == nil {
		return opening
	}
	f.literals.in(x)
	if late {
		f.inFront([]ast.Expr{x})
	}
	opening, end := f.inCondition(opening, x)
	f.reads(x)
	end()
	return opening
}

// first rewrites the statement that begins a head. It is put in front of that if it has to be done in steps, or if
// something behind it is. Sign is how much of the semicolon behind it goes.
func (f *function) first(init ast.Stmt, moves bool, sign int) {
	if init == nil {
		return
	}
	f.whole = init
	a := assignmentOf(init)
	moves = moves || a != nil && f.wants(a)
	end := f.semicolon(init) + sign
	if !moves || end < sign {
		f.simply(init, false)
		return
	}
	f.simply(init, true)
	from := f.at(init.Pos())
	text := f.edits.take(f.front.mark, from, f.at(init.End()))
	f.add(init.Pos(), text)
	if line := f.line(init.End()); line != f.line(init.Pos()) {
		f.edits.replace(from, end, fmt.Sprintf("/*line :%d:1*/", line))
		return
	}
	f.edits.replace(from, end, "")
}

// semicolon is the offset of the one that ends the first statement of a head, -1 if there is none there.
func (f *function) semicolon(init ast.Stmt) int {
	at := f.at(init.End())
	for at < len(f.edits.text) && f.edits.text[at] == ' ' {
		at++
	}
	if at == len(f.edits.text) || f.edits.text[at] != ';' {
		return -1
	}
	return at
}

// simply rewrites a statement that can be a part of a head.
func (f *function) simply(s ast.Stmt, listed bool) {
	if a := assignmentOf(s); a != nil {
		f.assign(a, listed)
		return
	}
	if listed {
		f.plain(s)
		return
	}
	f.parts(s)
}

// parts rewrites the function literals, and what is read, in those parts of a statement that are there.
func (f *function) parts(parts ...ast.Node) {
	for _, n := range parts {
		if isNone(n) {
			continue
		}
		if s, ok := n.(ast.Stmt); ok && assignmentOf(s) != nil {
			f.assign(assignmentOf(s), false)
			continue
		}
		f.literals.in(n)
		if f.late(n) {
			f.coarse()
		}
		f.reads(n)
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

// inCondition puts the hooks of the variables that a head declares in front of its condition: there they are, whether
// its block is entered or not. It returns the hooks that are left for the block; of a condition that is done in steps,
// or that is of a type of its own, all are.
func (f *function) inCondition(opening string, cond ast.Expr) (rest string, end func()) {
	if opening == "" || cond == nil {
		return opening, func() {}
	}
	t := f.info.TypeOf(cond)
	if t == nil || !types.Identical(types.Default(t), types.Typ[types.Bool]) ||
		strings.Contains(opening, "Copy(") || f.late(cond) {
		return opening, func() {}
	}
	f.insert(cond.Pos(), strings.NewReplacer(".V(", ".Is(", "; ", " && ").Replace(opening)+"(")
	return "", func() { f.insert(cond.End(), ")") }
}

// ifStmt rewrites an if with its else.
func (f *function) ifStmt(s *ast.IfStmt) {
	opening := f.heads(s.Init, s.Cond)
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

// again adds the statement that a loop comes to its head again. From is where the part of the head begins that is done
// then.
func (f *function) again(body *ast.BlockStmt, from token.Pos) int32 {
	return f.addStmt(f.index, hook.Again, from, body.Lbrace, "")
}

// loop rewrites the body of a loop.
func (f *function) loop(body *ast.BlockStmt, label string, again int32, opening, next string) {
	f.loops = append(f.loops, loop{label, again, next})
	f.insert(body.Lbrace+1, " "+opening)
	f.block(body.List)
	f.loops = f.loops[:len(f.loops)-1]
	if !ended(body.List) {
		f.insert(body.Rbrace, "; "+f.atText(again, body.Rbrace)+next)
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
				here = f.received(c)
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

// received rewrites what a select does, and returns what it does behind that.
func (f *function) received(c *ast.CommClause) string {
	f.whole = c.Comm
	a := assignmentOf(c.Comm)
	if a == nil || a.defines || f.simple(a) && !f.isTarget(a.targets[0]) {
		f.parts(c.Comm)
		return f.defined(c.Comm, c.Colon)
	}
	f.parts(a.values[0])
	f.edits.replace(f.at(a.tok), f.at(a.end), ":=")
	return f.fromTemps(a, c.Colon)
}
