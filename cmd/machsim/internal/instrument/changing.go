package instrument

import (
	"go/types"
	"strings"
)

// changing finds the package variables that have to be put back before each run: something writes to them, or might
// write to what they refer to. Descriptions of programs are not written to.
func (r *rewriting) changing() {
	for _, name := range r.types.Scope().Names() {
		v, ok := r.types.Scope().Lookup(name).(*types.Var)
		if ok && !isDescription(v.Type()) && (v.Exported() || r.writes[v] || refers(v.Type(), map[types.Type]bool{})) {
			r.changes[name] = true
		}
	}
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
