package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"machsim/kernel/hook"
)

func (f *function) forStmt(s *ast.ForStmt, label string) {
	from := s.For
	switch {
	case s.Cond != nil:
		from = s.Cond.Pos()
	case s.Post != nil:
		from = s.Post.Pos()
	}
	f.first(s.Init, false, 0)
	again := f.again(s.Body, from)
	opening := f.opening(s.Init)
	post := f.postMoves(s)
	cond := s.Cond != nil && (post || f.condMoves(s))
	tested := len(f.table.Private)
	if cond {
		opening += f.condition(s)
	} else {
		f.whole = s.Cond
		rest, end := f.inCondition(opening, s.Cond)
		f.parts(s.Cond)
		end()
		opening = rest
	}
	for _, p := range f.table.Private[tested:] {
		p.Stmt = again
		f.table.Private = append(f.table.Private, p)
	}
	f.current, f.whole = again, s.Post
	if post {
		opening = f.opening(s.Init) + f.post(s) + strings.TrimPrefix(opening, f.opening(s.Init))
	} else if s.Post != nil {
		f.simply(s.Post, false)
	}
	f.loop(s.Body, label, again, opening, "")
}

// condMoves says whether the condition of a loop has to be done in steps: at the begin of its body, then.
func (f *function) condMoves(s *ast.ForStmt) bool {
	f.whole = s.Cond
	return f.late(s.Cond) && f.fits(s.Cond) && f.line(s.For) == f.line(s.Body.Lbrace)
}

// postMoves says so of what a loop does behind its body.
func (f *function) postMoves(s *ast.ForStmt) bool {
	a := assignmentOf(s.Post)
	f.whole = s.Post
	return a != nil && f.wants(a) && (s.Cond == nil || f.fits(s.Cond)) && f.line(s.For) == f.line(s.Body.Lbrace)
}

// apart begins a front whose text goes elsewhere, to a position.
func (f *function) apart(at token.Pos) (text *strings.Builder, back func()) {
	was := f.front
	text = &strings.Builder{}
	f.front = &front{text: text, bare: true, line: f.line(at), mark: was.mark}
	return text, func() { f.front = was }
}

// condition is the condition of a loop, in its body.
func (f *function) condition(s *ast.ForStmt) string {
	text, back := f.apart(s.Cond.Pos())
	defer back()
	f.whole = s.Cond
	f.literals.in(s.Cond)
	f.sequence(s.Cond)
	f.add(s.Cond.Pos(), "if !("+f.taken(s.Cond)+") { break }")
	f.edits.replace(f.at(s.Cond.Pos()), f.at(s.Cond.End()), "")
	return text.String()
}

// post is what a loop does behind its body, at the begin of the next turn.
func (f *function) post(s *ast.ForStmt) string {
	begun := f.temp()
	f.add(s.Pos(), begun+" := false")
	text, back := f.apart(s.Post.Pos())
	defer back()
	f.simply(s.Post, true)
	rest := f.edits.take(f.front.mark, f.at(s.Post.Pos()), f.at(s.Post.End()))
	f.edits.replace(f.at(s.Post.Pos()), f.at(s.Post.End()), "")
	return fmt.Sprintf("if %s { %s%s }; %s = true; ", begun, text, rest, begun)
}

func (f *function) rangeStmt(s *ast.RangeStmt, label string) {
	f.whole = s.X
	if f.late(s.X) {
		f.inFront([]ast.Expr{s.X})
	}
	next := f.ranges(s)
	text := f.assigned(s)
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if id, ok := x.(*ast.Ident); ok && s.Tok == token.DEFINE {
			text += f.declareName(id, hook.Plain, s.TokPos)
		}
	}
	f.loop(s.Body, label, f.again(s.Body, s.X.Pos()), text, next)
}

// assigned returns the assignments of a loop to variables that it does not declare, and that may be shared. They are
// done at the begin of each turn.
func (f *function) assigned(s *ast.RangeStmt) string {
	a := &assignment{stmt: s}
	shared := false
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if x != nil {
			a.targets = append(a.targets, x)
			shared = shared || s.Tok == token.ASSIGN && f.isTarget(x) || f.touches(nodes(f.operands(x))...)
		}
	}
	if !shared {
		return f.told(a)
	}
	if f.constant(s.X) && !f.isPlainInt(s.Key) {
		f.coarse()
		return ""
	}
	f.edits.replace(f.at(s.TokPos), f.at(s.TokPos)+1, ":=")
	return f.fromTemps(a, s.Body.Lbrace)
}

// told returns hooks that tell what a loop has assigned to variables that nobody else uses.
func (f *function) told(a *assignment) (text string) {
	for _, x := range a.targets {
		if a.stmt.(*ast.RangeStmt).Tok == token.ASSIGN && !isBlank(x) && f.addressable(x) {
			text += fmt.Sprintf("%s.Told(%d, &%s); ", f.frame, f.site(x, true), f.text(x))
		}
	}
	return text
}

// fromTemps has targets stand for variables, and returns the assignments of these.
func (f *function) fromTemps(a *assignment, at token.Pos) string {
	text, back := f.apart(at)
	defer back()
	f.whole = a.stmt
	var names []string
	for _, x := range a.targets {
		f.literals.in(x)
		for _, o := range f.operands(x) {
			f.sequence(o)
		}
		names = append(names, f.temp())
	}
	for _, x := range a.targets {
		f.find(x, a)
	}
	for i, x := range a.targets {
		f.storeIn(x, names[i])
	}
	for i, x := range a.targets {
		from, to := f.at(x.Pos()), f.at(x.End())
		f.edits.take(f.front.mark, from, to)
		if !isBlank(x) {
			f.edits.replace(from, to, names[i])
		}
	}
	f.front.moveTo(f.line(at))
	return text.String()
}

func (f *function) isPlainInt(x ast.Expr) bool {
	return types.Identical(f.info.TypeOf(x), types.Typ[types.Int])
}
