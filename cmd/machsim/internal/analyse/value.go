package analyse

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sort is what an atom is.
type sort uint8

const (
	unknown  sort = iota // anything at all
	text                 // a text, of which * stands for any part
	port                 // a port, by where it was made
	function             // a function, with what it is bound to
	cell                 // a variable: its address, or what it holds if that is a struct
	received             // a message: what a receive has returned
	kind                 // the type of what an interface holds
)

// atom is a value, or where it stands: of a cell and a message, path is the field in it.
type atom struct {
	sort sort
	key  string // what tells atoms of a sort apart
	path string
}

// value is what something can be: any of some atoms; none if it never is anything that matters.
type value []atom

var (
	anything = value{{sort: unknown}}
	anyText  = value{{sort: text, key: "*"}}
)

func (v value) known() bool { return !slices.Contains(v, anything[0]) }

// with joins values, each atom once.
func (v value) with(o value) value {
	v = v[:len(v):len(v)]
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

// of are the atoms of a sort, and the unknown one.
func (v value) of(s sort) (all value) {
	for _, a := range v {
		if a.sort == s || a.sort == unknown {
			all = append(all, a)
		}
	}
	return all
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

// mostText is the length of the longest text that is kept, and mostTexts how many a place can hold: beyond, any will
// do.
const (
	mostText  = 80
	mostTexts = 32
)

// joined are the texts made of one of each of some values.
func joined(parts ...value) value {
	all := value{{sort: text}}
	for _, p := range parts {
		var next value
		for _, a := range all {
			for _, b := range p.texts() {
				b.key = strings.ReplaceAll(a.key+b.key, "**", "*")
				next = next.with(value{b})
			}
		}
		long := func(a atom) bool { return len(a.key) > mostText }
		if all = next; len(all) > mostTexts || slices.ContainsFunc(all, long) {
			return anyText
		}
	}
	return all
}

// texts are the texts that a value can be: any, if it is none that is known.
func (v value) texts() (all value) {
	for _, a := range v {
		if a.sort == text {
			all = append(all, a)
		}
	}
	if len(all) == 0 || !v.known() {
		return anyText
	}
	return all
}

// alike says whether two texts can be the same.
func alike(a, b string) bool {
	switch {
	case a == "":
		return strings.Trim(b, "*") == ""
	case b == "":
		return strings.Trim(a, "*") == ""
	case a[0] == '*':
		return alike(a[1:], b) || b[0] != '*' && alike(a, b[1:]) || b[0] == '*' && alike(a, b[1:])
	case b[0] == '*':
		return alike(b, a)
	}
	return a[0] == b[0] && alike(a[1:], b[1:])
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

// isStruct says whether a value is kept with its fields or elements.
func isStruct(v ssa.Value) bool {
	switch v.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// isName says whether a type is that of rights: numbers, which nothing else tells from others.
func isName(t types.Type) bool {
	return isNamed(t, "machsim/ipc", "Name") || isNamed(t, kernelPath, "ReceiveRight") ||
		isNamed(t, kernelPath, "SendOnceRight")
}

// plain says whether a type has numbers and truth values alone, which never matter.
func plain(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString == 0 && !isName(t) && b.Kind() != types.UnsafePointer
}

// isText says whether values of a type are texts.
func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isError says whether a type is that of errors.
func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// kindOf is what is known of the type of a struct that travels: a message is told by the name of its type.
func kindOf(t types.Type) value {
	if types.IsInterface(t) {
		return nil
	}
	return value{{sort: kind, key: typeName(t)}}
}

func typeName(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return t.String()
}

// typeSize is the number of fields of a struct; of other types it is not 0.
func typeSize(t types.Type) int {
	if s, ok := t.Underlying().(*types.Struct); ok {
		return s.NumFields()
	}
	return -1
}
