package origin

import (
	"go/ast"
	"go/token"
	"slices"
)

// born finds the sources of the first value of a variable.
func (t *tracer) born(at place, i int, p path) []*Link {
	e := at.log.at(i)
	d, ok := t.code(at).definition(e.of().function(), e.code)
	if !ok {
		return []*Link{t.end(at, Unheard, e.of().function().Vars[e.code].Name)}
	}
	switch by := d.by.(type) {
	case *ast.TypeSwitchStmt:
		return t.value(by.Assign.(*ast.AssignStmt).Rhs[0], at, p)
	case *ast.RangeStmt:
		return t.ranged(by, at, i, d.name, p)
	case *ast.ValueSpec:
		names := by.Names
		k := slices.IndexFunc(names, func(id *ast.Ident) bool { return id.Name == d.name })
		switch {
		case len(by.Values) == 0:
			return []*Link{t.end(at, Zero, d.name)}
		case k < len(by.Values):
			return t.value(by.Values[k], at, p)
		}
		return t.value(by.Values[0], at, p.after(step{kind: '#', key: k}))
	case *ast.AssignStmt:
		if links, ok := t.turned(by, at, i, p); ok {
			return links
		}
		k := slices.IndexFunc(by.Lhs, func(x ast.Expr) bool { return offset(x.Pos()) == d.at })
		return t.right(by, k, at, p)
	}
	return nil
}

// turned finds the sources of a variable of a loop's head in a turn but the first: it has the value of the turn before,
// and what the loop has done to that.
func (t *tracer) turned(by *ast.AssignStmt, at place, i int, p path) ([]*Link, bool) {
	loop, ok := t.code(at).files[at.fn().File].outer[by].(*ast.ForStmt)
	if !ok || loop.Init != by {
		return nil, false
	}
	e := at.log.at(i)
	for j := i - 1; j >= max(e.of().first, at.log.left); j-- {
		x := at.log.at(j)
		if x.by != e.by || x.frame != e.frame {
			continue
		}
		if s := x.kind == began; s && t.codes.of(x.pkg).statement(x.code).node == loop &&
			!t.codes.of(x.pkg).statement(x.code).again {
			return nil, false
		}
		if x.kind == declared && x.code == e.code {
			if links, done := t.from(at.log, regionOf(e), i, p); done {
				return links, true // a hook has told of it
			}
			r := regionOf(x)
			r.owner = j
			links, _ := t.from(at.log, r, i, p)
			return links, true
		}
	}
	return nil, false
}

// right finds the sources of the k-th target of an assignment.
func (t *tracer) right(s *ast.AssignStmt, k int, at place, p path) []*Link {
	switch {
	case s.Tok != token.ASSIGN && s.Tok != token.DEFINE:
		return append(t.value(s.Rhs[0], at, nil), t.value(s.Lhs[0], at, nil)...)
	case len(s.Rhs) == len(s.Lhs):
		return t.value(s.Rhs[k], at, p)
	}
	return t.value(s.Rhs[0], at, p.after(step{kind: '#', key: k}))
}

// stored finds the sources of what a statement has assigned to an expression that begins at an offset.
func (t *tracer) stored(at place, from int, p path) (links []*Link) {
	done := false
	visit(t.code(at).statement(at.entry().code), func(n ast.Node) {
		if done {
			return
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for k, x := range n.Lhs {
				if offset(x.Pos()) == from {
					links, done = t.right(n, k, at, p), true
				}
			}
		case *ast.IncDecStmt:
			if offset(n.X.Pos()) == from {
				links, done = t.value(n.X, at, nil), true
			}
		case *ast.ReturnStmt:
			for k, x := range n.Results {
				if offset(x.Pos()) == from {
					links, done = t.results(n, at, k, p), true
				}
			}
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if !isNil(x) && offset(x.Pos()) == from {
					links, done = t.element(n, x == n.Value, at, at.log.next(at.s), nil, p), true
				}
			}
		case *ast.CallExpr:
			if len(n.Args) > 0 && offset(n.Args[0].Pos()) == from && t.isBuiltin(n.Fun, at) {
				links, done = t.filled(n, at, p), true
			}
		}
	})
	if !done {
		links = []*Link{t.end(at, Unheard, "")}
	}
	return links
}

// filled finds the sources of elements that a builtin function has written.
func (t *tracer) filled(x *ast.CallExpr, at place, p path) (all []*Link) {
	is := step{kind: '['}
	rest := p
	if len(p) > 0 && p[0].kind == '[' {
		is, rest = p[0], p[1:]
	}
	switch lastName(x.Fun) {
	case "append":
		if x.Ellipsis.IsValid() {
			return t.value(x.Args[1], at, rest.after(is))
		}
		for i, arg := range x.Args[1:] {
			if mayEqual(is.key, i) {
				all = append(all, t.value(arg, at, rest)...)
			}
		}
		return all
	case "copy":
		return t.value(x.Args[1], at, rest.after(is))
	}
	return []*Link{t.end(at, Zero, "")}
}
