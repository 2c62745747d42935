package goexpr

import (
	"go/ast"
	"go/constant"
	"go/token"
	"reflect"

	"machsim/debugger/text"
)

// evaluation is an expression at work in a Scope.
type evaluation struct {
	*Expr
	scope Scope
}

func (x *evaluation) eval(n ast.Expr) (Value, error) {
	switch n := n.(type) {
	case *ast.BasicLit:
		return literal(n.Kind, n.Value), nil
	case *ast.ParenExpr:
		return x.eval(n.X)
	case *ast.Ident:
		return x.name(n)
	case *ast.SelectorExpr:
		return x.selected(n)
	case *ast.IndexExpr:
		return x.indexed(n)
	case *ast.SliceExpr:
		return x.sliced(n)
	case *ast.StarExpr:
		return x.pointed(n)
	case *ast.TypeAssertExpr:
		return x.asserted(n)
	case *ast.UnaryExpr:
		return x.unary(n)
	case *ast.BinaryExpr:
		return x.binary(n)
	case *ast.CallExpr:
		return x.call(n)
	case *ast.ArrayType:
		return x.sliceType(n)
	}
	return Value{}, x.mistakeAt(n, "this is no value")
}

// value is eval of what has to be a value, and no type.
func (x *evaluation) value(n ast.Expr) (Value, error) {
	v, err := x.eval(n)
	if err == nil && v.typ != nil {
		err = x.mistakeAt(n, "%s is a type, not a value", v.typ)
		err.(*text.Mistake).Absent = true // elsewhere it may be a variable
	}
	return v, err
}

// typedValue is value with a constant given its default type; nil is refused.
func (x *evaluation) typedValue(n ast.Expr) (reflect.Value, error) {
	v, err := x.operand(n)
	return v.rv, err
}

// operand is typedValue that still knows whether the value stands in a variable.
func (x *evaluation) operand(n ast.Expr) (Value, error) {
	v, err := x.value(n)
	switch {
	case err != nil || v.is == plain:
		return v, err
	case v.is == untypedNil:
		return v, x.mistakeAt(n, "nil has no parts")
	}
	return computed(v.Reflect()), nil
}

var basicTypes = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](),
	"int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](), "rune": reflect.TypeFor[rune](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](), "byte": reflect.TypeFor[byte](),
	"uintptr": reflect.TypeFor[uintptr](), "float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"complex64": reflect.TypeFor[complex64](), "complex128": reflect.TypeFor[complex128](),
	"any": reflect.TypeFor[any](), "error": reflect.TypeFor[error](),
}

// name is what a name stands for: a variable hides the names that Go declares itself.
func (x *evaluation) name(n *ast.Ident) (Value, error) {
	if rv, ok := x.scope.Find(n.Name); ok {
		return typed(rv), nil
	}
	if t, ok := x.scope.Type(n.Name); ok {
		return Value{typ: t}, nil
	}
	switch n.Name {
	case "true", "false":
		return truth(n.Name == "true"), nil
	case "nil":
		return Value{is: untypedNil}, nil
	}
	if t := basicTypes[n.Name]; t != nil {
		return Value{typ: t}, nil
	}
	return Value{}, x.unknown(n, n.Name, x.scope.Names())
}

// unknown says that there is no such name. Another position may have it.
func (x *evaluation) unknown(n ast.Node, name string, names []string) error {
	err := x.mistakeAt(n, "there is no variable %q here; %s", name, text.Offer(name, names, "variables"))
	err.(*text.Mistake).Absent = true
	return err
}

func (x *evaluation) sliceType(n *ast.ArrayType) (Value, error) {
	elem, err := x.eval(n.Elt)
	if err != nil {
		return Value{}, err
	}
	if n.Len != nil || elem.typ == nil {
		return Value{}, x.mistakeAt(n, "of composite types only slices of basic types are possible here")
	}
	return Value{typ: reflect.SliceOf(elem.typ)}, nil
}

func (x *evaluation) unary(n *ast.UnaryExpr) (Value, error) {
	v, err := x.value(n.X)
	if err != nil {
		return v, err
	}
	switch {
	case n.Op == token.AND:
		if !v.isVariable() {
			return v, x.mistakeAt(n, "this value has no address")
		}
		return typed(v.rv.Addr()), nil
	case !unaryFits(n.Op, v):
		return v, x.mistakeAt(n, "%s is not possible for a value of type %s", n.Op, v.Type())
	case v.is != plain:
		return Value{c: constant.UnaryOp(n.Op, v.c, 0), is: v.is}, nil
	}
	return computed(unaryOf(n.Op, v.rv)), nil
}

func unaryFits(op token.Token, v Value) bool {
	if op == token.NOT {
		_, ok := v.Bool()
		return ok
	}
	if v.is != plain {
		return v.is >= untypedInt && v.is <= untypedRune || v.is > untypedRune && v.is <= untypedComplex && op != token.XOR
	}
	return v.rv.CanInt() || v.rv.CanUint() || op != token.XOR && (v.rv.CanFloat() || v.rv.CanComplex())
}

func unaryOf(op token.Token, v reflect.Value) reflect.Value {
	r := reflect.New(v.Type()).Elem()
	switch {
	case op == token.NOT:
		r.SetBool(!v.Bool())
	case op == token.ADD:
		r.Set(v)
	case v.CanInt() && op == token.SUB:
		r.SetInt(-v.Int())
	case v.CanInt():
		r.SetInt(^v.Int())
	case v.CanUint() && op == token.SUB:
		r.SetUint(-v.Uint())
	case v.CanUint():
		r.SetUint(^v.Uint())
	case v.CanFloat():
		r.SetFloat(-v.Float())
	default:
		r.SetComplex(-v.Complex())
	}
	return r
}
