package instrument

import (
	"go/ast"
	"go/types"
	"strings"
)

// changing finds the package variables that have to be put back before each run: something writes to them, or might
// write to what they refer to. Descriptions of programs are not written to.
func (r *rewriting) changing() {
	spread := r.onlySpread()
	for _, name := range r.types.Scope().Names() {
		v, ok := r.types.Scope().Lookup(name).(*types.Var)
		if ok && !isDescription(v.Type()) && (v.Exported() || r.writes[v] ||
			!spread[v] && refers(v.Type(), map[types.Type]bool{})) {
			r.changes[name] = true
		}
	}
}

// onlySpread returns the variables that are used in calls f(x...) of functions of package kernel, and for nothing else.
// These functions do not write to the slice.
func (r *rewriting) onlySpread() map[types.Object]bool {
	spread := map[*ast.Ident]bool{}
	for _, f := range r.files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if x, ok := n.(*ast.CallExpr); ok && x.Ellipsis.IsValid() && r.isKernels(x.Fun) {
				if last, ok := ast.Unparen(x.Args[len(x.Args)-1]).(*ast.Ident); ok {
					spread[last] = true
				}
			}
			return true
		})
	}
	only := map[types.Object]bool{}
	for id := range spread {
		only[r.info.Uses[id]] = true
	}
	for id, v := range r.info.Uses {
		if !spread[id] {
			delete(only, v)
		}
	}
	return only
}

// isKernels says whether what is called is a function or method of package kernel.
func (r *rewriting) isKernels(fun ast.Expr) bool {
	switch x := ast.Unparen(fun).(type) {
	case *ast.IndexExpr:
		return r.isKernels(x.X)
	case *ast.SelectorExpr:
		f, ok := r.info.Uses[x.Sel].(*types.Func)
		return ok && f.Pkg() != nil && f.Pkg().Path() == "machsim/kernel"
	}
	return false
}

// isDescription says whether a type is that of a program's description, or a part of it.
func isDescription(t types.Type) bool {
	name := strings.TrimLeft(types.TypeString(t, nil), "*[]")
	return name == "machsim/kernel.Program" || name == "machsim/kernel.Param"
}

// refers says whether a value of a type refers to what can be written to. An error does not, as programs have them.
func refers(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || types.Identical(t, types.Universe.Lookup("error").Type()) {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature:
		return false
	case *types.Array:
		return refers(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if refers(f.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}
