package goexpr

import (
	"go/ast"
	"go/token"
	"reflect"
)

const opLess = token.LSS

// methodOf is an exported method of a value or of its address; invalid if there is none.
func (x *evaluation) methodOf(v reflect.Value, name string) reflect.Value {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if m := v.MethodByName(name); m.IsValid() {
		return m
	}
	if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
		return addressable(v).Addr().MethodByName(name)
	}
	return reflect.Value{}
}

// method calls a method on a copy of its receiver.
func (x *evaluation) method(n *ast.CallExpr, s *ast.SelectorExpr) (Value, error) {
	v, err := x.typedValue(s.X)
	if err != nil {
		return Value{}, err
	}
	copied, err := x.scratch(s.X, v)
	if err != nil {
		return Value{}, err
	}
	m := x.methodOf(copied, s.Sel.Name)
	if !m.IsValid() {
		return Value{}, x.mistakeAt(s.Sel, "a value of type %s has no method %q that can be called from here", v.Type(),
			s.Sel.Name)
	}
	if v.Kind() == reflect.Interface && v.IsNil() {
		return Value{}, x.mistakeAt(s.X, "%s is nil here", x.textOf(s.X))
	}
	args, err := x.arguments(n, m.Type())
	if err != nil {
		return Value{}, err
	}
	var out []reflect.Value
	if err := x.scope.Call(s.Sel.Name, func() { out = m.Call(args) }); err != nil {
		return Value{}, x.mistakeAt(n, "%v", err)
	}
	if len(out) != 1 {
		return Value{}, x.mistakeAt(n, "%s returns %d values, and one is needed here", s.Sel.Name, len(out))
	}
	return typed(out[0]), nil
}

// arguments are copies of a method's arguments, of the types that it takes.
func (x *evaluation) arguments(n *ast.CallExpr, t reflect.Type) (args []reflect.Value, err error) {
	if t.IsVariadic() && len(n.Args) < t.NumIn()-1 || !t.IsVariadic() && len(n.Args) != t.NumIn() {
		return nil, x.mistakeAt(n, "the method takes %d arguments, not %d", t.NumIn(), len(n.Args))
	}
	for i, arg := range n.Args {
		v, err := x.value(arg)
		if err != nil {
			return nil, err
		}
		in := t.In(min(i, t.NumIn()-1))
		if t.IsVariadic() && i >= t.NumIn()-1 {
			in = in.Elem()
		}
		rv, ok := v.As(in)
		if !ok {
			return nil, x.mistakeAt(arg, "this argument has to be of type %s, and is of type %s", in, v.Type())
		}
		if rv, err = x.scratch(arg, rv); err != nil {
			return nil, err
		}
		args = append(args, rv)
	}
	return args, nil
}

// scratch is a copy of a value and all that it leads to.
func (x *evaluation) scratch(n ast.Node, v reflect.Value) (reflect.Value, error) {
	c := copier{seen: map[pointer]reflect.Value{}}
	copied := c.copy(v)
	switch {
	case c.held != nil:
		return v, x.mistakeAt(n, "%s holds a %s, which cannot be copied, so the method might change the program",
			x.textOf(n), c.held)
	case c.count > mostCopied:
		return v, x.mistakeAt(n, "%s is too large to be copied for a call", x.textOf(n))
	}
	return copied, nil
}
