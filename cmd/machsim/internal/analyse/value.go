package analyse

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// sort is what an atom is.
type sort uint8

const (
	unknown  sort = iota // anything at all
	text                 // the text of a constant
	port                 // a port, by where it was made
	function             // a function, with what it is bound to
	cell                 // a variable: its address, or what it holds if that is a struct
	received             // a message: what a receive has returned
)

// atom is a value, or where it stands: of a cell and a message, path is the field in it.
type atom struct {
	sort sort
	key  string // what tells atoms of a sort apart
	path string
}

// value is what something can be: any of some atoms; none if it never is anything that matters.
type value []atom

var anything = value{{sort: unknown}}

func (v value) known() bool { return !slices.Contains(v, anything[0]) }

// with joins values, each atom once.
func (v value) with(o value) value {
	for _, a := range o {
		if !slices.Contains(v, a) {
			v = append(v, a)
		}
	}
	return v
}

// meets says whether two values can be the same.
func (v value) meets(o value) bool {
	if len(v) == 0 || len(o) == 0 {
		return false
	}
	return !v.known() || !o.known() || slices.ContainsFunc(v, func(a atom) bool { return slices.Contains(o, a) })
}

// in is the field of what a value stands for.
func (v value) in(field string) value {
	all := make(value, 0, len(v))
	for _, a := range v {
		if a.sort == cell || a.sort == received {
			a.path += "." + field
			all = append(all, a)
		} else if a.sort == unknown {
			all = append(all, a)
		}
	}
	return all
}

// isNamed says whether a type, or what it points to, is a named one.
func isNamed(t types.Type, path, name string) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// fieldName is the name of a field of a struct, or of what a pointer leads to.
func fieldName(t types.Type, n int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct).Field(n).Name()
}

// isStruct says whether a value is kept with its fields.
func isStruct(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Struct)
	return ok
}
