package goexpr

import (
	"go/ast"
	"go/token"
	"reflect"
	"unsafe"
)

// Binding is a variable that compiled code reads. At returns where it is, and nil when it is not there, or has another
// type.
type Binding struct {
	Type reflect.Type
	At   func() unsafe.Pointer
}

// Binder resolves names once, when an expression is compiled. ok is false for a name that cannot be bound.
type Binder interface {
	Bind(name string) (b Binding, ok bool)
	// Constant is the typed constant of a name.
	Constant(name string) (v reflect.Value, ok bool)
}

// Code is a compiled expression: closures over the addresses of its variables. It gives what Expr.Value gives, or says
// that it cannot, in which case Expr.Value says why.
type Code struct {
	c   *compiler
	top code
}

// compiler is an expression at work.
type compiler struct {
	*Expr
	binder Binder
	failed bool // the run of the closures has failed: a nil pointer, an index out of range, a division by zero
}

// code is a compiled part. One of its functions is set, according to the type.
type code struct {
	t    reflect.Type          // nil of an untyped constant
	at   func() unsafe.Pointer // where it is, of a variable
	word func() int64          // the value of an integer, the bits of an unsigned one, 1 or 0 of a truth value
	real func() float64
	text func() string
	c    Value // of an untyped constant
}

// Compile compiles an expression; ok is false if it has parts that only Value evaluates.
func (e *Expr) Compile(b Binder) (c *Code, ok bool) {
	x := &compiler{Expr: e, binder: b}
	top, ok := x.compile(e.tree)
	return &Code{x, top}, ok
}

// Bool is the truth value of the expression; ok is false if Value has to be asked.
func (c *Code) Bool() (b, ok bool) {
	if c.top.word == nil || c.top.t.Kind() != reflect.Bool {
		return false, false
	}
	c.c.failed = false
	n := c.top.word()
	return n != 0, !c.c.failed
}

// Variable is where the variable that the expression names is, and its type; ok is false if Value has to be asked.
func (c *Code) Variable() (at unsafe.Pointer, t reflect.Type, ok bool) {
	if c.top.at == nil {
		return nil, nil, false
	}
	c.c.failed = false
	at = c.top.at()
	return at, c.top.t, !c.c.failed && at != nil
}

// fail makes the expression one for Value.
func (x *compiler) fail() unsafe.Pointer {
	x.failed = true
	return nil
}

func (x *compiler) compile(n ast.Expr) (code, bool) {
	switch n := n.(type) {
	case *ast.BasicLit:
		return code{c: literal(n.Kind, n.Value)}, true
	case *ast.ParenExpr:
		return x.compile(n.X)
	case *ast.Ident:
		return x.ident(n.Name)
	case *ast.SelectorExpr:
		return x.selector(n)
	case *ast.IndexExpr:
		return x.element(n)
	case *ast.StarExpr:
		return x.pointee(n)
	case *ast.UnaryExpr:
		return x.negated(n)
	case *ast.BinaryExpr:
		return x.operation(n)
	case *ast.CallExpr:
		return x.length(n)
	}
	return code{}, false
}

func (x *compiler) ident(name string) (code, bool) {
	if b, ok := x.binder.Bind(name); ok {
		return x.loaded(b.Type, func() unsafe.Pointer {
			if p := b.At(); p != nil {
				return p
			}
			return x.fail()
		}), true
	}
	if v, ok := x.binder.Constant(name); ok {
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return withoutPlace(x.loaded(v.Type(), p.UnsafePointer)), true
	}
	switch name {
	case "true", "false":
		return code{c: truth(name == "true")}, true
	case "nil":
		return code{c: Value{is: untypedNil}}, true
	}
	return code{}, false
}

func withoutPlace(c code) code {
	c.at = nil
	return c
}

// selector is a field, or a variable of a package.
func (x *compiler) selector(n *ast.SelectorExpr) (code, bool) {
	if pkg, ok := n.X.(*ast.Ident); ok {
		if _, hidden := x.binder.Bind(pkg.Name); !hidden {
			return x.ident(pkg.Name + "." + n.Sel.Name)
		}
	}
	s, ok := x.structure(n.X)
	if !ok {
		return code{}, false
	}
	f, ok := s.t.FieldByName(n.Sel.Name)
	if !ok {
		return code{}, false
	}
	for _, i := range f.Index {
		if s, ok = x.direct(s); !ok {
			return code{}, false
		}
		part := s.t.Field(i)
		s = x.loaded(part.Type, x.moved(s.at, part.Offset))
	}
	return s, true
}

// structure is a struct, or what a pointer to one leads to.
func (x *compiler) structure(n ast.Expr) (code, bool) {
	c, ok := x.compile(n)
	if !ok || c.at == nil {
		return c, false
	}
	if c, ok = x.direct(c); !ok {
		return c, false
	}
	return c, c.t.Kind() == reflect.Struct
}

// direct follows a pointer, if it is one.
func (x *compiler) direct(c code) (code, bool) {
	if c.t.Kind() != reflect.Pointer {
		return c, c.at != nil
	}
	at := c.at
	return x.loaded(c.t.Elem(), func() unsafe.Pointer {
		if p := at(); p != nil {
			if p = *(*unsafe.Pointer)(p); p != nil {
				return p
			}
		}
		return x.fail()
	}), at != nil
}

// moved is a place so many bytes further on.
func (x *compiler) moved(at func() unsafe.Pointer, by uintptr) func() unsafe.Pointer {
	if by == 0 {
		return at
	}
	return func() unsafe.Pointer {
		if p := at(); p != nil {
			return unsafe.Add(p, by)
		}
		return nil
	}
}

func (x *compiler) pointee(n *ast.StarExpr) (code, bool) {
	c, ok := x.compile(n.X)
	if !ok || c.at == nil || c.t.Kind() != reflect.Pointer {
		return c, false
	}
	return x.direct(c)
}

// element is one of a slice or an array.
func (x *compiler) element(n *ast.IndexExpr) (code, bool) {
	of, ok := x.compile(n.X)
	if !ok || of.at == nil {
		return of, false
	}
	if of, ok = x.direct(of); !ok {
		return of, false
	}
	i, ok := x.compile(n.Index)
	if !ok {
		return i, false
	}
	if i, ok = i.as(reflect.TypeFor[int]()); !ok || i.word == nil || i.t.Kind() == reflect.Bool {
		return i, false
	}
	switch of.t.Kind() {
	case reflect.Slice:
		return x.loaded(of.t.Elem(), x.indexed(of.t.Elem().Size(), i.word, func() (unsafe.Pointer, int) {
			p := of.at()
			if p == nil {
				return nil, 0
			}
			s := *(*[]byte)(p)
			return unsafe.Pointer(unsafe.SliceData(s)), len(s)
		})), true
	case reflect.Array:
		size := of.t.Len()
		return x.loaded(of.t.Elem(), x.indexed(of.t.Elem().Size(), i.word, func() (unsafe.Pointer, int) {
			return of.at(), size
		})), true
	}
	return of, false
}

func (x *compiler) indexed(size uintptr, index func() int64, base func() (unsafe.Pointer, int)) func() unsafe.Pointer {
	return func() unsafe.Pointer {
		p, n := base()
		if i := index(); p != nil && i >= 0 && i < int64(n) && !x.failed {
			return unsafe.Add(p, uintptr(i)*size)
		}
		return x.fail()
	}
}

// length is len of something.
func (x *compiler) length(n *ast.CallExpr) (code, bool) {
	name, ok := n.Fun.(*ast.Ident)
	if !ok || name.Name != "len" || len(n.Args) != 1 {
		return code{}, false
	}
	if _, hidden := x.binder.Bind("len"); hidden {
		return code{}, false
	}
	of, ok := x.compile(n.Args[0])
	if !ok || of.at == nil || of.t.Kind() != reflect.Slice && of.t.Kind() != reflect.String {
		return of, false
	}
	return code{t: reflect.TypeFor[int](), word: func() int64 {
		if p := of.at(); p != nil {
			return int64(len(*(*string)(p))) // the length stands where that of a slice does
		}
		return 0
	}}, true
}

// loaded is the value of a variable.
func (x *compiler) loaded(t reflect.Type, at func() unsafe.Pointer) code {
	c := code{t: t, at: at}
	switch k := t.Kind(); {
	case k == reflect.String:
		c.text = load[string](at)
	case k == reflect.Float64:
		c.real = load[float64](at)
	case k == reflect.Float32:
		read := load[float32](at)
		c.real = func() float64 { return float64(read()) }
	default:
		c.word = word(k, at)
	}
	return c
}

func load[T any](at func() unsafe.Pointer) func() T {
	return func() (v T) {
		if p := at(); p != nil {
			v = *(*T)(p)
		}
		return v
	}
}

// word reads an integer or a truth value; nil of another kind.
func word(k reflect.Kind, at func() unsafe.Pointer) func() int64 {
	switch k {
	case reflect.Bool, reflect.Uint8:
		return as64[uint8](at)
	case reflect.Int:
		return as64[int](at)
	case reflect.Int8:
		return as64[int8](at)
	case reflect.Int16:
		return as64[int16](at)
	case reflect.Int32:
		return as64[int32](at)
	case reflect.Int64:
		return as64[int64](at)
	case reflect.Uint:
		return as64[uint](at)
	case reflect.Uint16:
		return as64[uint16](at)
	case reflect.Uint32:
		return as64[uint32](at)
	case reflect.Uint64:
		return as64[uint64](at)
	case reflect.Uintptr:
		return as64[uintptr](at)
	}
	return nil
}

type integer interface {
	int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr
}

func as64[T integer](at func() unsafe.Pointer) func() int64 {
	return func() int64 {
		if p := at(); p != nil {
			return int64(*(*T)(p))
		}
		return 0
	}
}

// as gives a constant a type.
func (c code) as(t reflect.Type) (code, bool) {
	if c.t != nil {
		return c, true
	}
	v, ok := c.c.as(t)
	if !ok || c.c.is == untypedNil {
		return c, false
	}
	out := code{t: t}
	switch {
	case v.CanInt():
		n := v.Int()
		out.word = func() int64 { return n }
	case v.CanUint():
		n := int64(v.Uint())
		out.word = func() int64 { return n }
	case v.Kind() == reflect.Bool:
		n := bit(v.Bool())
		out.word = func() int64 { return n }
	case v.CanFloat():
		f := v.Float()
		out.real = func() float64 { return f }
	case v.Kind() == reflect.String:
		s := v.String()
		out.text = func() string { return s }
	default:
		return c, false
	}
	return out, true
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (x *compiler) negated(n *ast.UnaryExpr) (code, bool) {
	c, ok := x.compile(n.X)
	switch {
	case !ok:
	case c.t == nil:
		if isLiteral(n.X) {
			v, err := (&evaluation{x.Expr, nil}).unary(n)
			return code{c: v}, err == nil
		}
	case n.Op == token.NOT && c.word != nil && c.t.Kind() == reflect.Bool:
		return code{t: c.t, word: func() int64 { return 1 - c.word() }}, true
	case n.Op == token.SUB && c.word != nil && c.t.Kind() != reflect.Bool:
		return code{t: c.t, word: wrapped(c.t.Kind(), func() int64 { return -c.word() })}, true
	case n.Op == token.SUB && c.real != nil:
		return code{t: c.t, real: func() float64 { return -c.real() }}, true
	}
	return code{}, false
}

// isLiteral says whether an expression has no names, so that it needs no Scope.
func isLiteral(n ast.Expr) bool {
	named := false
	ast.Inspect(n, func(n ast.Node) bool {
		_, is := n.(*ast.Ident)
		named = named || is
		return !named
	})
	return !named
}
