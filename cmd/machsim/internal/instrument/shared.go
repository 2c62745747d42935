package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// share finds the variables of functions that several threads may use: a function literal uses them, or their
// address is taken, and they are written to somewhere.
func (r *rewriting) share() {
	s := &sharing{rewriting: r, captured: map[types.Object]bool{}, written: map[types.Object]bool{}}
	for _, f := range r.files {
		if f.why == "" {
			ast.Inspect(f.tree, s.look)
		}
	}
	for v := range s.captured {
		r.shared[v] = s.written[v]
	}
	for v := range s.written {
		r.shared[v] = r.shared[v] || s.pointed[v]
	}
	r.writes = s.written
	r.changing()
}

// orNothing is an expression, of a kind, where there is none.
func orNothing(x ast.Expr) ast.Expr {
	if x == nil {
		return &ast.BadExpr{}
	}
	return x
}

// sharing is what the source says of variables.
type sharing struct {
	*rewriting
	captured, written map[types.Object]bool
	pointed           map[types.Object]bool
}

func (s *sharing) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		for _, v := range (&file{rewriting: s.rewriting}).captured(n) {
			s.captured[v] = true
		}
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			if id, ok := x.(*ast.Ident); !ok || n.Tok != token.DEFINE || s.info.Defs[id] == nil {
				s.note(x, false)
			}
		}
	case *ast.IncDecStmt:
		s.note(n.X, false)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			s.note(n.Key, false)
			s.note(n.Value, false)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			s.note(n.X, true)
		}
	case *ast.SliceExpr:
		s.note(n.X, true)
	case *ast.SelectorExpr:
		if s.pointerMethod(n) {
			s.note(n.X, true)
		}
	}
	return true
}

// note notes that the variable that an expression is a part of is written to, perhaps by a pointer.
func (s *sharing) note(x ast.Expr, pointer bool) {
	if sel, ok := ast.Unparen(orNothing(x)).(*ast.SelectorExpr); ok {
		s.fields[s.info.Uses[sel.Sel]] = true
	}
	if id := s.variable(x); id != nil {
		o := s.info.ObjectOf(id)
		s.written[o] = true
		if pointer {
			if s.pointed == nil {
				s.pointed = map[types.Object]bool{}
			}
			s.pointed[o] = true
		}
	}
}

// variable returns the variable that an expression is a part of, nil if it is behind a pointer.
func (r *rewriting) variable(x ast.Expr) *ast.Ident {
	switch x := x.(type) {
	case *ast.Ident:
		if _, ok := r.info.ObjectOf(x).(*types.Var); ok {
			return x
		}
	case *ast.ParenExpr:
		return r.variable(x.X)
	case *ast.SelectorExpr:
		if s := r.info.Selections[x]; s != nil && s.Kind() == types.FieldVal && !s.Indirect() {
			return r.variable(x.X)
		}
	case *ast.IndexExpr:
		if _, ok := r.typeOf(x.X).(*types.Array); ok {
			return r.variable(x.X)
		}
	}
	return nil
}

// typeOf returns what the type of an expression is based on, nil if it has none.
func (r *rewriting) typeOf(x ast.Expr) types.Type {
	t := r.info.TypeOf(x)
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// pointerMethod says whether a selector takes the address of its operand, for a method.
func (r *rewriting) pointerMethod(x *ast.SelectorExpr) bool {
	s := r.info.Selections[x]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	_, pointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	_, has := s.Recv().Underlying().(*types.Pointer)
	return pointer && !has
}

// hides says whether a selector goes by an embedded pointer that it does not name, and that something writes to.
func (r *rewriting) hides(s *types.Selection) bool {
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		of, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		field := of.Field(i)
		if t = field.Type(); isPointer(t.Underlying()) && r.fields[field] {
			return true
		}
	}
	return false
}

// isShared says whether an expression is a variable that threads may share, or a part of one.
func (r *rewriting) isShared(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return r.isShared(x.X)
	case *ast.Ident:
		v, ok := r.info.Uses[x].(*types.Var)
		return ok && !v.IsField() && (r.shared[v] || v.Parent() == r.types.Scope())
	case *ast.StarExpr:
		return !r.info.Types[x].IsType()
	case *ast.SelectorExpr:
		return r.isSharedField(x)
	case *ast.IndexExpr:
		switch t := r.typeOf(x.X).(type) {
		case *types.Slice:
			return true
		case *types.Array:
			return r.isShared(x.X)
		case *types.Pointer:
			_, array := t.Elem().Underlying().(*types.Array)
			return array
		}
	}
	return false
}

func (r *rewriting) isSharedField(x *ast.SelectorExpr) bool {
	s := r.info.Selections[x]
	if s == nil { // of a package
		v, ok := r.info.Uses[x.Sel].(*types.Var)
		return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	}
	return s.Kind() == types.FieldVal && (s.Indirect() || r.isShared(x.X))
}
