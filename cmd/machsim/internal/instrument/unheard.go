package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// stateless are packages of Go that keep nothing between calls: they read and write only what they are given.
var stateless = []string{"bytes", "cmp", "errors", "fmt", "iter", "maps", "math", "math/bits", "math/cmplx", "path",
	"slices", "sort", "strconv", "strings", "time", "unicode", "unicode/utf16", "unicode/utf8"}

// unheard returns the packages without hooks that may read or write variables which threads share: those that keep
// variables, and those that are given some.
func (r *rewriting) unheard() []string {
	u := &unheard{rewriting: r, all: map[string]bool{}, called: map[*ast.Ident]bool{}, loose: map[types.Object]bool{}}
	for _, look := range []func(ast.Node) bool{u.findLoose, u.look} {
		for _, f := range r.files {
			if f.why == "" {
				ast.Inspect(f.tree, look)
			}
		}
	}
	return slices.Sorted(maps.Keys(u.all))
}

// unheard is what the source says of packages without hooks.
type unheard struct {
	*rewriting
	all    map[string]bool
	called map[*ast.Ident]bool   // names of functions in calls
	loose  map[types.Object]bool // variables of functions that may be known elsewhere
}

// heard says whether what a package does is known without hooks: it has them, or is of machsim.
func (u *unheard) heard(p *types.Package) bool {
	return p == nil || p == u.types || p == types.Unsafe || u.Heard[p.Path()] || strings.HasPrefix(p.Path(), "machsim/")
}

// findLoose finds variables whose address is taken, and those that function literals use.
func (u *unheard) findLoose(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		for _, v := range (&file{rewriting: u.rewriting}).captured(n) {
			u.loose[v] = true
		}
	case *ast.UnaryExpr:
		if id := u.variable(n.X); id != nil && n.Op == token.AND {
			u.loose[u.info.ObjectOf(id)] = true
		}
	}
	return true
}

func (u *unheard) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		u.call(n)
	case *ast.Ident:
		u.use(n)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			u.pointed(u.info.TypeOf(n.X))
		}
	}
	return true
}

// pointed notes that there is a pointer to a variable of a type. The methods of the type may be called by it.
func (u *unheard) pointed(t types.Type) {
	if n, ok := types.Unalias(t).(*types.Named); ok && !u.heard(n.Obj().Pkg()) && n.NumMethods() > 0 {
		u.all[n.Obj().Pkg().Path()] = true
	}
}

// use looks at a name that may be one of a package without hooks. A function that is not called here may be called
// with anything.
func (u *unheard) use(id *ast.Ident) {
	o := u.info.Uses[id]
	if o == nil || u.heard(o.Pkg()) {
		return
	}
	switch o := o.(type) {
	case *types.Var:
		u.all[o.Pkg().Path()] = true
	case *types.Func:
		if !slices.Contains(stateless, o.Pkg().Path()) || !u.called[id] && u.takes(o.Signature()) {
			u.all[o.Pkg().Path()] = true
		}
	}
}

// takes says whether a function may be given variables.
func (u *unheard) takes(s *types.Signature) bool {
	return s.Recv() != nil || slices.ContainsFunc(slices.Collect(s.Params().Variables()), func(v *types.Var) bool {
		return u.leads(v.Type())
	})
}

// call looks at what a package without hooks is given, and at what it makes.
func (u *unheard) call(x *ast.CallExpr) {
	fun := ast.Unparen(x.Fun)
	switch i := fun.(type) {
	case *ast.IndexExpr:
		fun = i.X
	case *ast.IndexListExpr:
		fun = i.X
	}
	id, _ := fun.(*ast.Ident)
	sel, selected := fun.(*ast.SelectorExpr)
	if selected {
		id = sel.Sel
	}
	if id == nil {
		return
	}
	if id.Name == "new" && u.info.Types[x.Fun].IsBuiltin() {
		u.pointed(u.info.TypeOf(x.Args[0]))
	}
	o, _ := u.info.Uses[id].(*types.Func)
	if o == nil || u.heard(o.Pkg()) {
		return
	}
	u.called[id] = true
	given := selected && u.info.Selections[sel] != nil && u.receives(sel) || slices.ContainsFunc(x.Args, u.given)
	if given || slices.ContainsFunc(slices.Collect(o.Signature().Results().Variables()), u.makes) {
		u.all[o.Pkg().Path()] = true
	}
}

// given says whether an argument leads to variables.
func (u *unheard) given(x ast.Expr) bool {
	return !u.info.Types[x].IsNil() && u.leads(u.info.TypeOf(x))
}

// makes says whether a result has methods that the package keeps variables for.
func (u *unheard) makes(v *types.Var) bool {
	switch t := v.Type().Underlying().(type) {
	case *types.Pointer:
		return true
	case *types.Interface:
		return !isError(v.Type()) && t.NumMethods() > 0
	}
	return false
}

// receives says whether the operand of a method leads to variables that others may know.
func (u *unheard) receives(x *ast.SelectorExpr) bool {
	if !u.pointerMethod(x) {
		return u.leads(u.info.TypeOf(x.X))
	}
	id := u.variable(x.X)
	v, ok := u.info.ObjectOf(orNone(id)).(*types.Var)
	return !ok || id == nil || v.Parent() == u.types.Scope() || u.loose[v]
}

// leads says whether a value of a type leads to variables that can be read or written by it. Functions of the program
// have hooks, and errors and what is of machsim are not changed.
func (u *unheard) leads(t types.Type) bool {
	if isError(t) {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	case *types.Signature:
		return false
	case *types.Pointer:
		n, ok := types.Unalias(t.Elem()).(*types.Named)
		return !ok || n.Obj().Pkg() == nil || !strings.HasPrefix(n.Obj().Pkg().Path(), "machsim/")
	case *types.Array:
		return u.leads(t.Elem())
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(t.Fields()), func(v *types.Var) bool { return u.leads(v.Type()) })
	case *types.Tuple:
		return slices.ContainsFunc(slices.Collect(t.Variables()), func(v *types.Var) bool { return u.leads(v.Type()) })
	}
	return true
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
