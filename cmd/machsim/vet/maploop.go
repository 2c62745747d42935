package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// mapLoop checks a loop over a map: whether its result depends on the order of the elements.
type mapLoop struct {
	*check
	loop    *ast.RangeStmt
	after   ast.Node // the function around it
	why     string   // why the order matters, "" if it does not
	effects []effect // what iterations do to outer variables
	exits   []effect // where the loop can end early
}

// effect is something that an iteration does.
type effect struct {
	block   ast.Node // the innermost list of statements around it
	depends bool     // it depends on the element of the iteration
}

func (m *mapLoop) walk() {
	eachBelow(m.loop, func(n ast.Node, path []ast.Node) {
		if m.why == "" && within(n.Pos(), m.loop.Body) {
			m.look(n, path)
		}
	})
}

// verdict says why the order matters, "" if it does not.
func (m *mapLoop) verdict() string {
	if m.why != "" {
		return m.why
	}
	for _, exit := range m.exits {
		for _, e := range m.effects {
			if e.block != exit.block || e.depends {
				return "how far this loop has got when it ends early depends on it"
			}
		}
	}
	return ""
}

func (m *mapLoop) look(n ast.Node, path []ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		m.call(n, path)
	case *ast.IncDecStmt:
		if p, ok := m.place(n.X); ok && m.outer(p.v) {
			m.effect(path, false)
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			right := n.Rhs[0]
			if len(n.Rhs) == len(n.Lhs) {
				right = n.Rhs[i]
			}
			m.assign(n, left, right, path)
		}
	case *ast.ReturnStmt:
		m.returns(n, path)
	case *ast.BranchStmt:
		if m.leaves(n, path) {
			m.exits = append(m.exits, effect{block: blockOf(path)})
		}
	}
}

func (m *mapLoop) effect(path []ast.Node, depends bool) {
	m.effects = append(m.effects, effect{blockOf(path), depends})
}

// outer says whether a variable is declared outside of the loop.
func (m *mapLoop) outer(v *types.Var) bool { return !within(v.Pos(), m.loop) }

// depends says whether an expression depends on the element of the iteration.
func (m *mapLoop) depends(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v := m.variable(id)
			found = found || v != nil && within(v.Pos(), m.loop)
		}
		return !found
	})
	return found
}

// isKey says whether an expression is the key of the iteration, which no other one has.
func (m *mapLoop) isKey(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	key, named := m.loop.Key.(*ast.Ident)
	if !ok || !named {
		return false
	}
	v := m.variable(id)
	return v != nil && (v == m.TypesInfo.Defs[key] || v == m.TypesInfo.Uses[key]) && !m.values(m.loop.X)
}

// values says whether a loop goes over the values of a map by maps.Values.
func (m *mapLoop) values(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	return ok && m.isLibrary(call, "maps", "Values")
}

func (m *mapLoop) call(call *ast.CallExpr, path []ast.Node) {
	switch obj := m.program.callee(call).(type) {
	case *types.Builtin:
		if obj.Name() == "delete" {
			m.effect(path, m.depends(call.Args[1]))
		}
		return
	case *types.Func:
		if writesText(obj) {
			m.why = text(call.Fun) + " is called for each element"
			return
		}
	}
	if m.acts(call, map[ast.Node]bool{}) {
		m.why = text(call.Fun) + " is called for each element"
	}
}

// writesText says whether a function adds to a text.
func writesText(fn *types.Func) bool {
	switch pathOf(fn) {
	case "fmt":
		return hasPrefix(fn.Name(), "Fprint", "Print")
	case "strings", "bytes", "bufio":
		return fn.Signature().Recv() != nil && hasPrefix(fn.Name(), "Write")
	}
	return false
}

// assign checks the assignment of right to one place.
func (m *mapLoop) assign(s *ast.AssignStmt, left, right ast.Expr, path []ast.Node) {
	p, ok := m.place(left)
	if !ok || !m.outer(p.v) {
		return
	}
	if ix, ok := ast.Unparen(left).(*ast.IndexExpr); ok && m.isKey(ix.Index) {
		m.effect(path, true)
		return
	}
	switch {
	case s.Tok != token.ASSIGN:
		m.adds(s, left, path)
	case m.appends(right):
		m.appended(left, right, path)
	case m.fills(left), m.sortedLaterOn(left):
		m.effect(path, true)
	case !m.depends(right):
		// every turn would assign the same
	case m.gathers(left, right), m.guarded(left, right, path):
		m.effect(path, false)
	default:
		m.why = text(left) + " is left with whichever comes last"
	}
}

// adds checks += and the like. The result for integers does not depend on the order.
func (m *mapLoop) adds(s *ast.AssignStmt, left ast.Expr, path []ast.Node) {
	b, ok := m.TypesInfo.TypeOf(left).Underlying().(*types.Basic)
	switch {
	case ok && b.Info()&(types.IsFloat|types.IsComplex) != 0:
		m.why = "the sum " + text(left) + " of floats is rounded otherwise in another order"
	case ok && b.Info()&types.IsString != 0:
		m.why = "the text " + text(left) + " is put together in it"
	default:
		m.effect(path, false)
	}
}

func (m *mapLoop) appends(right ast.Expr) bool {
	call, ok := ast.Unparen(right).(*ast.CallExpr)
	return ok && isBuiltin(m.program.callee(call), "append")
}

// isBuiltin says whether an object is a built-in function of one of these names.
func isBuiltin(obj types.Object, names ...string) bool {
	b, ok := obj.(*types.Builtin)
	return ok && slices.Contains(names, b.Name())
}

// appended checks x = append(x, ...): x must be sorted later.
func (m *mapLoop) appended(left, right ast.Expr, path []ast.Node) {
	args := ast.Unparen(right).(*ast.CallExpr).Args[1:]
	switch {
	case !slices.ContainsFunc(args, m.depends), m.sortedAfter(m.after, m.loop, left):
		m.effect(path, false)
	default:
		m.why = text(left) + " keeps it, for it is not sorted afterwards"
	}
}

// fills says whether a place is in another map, or in a slice where the element says.
func (m *mapLoop) fills(left ast.Expr) bool {
	ix, ok := ast.Unparen(left).(*ast.IndexExpr)
	if !ok {
		return false
	}
	_, isMap := m.TypesInfo.TypeOf(ix.X).Underlying().(*types.Map)
	return isMap || m.depends(ix.Index)
}

// sortedLaterOn says whether a place is in a slice that is sorted afterwards.
func (m *mapLoop) sortedLaterOn(left ast.Expr) bool {
	_, ok := ast.Unparen(left).(*ast.IndexExpr)
	return ok && m.sortedAfter(m.after, m.loop, left)
}

// gathers says whether x = right computes a maximum, a minimum, a sum of integers, or whether
// any or all elements have a property.
func (m *mapLoop) gathers(left, right ast.Expr) bool {
	switch r := ast.Unparen(right).(type) {
	case *ast.CallExpr:
		return isBuiltin(m.program.callee(r), "max", "min") && slices.ContainsFunc(r.Args, func(a ast.Expr) bool {
			return text(a) == text(left)
		})
	case *ast.BinaryExpr:
		b, ok := m.TypesInfo.TypeOf(left).Underlying().(*types.Basic)
		exact := ok && b.Info()&(types.IsInteger|types.IsBoolean) != 0
		commutes := slices.Contains([]token.Token{token.ADD, token.MUL, token.AND, token.OR, token.XOR, token.LAND,
			token.LOR}, r.Op)
		return exact && (commutes && text(r.Y) == text(left) || (commutes || r.Op == token.SUB) && text(r.X) == text(left))
	}
	return false
}

// guarded says whether an if around an assignment compares the old value with the new one, as
// a search for the maximum does.
func (m *mapLoop) guarded(left, right ast.Expr, path []ast.Node) bool {
	for _, n := range path {
		branch, ok := n.(*ast.IfStmt)
		if ok && within(branch.Pos(), m.loop.Body) && compares(branch.Cond, text(left), text(right)) {
			return true
		}
	}
	return false
}

func compares(cond ast.Expr, a, b string) (found bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		if e, ok := n.(*ast.BinaryExpr); ok && slices.Contains([]token.Token{token.LSS, token.GTR, token.LEQ, token.GEQ},
			e.Op) {
			x, y := text(e.X), text(e.Y)
			found = found || x == a && y == b || x == b && y == a
		}
		return !found
	})
	return found
}

// returns checks a return, which ends the loop, or a function in it.
func (m *mapLoop) returns(r *ast.ReturnStmt, path []ast.Node) {
	if _, inside := enclosing(path).(*ast.FuncLit); inside {
		return
	}
	if slices.ContainsFunc(r.Results, m.depends) {
		m.why = "the one that comes first is returned"
		return
	}
	m.exits = append(m.exits, effect{block: blockOf(path)})
}

// leaves says whether a break, goto or continue ends the loop.
func (m *mapLoop) leaves(b *ast.BranchStmt, path []ast.Node) bool {
	if b.Label != nil {
		label := m.TypesInfo.Uses[b.Label]
		return label != nil && !within(label.Pos(), m.loop.Body) && !m.continues(b, label)
	}
	return b.Tok == token.BREAK && innermost(path) == ast.Node(m.loop)
}

// continues says whether a continue names this very loop.
func (m *mapLoop) continues(b *ast.BranchStmt, label types.Object) bool {
	return b.Tok == token.CONTINUE && m.loop.Pos()-label.Pos() > 0 && m.labelled(label)
}

// labelled says whether a label is that of the loop.
func (m *mapLoop) labelled(label types.Object) (is bool) {
	ast.Inspect(m.after, func(n ast.Node) bool {
		l, ok := n.(*ast.LabeledStmt)
		is = is || ok && l.Stmt == ast.Stmt(m.loop) && m.TypesInfo.Defs[l.Label] == label
		return !is
	})
	return is
}

// innermost returns what a break at the end of a path breaks.
func innermost(path []ast.Node) ast.Node {
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return path[i]
		}
	}
	return nil
}

// blockOf returns the innermost list of statements on a path.
func blockOf(path []ast.Node) ast.Node {
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i].(type) {
		case *ast.BlockStmt, *ast.CaseClause:
			return path[i]
		}
	}
	return nil
}
