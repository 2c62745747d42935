package goexpr

import (
	"fmt"
	"go/ast"
	"reflect"
	"strings"
)

// selected is a field, or a variable of a package.
func (x *evaluation) selected(n *ast.SelectorExpr) (Value, error) {
	if v, ok := x.qualified(n); ok {
		return v, nil
	}
	v, err := x.operand(n.X)
	if err != nil {
		return Value{}, err
	}
	s, err := x.behind(n.X, v)
	if err != nil {
		return Value{}, err
	}
	if s.rv.Kind() == reflect.Struct {
		if f, ok := s.rv.Type().FieldByName(n.Sel.Name); ok {
			return x.field(n, s, f)
		}
	}
	return Value{}, x.noField(n, v.rv, s.rv)
}

// qualified is the variable, constant or type of a package, if the name before the dot is no variable.
func (x *evaluation) qualified(n *ast.SelectorExpr) (v Value, ok bool) {
	pkg, ok := n.X.(*ast.Ident)
	if !ok {
		return v, false
	}
	if _, hidden := x.scope.Find(pkg.Name); hidden {
		return v, false
	}
	name := pkg.Name + "." + n.Sel.Name
	if rv, ok := x.scope.Find(name); ok {
		return typed(rv), true
	}
	t, ok := x.scope.Type(name)
	return Value{typ: t}, ok
}

// behind follows a pointer, or looks into an interface.
func (x *evaluation) behind(n ast.Node, v Value) (Value, error) {
	for v.rv.Kind() == reflect.Pointer || v.rv.Kind() == reflect.Interface {
		if v.rv.IsNil() {
			return v, x.mistakeAt(n, "%s is nil here", x.textOf(n))
		}
		v = typed(v.rv.Elem())
	}
	return v, nil
}

// field walks to a field, through the structs that embed it.
func (x *evaluation) field(n ast.Node, s Value, f reflect.StructField) (Value, error) {
	for _, i := range f.Index {
		for s.rv.Kind() == reflect.Pointer {
			if s.rv.IsNil() {
				return Value{}, x.mistakeAt(n, "a pointer on the way to %s is nil here", f.Name)
			}
			s = typed(s.rv.Elem())
		}
		s = Value{rv: open(addressable(s.rv).Field(i)), tmp: !s.isVariable()}
	}
	return s, nil
}

func (x *evaluation) noField(n *ast.SelectorExpr, v, s reflect.Value) error {
	if m := x.methodOf(v, n.Sel.Name); m.IsValid() {
		return x.mistakeAt(n, "%s is a method; type %s() to call it", n.Sel.Name, x.textOf(n))
	}
	var names []string
	if s.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(s.Type()) {
			names = append(names, f.Name)
		}
	}
	if names == nil {
		return x.mistakeAt(n.Sel, "%s has no fields: its type is %s", x.textOf(n.X), s.Type())
	}
	return x.mistakeAt(n.Sel, "%s has no field %q; its fields: %s", s.Type(), n.Sel.Name, strings.Join(names, ", "))
}

func (x *evaluation) indexed(n *ast.IndexExpr) (Value, error) {
	of, err := x.operand(n.X)
	if err != nil {
		return Value{}, err
	}
	if of, err = x.behind(n.X, of); err != nil {
		return Value{}, err
	}
	v := of.rv
	switch v.Kind() {
	case reflect.Map:
		return x.entry(n, v)
	case reflect.Slice, reflect.Array, reflect.String:
	default:
		return Value{}, x.mistakeAt(n, "%s has no elements: its type is %s", x.textOf(n.X), v.Type())
	}
	i, err := x.index(n.Index, v.Len()-1)
	if err != nil {
		return Value{}, err
	}
	if v.Kind() == reflect.String {
		return typed(reflect.ValueOf(v.String()[i])), nil
	}
	return Value{rv: v.Index(i), tmp: v.Kind() == reflect.Array && !of.isVariable()}, nil
}

// index evaluates the index of an element, from 0 to last.
func (x *evaluation) index(n ast.Expr, last int) (int, error) {
	v, err := x.value(n)
	if err != nil {
		return 0, err
	}
	i, ok := wholeNumber(v)
	switch {
	case !ok:
		return 0, x.mistakeAt(n, "an index has to be an integer, and this is of type %s", v.Type())
	case i < 0 || i > int64(last):
		return 0, x.mistakeAt(n, "index %d is out of range: it can be %s", i, rangeTo(last))
	}
	return int(i), nil
}

func rangeTo(last int) string {
	if last < 0 {
		return "none, for there are no elements"
	}
	return fmt.Sprintf("0 to %d", last)
}

// entry is an element of a map; the zero value if the map has no such key, as in Go.
func (x *evaluation) entry(n *ast.IndexExpr, m reflect.Value) (Value, error) {
	k, err := x.value(n.Index)
	if err != nil {
		return Value{}, err
	}
	key, ok := k.As(m.Type().Key())
	if !ok {
		return Value{}, x.mistakeAt(n.Index, "a key of this map is of type %s, not %s", m.Type().Key(), k.Type())
	}
	if !key.Comparable() {
		return Value{}, x.mistakeAt(n.Index, "a value of type %s cannot be a key", k.Type())
	}
	if v := m.MapIndex(key); v.IsValid() {
		return typed(v), nil
	}
	return typed(reflect.Zero(m.Type().Elem())), nil
}

func (x *evaluation) sliced(n *ast.SliceExpr) (Value, error) {
	of, err := x.operand(n.X)
	if err != nil {
		return Value{}, err
	}
	if of.rv.Kind() == reflect.Pointer {
		if of, err = x.behind(n.X, of); err != nil {
			return Value{}, err
		}
	}
	v := of.rv
	low, high := 0, 0
	switch {
	case v.Kind() == reflect.Slice, v.Kind() == reflect.String, v.Kind() == reflect.Array && of.isVariable():
		high = v.Len()
	default:
		return Value{}, x.mistakeAt(n, "a value of type %s cannot be sliced here", v.Type())
	}
	limit := high
	if v.Kind() == reflect.Slice {
		limit = v.Cap()
	}
	if n.High != nil {
		if high, err = x.index(n.High, limit); err != nil {
			return Value{}, err
		}
	}
	if n.Low != nil {
		if low, err = x.index(n.Low, high); err != nil {
			return Value{}, err
		}
	}
	if low > high {
		return Value{}, x.mistakeAt(n, "the slice has %d elements, and this begins at %d", high, low)
	}
	if n.Max == nil {
		return computed(v.Slice(low, high)), nil
	}
	end, err := x.index(n.Max, limit)
	if err != nil || end < high || v.Kind() == reflect.String {
		return Value{}, x.mistakeAt(n.Max, "this is no capacity that the slice can have")
	}
	return computed(v.Slice3(low, high, end)), nil
}

func (x *evaluation) pointed(n *ast.StarExpr) (Value, error) {
	v, err := x.eval(n.X)
	switch {
	case err != nil:
		return v, err
	case v.typ != nil:
		return Value{typ: reflect.PointerTo(v.typ)}, nil
	case v.is == untypedNil || !v.rv.IsValid() || v.rv.Kind() != reflect.Pointer:
		return v, x.mistakeAt(n, "%s is no pointer: its type is %s", x.textOf(n.X), v.Type())
	case v.rv.IsNil():
		return v, x.mistakeAt(n, "%s is nil here", x.textOf(n.X))
	}
	return typed(v.rv.Elem()), nil
}

// asserted is what an interface holds, if it is of the type that is asked for: by its name, with or without the
// package.
func (x *evaluation) asserted(n *ast.TypeAssertExpr) (Value, error) {
	v, err := x.typedValue(n.X)
	switch {
	case err != nil:
		return Value{}, err
	case n.Type == nil:
		return Value{}, x.mistakeAt(n, "(type) is for type switches only")
	case v.Kind() != reflect.Interface:
		return Value{}, x.mistakeAt(n, "%s is no interface: its type is %s", x.textOf(n.X), v.Type())
	case v.IsNil():
		return Value{}, x.mistakeAt(n, "%s is nil here", x.textOf(n.X))
	}
	want := x.textOf(n.Type)
	if t := v.Elem().Type(); !called(t, want) {
		return Value{}, x.mistakeAt(n.Type, "%s holds a %s here, and no %s", x.textOf(n.X), t, want)
	}
	return typed(v.Elem()), nil
}

// called says whether a type has a name, with or without its package.
func called(t reflect.Type, name string) bool {
	stars := name[:len(name)-len(strings.TrimLeft(name, "*"))]
	for range len(stars) {
		if t.Kind() != reflect.Pointer {
			return false
		}
		t = t.Elem()
	}
	name = name[len(stars):]
	return t.String() == name || t.Name() != "" && t.Name() == name
}

func (x *evaluation) textOf(n ast.Node) string {
	return x.text[x.typed(int(n.Pos())-1):min(x.typed(int(n.End())-1), len(x.text))]
}
