package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// spot is a variable, or a part of what it holds or leads to: the path has fields, * for what a pointer, slice or map
// leads to, and the constant index of an element (box*.parts*[1]).
type spot struct {
	v    *types.Var
	path string
}

func (s spot) to(step string) spot { return spot{s.v, s.path + step} }

// overlaps says whether one spot is the other, or a part of its value.
func (s spot) overlaps(o spot) bool {
	short, long := s.path, o.path
	if len(short) > len(long) {
		short, long = long, short
	}
	rest, ok := strings.CutPrefix(long, short)
	return s.v == o.v && ok && !strings.Contains(rest, "*") && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// access is a use of a spot.
type access struct {
	spot
	writes bool
	site   ast.Node // in the code that was looked at: the use, or the call that leads to it
}

// accesses finds those that code makes to variables from outside of it, by itself and by the functions of the package
// that it calls. It leaves out what it is not sure of: elements whose index is no constant, what a pointer leads to
// that is set more than once, functions that are not known.
type accesses struct {
	*check
	made   []creation
	all    []access
	leads  map[*types.Var]spot // what parameters lead to
	inside []ast.Node          // the functions that are looked into: what these declare is their own
	site   ast.Node            // the call that led out of the first of them
}

// deepest is how many calls are followed into one another.
const deepest = 8

// accessesOf are those of the body of a thread.
func (c *check) accessesOf(m creation, made []creation) []access {
	a := &accesses{check: c, made: made, leads: map[*types.Var]spot{}}
	code := c.bodyOf(m)
	if s, ok := m.body.(*ast.SelectorExpr); ok {
		a.bindReceiver(code.(*ast.FuncDecl), s.X)
		a.site = s
	}
	a.enter(code)
	return a.all
}

// bodyOf is the code of what a thread runs, nil if it is not known.
func (c *check) bodyOf(m creation) ast.Node {
	if lit := c.literal(m.body); lit != nil {
		return lit
	}
	if fn, ok := c.program.callee(&ast.CallExpr{Fun: m.body}).(*types.Func); ok {
		if d := c.program.decls[fn.Origin()]; d != nil && d.Body != nil {
			return d
		}
	}
	return nil
}

func (a *accesses) enter(code ast.Node) {
	if slices.Contains(a.inside, code) || len(a.inside) > deepest {
		return
	}
	a.inside = append(a.inside, code)
	switch code := code.(type) {
	case *ast.FuncLit:
		a.walk(code.Body)
	case *ast.FuncDecl:
		a.walk(code.Body)
	}
	a.inside = a.inside[:len(a.inside)-1]
}

// walk visits code, but for the bodies of other threads.
func (a *accesses) walk(code ast.Node) {
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return !a.isBody(n, a.made)
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				a.use(e, true)
			}
			for _, e := range n.Rhs {
				a.walk(e)
			}
			return false
		case *ast.IncDecStmt:
			a.use(n.X, true)
			return false
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN && n.Key != nil {
				a.use(n.Key, true)
			}
		case *ast.KeyValueExpr:
			a.walk(n.Value)
			return false
		case *ast.CallExpr:
			a.call(n)
			return false
		case ast.Expr:
			return !a.use(n, false)
		}
		return true
	})
}

// use notes the use of an expression and of what leads to it; false if the expression denotes nothing that is stored.
func (a *accesses) use(e ast.Expr, writes bool) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return a.use(e.X, writes)
	case *ast.Ident:
	case *ast.StarExpr:
		a.walk(e.X)
	case *ast.SelectorExpr:
		if a.TypesInfo.Selections[e] == nil || a.TypesInfo.Selections[e].Kind() != types.FieldVal {
			return false
		}
		a.way(e.X)
	case *ast.IndexExpr:
		a.walk(e.Index)
		a.way(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			a.way(e.X)
		}
		return e.Op == token.AND
	default:
		return false
	}
	if s, ok := a.spot(e); ok {
		site := a.site
		if site == nil {
			site = e
		}
		a.all = append(a.all, access{s, writes, site})
	}
	return true
}

// way notes what is used on the way to a part of x: x itself if it is a reference, and else what is on the way to it.
func (a *accesses) way(x ast.Expr) {
	x = ast.Unparen(x)
	if t := a.TypesInfo.TypeOf(x); t == nil || refers(t) {
		a.walk(x)
		return
	}
	switch x := x.(type) {
	case *ast.SelectorExpr:
		a.way(x.X)
	case *ast.IndexExpr:
		a.walk(x.Index)
		a.way(x.X)
	case *ast.Ident:
	default:
		a.walk(x)
	}
}

// call follows a call into a function of the package.
func (a *accesses) call(call *ast.CallExpr) {
	if _, makes := a.creation(call, nil); makes {
		return // what another thread does
	}
	code := a.program.function(call)
	for _, e := range call.Args {
		a.walk(e)
	}
	site := a.site
	if site == nil {
		a.site = call
	}
	switch d := code.(type) {
	case *ast.FuncDecl:
		if s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && d.Recv != nil {
			a.way(s.X)
			a.bindReceiver(d, s.X)
		}
		a.bindParameters(d.Type, call)
	case *ast.FuncLit:
		a.bindParameters(d.Type, call)
	default:
		a.walk(call.Fun)
	}
	if code != nil {
		a.enter(code)
	}
	a.site = site
}

func (a *accesses) bindReceiver(d *ast.FuncDecl, x ast.Expr) {
	for _, name := range d.Recv.List[0].Names {
		v, _ := a.TypesInfo.Defs[name].(*types.Var)
		if v == nil {
			continue
		}
		if _, pointer := v.Type().(*types.Pointer); pointer && !refers(a.TypesInfo.TypeOf(x)) {
			x = &ast.UnaryExpr{Op: token.AND, X: x}
		}
		a.bind(v, x)
	}
}

func (a *accesses) bindParameters(of *ast.FuncType, call *ast.CallExpr) {
	i := 0
	for _, f := range of.Params.List {
		for _, name := range f.Names {
			if v, _ := a.TypesInfo.Defs[name].(*types.Var); v != nil && i < len(call.Args) {
				a.bind(v, call.Args[i])
			}
			i++
		}
	}
}

func (a *accesses) bind(v *types.Var, to ast.Expr) {
	delete(a.leads, v)
	if s, ok := a.behind(to); ok && refers(v.Type()) {
		a.leads[v] = s
	}
}

// spot is what an expression denotes.
func (a *accesses) spot(e ast.Expr) (spot, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := a.variable(e)
		own := v == nil || isGlobal(v) || slices.ContainsFunc(a.inside, func(n ast.Node) bool { return within(v.Pos(), n) })
		return spot{v, ""}, !own
	case *ast.StarExpr:
		return a.behind(e.X)
	case *ast.SelectorExpr:
		s := a.TypesInfo.Selections[e]
		if s == nil || s.Kind() != types.FieldVal || len(s.Index()) > 1 {
			return spot{}, false
		}
		to, ok := a.base(e.X)
		return to.to("." + e.Sel.Name), ok
	case *ast.IndexExpr:
		to, ok := a.base(e.X)
		k := a.TypesInfo.Types[e.Index].Value
		if !ok || k == nil {
			return spot{}, false
		}
		return to.to("[" + k.ExactString() + "]"), true
	}
	return spot{}, false
}

// base is what x's fields or elements are in.
func (a *accesses) base(x ast.Expr) (spot, bool) {
	if refers(a.TypesInfo.TypeOf(x)) {
		return a.behind(x)
	}
	return a.spot(x)
}

// behind is what a reference leads to.
func (a *accesses) behind(e ast.Expr) (spot, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return a.spot(e.X)
		}
	case *ast.Ident:
		v := a.variable(e)
		if v == nil || a.program.again[v] {
			return spot{}, false
		}
		if s, ok := a.leads[v]; ok {
			return s, true
		}
		if s, ok := a.spot(e); ok {
			return s.to("*"), true
		}
		if value := a.program.values[v]; value != nil && !isGlobal(v) && refers(v.Type()) {
			return a.behind(value)
		}
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
		s, ok := a.spot(e)
		return s.to("*"), ok
	}
	return spot{}, false
}
