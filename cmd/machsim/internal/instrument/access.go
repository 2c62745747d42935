package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"machsim/kernel/hook"
)

// site adds a place in the source where a variable is accessed, and returns its index.
func (f *function) site(x ast.Expr, write bool) int {
	f.table.Shared = append(f.table.Shared, f.place(x, write))
	return len(f.table.Shared) - 1
}

// place is where an expression stands in the present statement.
func (f *function) place(x ast.Expr, write bool) hook.Site {
	from, to := f.at(x.Pos()), f.at(x.End())
	return hook.Site{Stmt: f.current, Write: write, From: int32(from), To: int32(to), Expr: f.edits.text[from:to]}
}

// hook is the beginning of a call of a function of package hook at a site.
func (f *function) hook(name string, x ast.Expr, write bool) string {
	return fmt.Sprintf("%shook.%s(%s, %d, ", f.prefix, name, f.frame, f.site(x, write))
}

// text is the source of an expression, with variables in the places of calls that were moved.
func (f *function) text(x ast.Node) string {
	part := edits{text: f.edits.text}
	ast.Inspect(x, func(n ast.Node) bool {
		c, ok := n.(ast.Expr)
		if ok && f.moved[c] != "" {
			part.replace(f.at(c.Pos()), f.at(c.End()), f.moved[c])
			return false
		}
		return true
	})
	return part.between(f.at(x.Pos()), f.at(x.End()))
}

// reads puts hooks to what a node reads.
func (f *function) reads(n ast.Node) {
	if n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		case *ast.KeyValueExpr:
			f.pair(n)
			return false
		case *ast.BinaryExpr:
			if f.moved[n] == "" && (n.Op == token.LAND || n.Op == token.LOR) {
				f.reads(n.X)
				f.perhaps(n.Y)
				return false
			}
			return f.load(n)
		case ast.Expr:
			return f.load(n)
		}
		return true
	})
}

// perhaps is reads for what a statement may leave out.
func (f *function) perhaps(n ast.Node) {
	f.left++
	f.reads(n)
	f.left--
}

// pair is reads for an element of a composite literal: the name of a field is no variable.
func (f *function) pair(n *ast.KeyValueExpr) {
	if id, ok := n.Key.(*ast.Ident); !ok || f.info.Uses[id] == nil || !isField(f.info.Uses[id]) {
		f.reads(n.Key)
	}
	f.reads(n.Value)
}

func isField(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && v.IsField()
}

// load puts a hook to an expression, if it reads what is shared. It returns true if its parts are to be looked
// at as they are.
func (f *function) load(x ast.Expr) bool {
	if f.moved[x] != "" {
		return false
	}
	if tv, ok := f.info.Types[x]; ok && (tv.Value != nil || tv.IsType()) {
		return false
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return true
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			f.base(x.X)
			return false
		}
		return true
	case *ast.CallExpr:
		f.call(x)
		return false
	case *ast.IndexExpr:
		if f.isMap(x.X) {
			f.entry(x)
			return false
		}
	case *ast.SliceExpr:
		if _, ok := f.typeOf(x.X).(*types.Array); ok {
			f.base(x.X)
		} else {
			f.reads(x.X)
		}
		f.reads(x.Low)
		f.reads(x.High)
		f.reads(x.Max)
		return false
	case *ast.SelectorExpr:
		if s := f.info.Selections[x]; s != nil && s.Kind() != types.FieldVal {
			f.method(x, s)
			return false
		}
	case *ast.Ident, *ast.StarExpr:
	default:
		return true
	}
	name := ""
	switch {
	case !f.addressable(x):
	case f.isShared(x):
		name = f.reading(x)
	case f.left > 0 && f.variable(x) != nil:
		name = "Own"
	}
	if name == "" {
		f.private(x, false)
		f.base(x)
		return false
	}
	f.insert(x.Pos(), "(*"+f.hook(name, x, false)+"&")
	f.base(x)
	f.insert(x.End(), "))")
	return false
}

// calledBehind says whether something is called between an expression and the end of its statement, or the expression
// finds a target, which is done twice.
func (f *function) calledBehind(x ast.Expr) (found bool) {
	if f.targets > 0 {
		return true
	}
	ast.Inspect(f.whole, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		case *ast.CallExpr:
			found = found || n.Pos() >= x.End() && f.moved[n] == "" && !f.quiet(n)
		case *ast.UnaryExpr:
			found = found || n.Pos() >= x.End() && f.moved[n] == "" && n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// quiet says whether a call runs no code that may change a variable.
func (f *function) quiet(x *ast.CallExpr) bool {
	if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && f.info.Types[x.Fun].IsBuiltin() {
		switch id.Name {
		case "len", "cap", "min", "max", "make", "new":
			return true
		}
		return false
	}
	return f.info.Types[x.Fun].IsType()
}

// private notes that the present statement reads or writes a variable that no other thread uses.
func (f *function) private(x ast.Expr, write bool) {
	id := f.variable(x)
	if id == nil || f.info.Uses[id] == nil {
		return
	}
	if !f.still(x) || f.text(x) != f.edits.text[f.at(x.Pos()):f.at(x.End())] {
		x = id
	}
	f.table.Private = append(f.table.Private, f.place(x, write))
}

// addressable says whether the address of an expression can be taken and kept.
func (f *function) addressable(x ast.Expr) bool {
	id := f.variable(x)
	v, _ := f.info.ObjectOf(orNone(id)).(*types.Var)
	return f.info.Types[x].Addressable() && (v == nil || !f.copied[v])
}

func orNone(id *ast.Ident) *ast.Ident {
	if id == nil {
		return ast.NewIdent("_")
	}
	return id
}

// entry puts a hook to what reads an element of a map. If anything that may be shared is read behind the map, the
// element is read by package hook: the compiler would read it behind that.
func (f *function) entry(x *ast.IndexExpr) {
	if f.both == ast.Expr(x) || !f.touches(x.Index) && f.still(x.Index) && !f.followed(x) {
		f.mapOf(x, x.X, false)
		f.reads(x.Index)
		return
	}
	f.insert(x.Pos(), f.hook("Index", x, false))
	f.reads(x.X)
	f.edits.replace(f.at(x.X.End()), f.at(x.Lbrack)+1, ", ")
	f.reads(x.Index)
	f.edits.replace(f.at(x.Rbrack), f.at(x.Rbrack)+1, ")")
}

// followed says whether something that may be shared is accessed between an expression and the end of its statement.
func (f *function) followed(x ast.Expr) (found bool) {
	f.shared(f.whole, func(y ast.Expr) { found = found || y.Pos() >= x.End() })
	return found
}

// mapOf puts a hook to a map one of whose elements is accessed.
func (f *function) mapOf(x, m ast.Expr, write bool) {
	f.insert(m.Pos(), f.hook("Map", x, write))
	f.reads(m)
	f.insert(m.End(), ")")
}

// method puts hooks to the operand of a method.
func (f *function) method(x *ast.SelectorExpr, s *types.Selection) {
	if s.Kind() == types.MethodVal && f.hides(s) {
		f.coarse()
	}
	switch {
	case s.Kind() == types.MethodExpr:
	case f.pointerMethod(x):
		f.base(x.X)
	case f.receives(x):
		f.insert(x.X.Pos(), "(*"+f.hook(f.reading(x.X), x.X, false))
		f.reads(x.X)
		f.insert(x.X.End(), "))")
	default:
		f.reads(x.X)
	}
}

// receives says whether a selector is a method that gets what a pointer points to.
func (f *function) receives(x *ast.SelectorExpr) bool {
	s := f.info.Selections[x]
	if s == nil || s.Kind() != types.MethodVal || len(s.Index()) > 1 || !isPointer(f.typeOf(x.X)) {
		return false
	}
	return !isPointer(s.Obj().(*types.Func).Signature().Recv().Type())
}

// reading is the hook for what is read in the place of an expression.
func (f *function) reading(x ast.Expr) string {
	if f.calledBehind(x) {
		return "Late"
	}
	return "Read"
}

// call puts hooks to the function and the arguments of a call.
func (f *function) call(x *ast.CallExpr) {
	if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && f.info.Types[x.Fun].IsBuiltin() {
		f.builtin(id.Name, x)
		return
	}
	f.reads(x.Fun)
	f.arguments(x.Args)
}

func (f *function) arguments(args []ast.Expr) {
	for _, a := range args {
		f.reads(a)
	}
}

// base puts hooks to what is read on the way to a variable: pointers, slices and indexes.
func (f *function) base(x ast.Expr) {
	if f.moved[x] != "" {
		return
	}
	switch x := x.(type) {
	case *ast.Ident:
	case *ast.ParenExpr:
		f.base(x.X)
	case *ast.StarExpr:
		f.reads(x.X)
	case *ast.SelectorExpr:
		s := f.info.Selections[x]
		if s != nil && f.hides(s) {
			f.coarse()
		}
		switch {
		case s == nil:
		case isPointer(f.typeOf(x.X)):
			f.reads(x.X)
		default:
			f.base(x.X)
		}
	case *ast.IndexExpr:
		if _, ok := f.typeOf(x.X).(*types.Array); ok {
			f.base(x.X)
		} else {
			f.reads(x.X)
		}
		f.reads(x.Index)
	default:
		f.reads(x)
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.(*types.Pointer)
	return ok
}
