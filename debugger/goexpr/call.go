package goexpr

import (
	"go/ast"
	"reflect"
)

// call is a conversion, one of Go's own functions, or a method.
func (x *evaluation) call(n *ast.CallExpr) (Value, error) {
	if s, ok := n.Fun.(*ast.SelectorExpr); ok {
		if t, ok := x.qualified(s); !ok || t.typ == nil {
			return x.method(n, s)
		}
	}
	if name, ok := n.Fun.(*ast.Ident); ok {
		if _, hidden := x.scope.Find(name.Name); !hidden {
			switch name.Name {
			case "len", "cap":
				return x.size(n, name.Name)
			case "min", "max":
				return x.extreme(n, name.Name == "min")
			}
			if _, named := x.scope.Type(name.Name); !named && basicTypes[name.Name] == nil {
				return Value{}, x.mistakeAt(n, "functions of the program are not called here; there are len, cap, min, max, "+
					"conversions such as int(x), and methods")
			}
		}
	}
	f, err := x.eval(n.Fun)
	switch {
	case err != nil:
		return f, err
	case f.typ == nil:
		return f, x.mistakeAt(n, "functions of the program are not called here; methods are")
	case len(n.Args) != 1:
		return f, x.mistakeAt(n, "a conversion takes one value")
	}
	return x.converted(n, f.typ)
}

func (x *evaluation) size(n *ast.CallExpr, name string) (Value, error) {
	if len(n.Args) != 1 {
		return Value{}, x.mistakeAt(n, "%s takes one value", name)
	}
	v, err := x.typedValue(n.Args[0])
	if err != nil {
		return Value{}, err
	}
	if v.Kind() == reflect.Pointer && v.Type().Elem().Kind() == reflect.Array {
		return number(v.Type().Elem().Len()), nil
	}
	switch k := v.Kind(); {
	case name == "len" && (k == reflect.String || k == reflect.Map):
		return number(v.Len()), nil
	case k != reflect.Slice && k != reflect.Array && k != reflect.Chan:
		return Value{}, x.mistakeAt(n, "a value of type %s has no %s", v.Type(), name)
	case name == "cap":
		return number(v.Cap()), nil
	}
	return number(v.Len()), nil
}

// extreme is the least or greatest of its operands, found by comparing them.
func (x *evaluation) extreme(n *ast.CallExpr, least bool) (best Value, err error) {
	if len(n.Args) == 0 {
		return best, x.mistakeAt(n, "this takes one value or more")
	}
	for i, arg := range n.Args {
		v, err := x.value(arg)
		if err != nil {
			return best, err
		}
		if i == 0 {
			best = v
			continue
		}
		if best, err = x.better(n, arg, best, v, least); err != nil {
			return best, err
		}
	}
	return best, nil
}

func (x *evaluation) better(n *ast.CallExpr, arg ast.Expr, best, v Value, least bool) (Value, error) {
	at := &ast.BinaryExpr{X: n.Args[0], Y: arg}
	if best.is != plain && v.is != plain {
		at.Op = opLess
		b, err := x.constants(at, best, v)
		if err != nil {
			return best, err
		}
		if less, _ := b.Bool(); less != least {
			return v, nil
		}
		return best, nil
	}
	at.Op = opLess
	l, r, err := x.matched(at, best, v)
	if err != nil {
		return best, err
	}
	o, ok := ordered(l, r)
	switch {
	case !ok:
		return best, x.impossible(at, typed(l))
	case l.CanFloat(): // of zeros with different signs, and of what is no number, Go knows which comes first
		v := reflect.New(l.Type()).Elem()
		v.SetFloat(extremeOf(l.Float(), r.Float(), least))
		return computed(v), nil
	case o == less && least, o == greater && !least, o == same:
		return computed(l), nil
	}
	return computed(r), nil
}

func extremeOf(a, b float64, least bool) float64 {
	if least {
		return min(a, b)
	}
	return max(a, b)
}

// converted converts a value to a basic type, or to a slice of one.
func (x *evaluation) converted(n *ast.CallExpr, t reflect.Type) (Value, error) {
	v, err := x.value(n.Args[0])
	if err != nil {
		return v, err
	}
	if v.is != plain {
		if rv, ok := v.as(t); ok {
			return computed(rv), nil
		}
		if v.is == untypedNil || v.is == untypedFloat || t.Kind() != reflect.String && t.Kind() != reflect.Slice {
			return v, x.mistakeAt(n, "%s does not fit into %s", x.textOf(n.Args[0]), t)
		}
	}
	rv := v.Reflect()
	if !rv.CanConvert(t) {
		return v, x.mistakeAt(n, "a value of type %s cannot be converted to %s", v.Type(), t)
	}
	return computed(rv.Convert(t)), nil
}
