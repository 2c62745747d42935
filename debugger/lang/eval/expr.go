package eval

import (
	"reflect"
	"unsafe"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
)

// Scope is where an expression finds its variables.
type Scope interface {
	// Find returns what reads the variable of a name, or of a package's and its name ("sort.Data"), or the constant of
	// that name. What is read of a variable is addressable; it is invalid while the variable is not there.
	Find(name string) (read func() reflect.Value, ok bool)
	// Type returns the named type of a name, with or without its package.
	Type(name string) (t reflect.Type, ok bool)
	// Names are the names that there are, for suggestions.
	Names() []string
	// Call calls f, which calls a method of the program; its error says why it did not return.
	Call(method string, f func()) error
}

// Expr is an expression that has been read. It may be evaluated any number of times, in any Scope.
type Expr struct {
	lang.Source
	tree *lang.Node
}

// Parse reads an expression.
func Parse(s string) (*Expr, error) {
	n, err := lang.ParseValue(s)
	return &Expr{lang.Source{Of: "expression", Text: s}, n}, err
}

// String is the expression as it was typed.
func (e *Expr) String() string { return e.Text }

// Calls says whether evaluating the expression calls a method of the program.
func (e *Expr) Calls() bool {
	return e.tree.Any(func(n *lang.Node) bool {
		if n.Op != lang.Called {
			return false
		}
		_, _, method := Method(n)
		return method
	})
}

// Names are the names in the expression, without those after a dot.
func (e *Expr) Names() (names []string) {
	e.tree.Any(func(n *lang.Node) bool {
		if n.Op == lang.Variable {
			names = append(names, n.Steps[0].Text)
		}
		return false
	})
	return names
}

// nothing is what an expression in a Scope is evaluated over: its code knows where its variables are.
type nothing struct{}

// Bound is an expression whose names mean the variables of a Scope.
type Bound struct {
	in   lang.Source
	code Code[nothing]
}

// Bind finds what the names in the expression mean in a Scope. The error is a *lang.Mistake.
func (e *Expr) Bind(s Scope) (*Bound, error) { return e.bind(e.tree, s) }

func (e *Expr) bind(n *lang.Node, s Scope) (*Bound, error) {
	tell, _ := s.(Teller)
	x := scoped{Compiler[nothing]{e.Source, s.Call, tell}, s}
	p, err := x.part(n)
	if err != nil {
		return nil, err
	}
	return &Bound{e.Source, p.Code}, nil
}

// Value is what the expression is now.
func (b *Bound) Value() (Value, error) {
	v := b.code(nothing{})
	switch f := v.Failure(); {
	case f != nil:
		return v, f.Mistake(b.in)
	case v.sort == failed:
		return v, b.in.Mistake(0, "this has no value here")
	}
	return v, nil
}

// Bool is whether the expression is true now; ok is false if it is neither true nor false.
func (b *Bound) Bool() (is, ok bool) { return b.code(nothing{}).Bool() }

// Variable is where the variable is that the expression names, and its type; ok is false if it names none now.
func (b *Bound) Variable() (at unsafe.Pointer, t reflect.Type, ok bool) {
	v := b.code(nothing{})
	if !v.isVariable() {
		return nil, nil, false
	}
	return unsafe.Pointer(v.rv.UnsafeAddr()), v.rv.Type(), true
}

// Value evaluates the expression.
func (e *Expr) Value(s Scope) (Value, error) {
	b, err := e.Bind(s)
	if err != nil {
		return Value{}, err
	}
	return b.Value()
}

// Variable evaluates the expression, which has to name a variable, or an element or field of one: something that
// has an address and can be watched or assigned to.
func (e *Expr) Variable(s Scope) (reflect.Value, error) {
	v, err := e.Value(s)
	switch {
	case err != nil:
		return reflect.Value{}, err
	case !v.isVariable():
		return reflect.Value{}, e.Mistake(e.tree.At, "this is a value and no variable, so it has no address")
	}
	return v.rv, nil
}

// Element is the map and the key, if the expression is an element of a map.
func (e *Expr) Element(s Scope) (m, key reflect.Value, ok bool) {
	if e.tree.Op != lang.Element {
		return m, key, false
	}
	var both [2]Value
	for i, n := range e.tree.Kids {
		b, err := e.bind(n, s)
		if err != nil {
			return m, key, false
		}
		both[i] = b.code(nothing{})
	}
	if of := both[0].Behind(); of.sort == other {
		m = of.rv
	}
	if !m.IsValid() || m.Kind() != reflect.Map || m.IsNil() || both[1].sort == failed {
		return m, key, false
	}
	key, ok = (&element{}).key(m, &both[1])
	return m, key, ok && key.Comparable()
}

// scoped compiles an expression in a Scope.
type scoped struct {
	Compiler[nothing]
	scope Scope
}

func (x *scoped) parts(nodes []*lang.Node) (all []Part[nothing], err error) {
	for _, n := range nodes {
		p, err := x.part(n)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (x *scoped) part(n *lang.Node) (p Part[nothing], err error) {
	p = Part[nothing]{Node: n, At: n.At}
	switch n.Op {
	case lang.Variable:
		return x.variable(n)
	case lang.Called:
		p.Code, err = x.called(n)
		return p, err
	case lang.ListType:
		return p, x.isType(n, n)
	}
	kids, err := x.parts(n.Kids)
	if err != nil {
		return p, err
	}
	at := n.At
	if n.Op == lang.Member {
		at = n.To - len(n.Text)
	}
	p.Code = x.Operation(n.Op, n.Text, n, at, kids...)
	return p, nil
}

// isType is the mistake that a node is a type; nil if it is none.
func (x *scoped) isType(n, of *lang.Node) error {
	if t, ok := x.typeOf(of); ok {
		return x.Absent(n.At, "%s is a type, not a value", t) // elsewhere it may be a variable
	}
	return x.Mistake(n.At, "of composite types only slices of basic types are possible here")
}

// variable is what names with dots between them stand for: a variable of the function or the package, or of another
// package, and its fields. It hides the names that Go declares itself.
func (x *scoped) variable(n *lang.Node) (p Part[nothing], err error) {
	name := n.Steps[0].Text
	read, ok := x.scope.Find(name)
	of := 1
	if !ok && len(n.Steps) > 1 {
		of = 2
		read, ok = x.scope.Find(name + "." + n.Steps[1].Text)
	}
	switch _, isType := x.typeOf(n); {
	case ok:
		p = x.read(Before(n, of), read)
	case isType:
		return p, x.isType(n, n)
	case name == "nil":
		of, p = 1, Part[nothing]{func(nothing) Value { return Value{sort: untypedNil} }, Before(n, 1), n.At}
	default:
		return p, x.Absent(n.At, "there is no variable %q here; %s", name, text.Offer(name, x.scope.Names(), "variables"))
	}
	for k := of; k < len(n.Steps); k++ {
		f := Field(n, k)
		p = Part[nothing]{x.Operation(lang.Member, f.Text, f, n.Steps[k].At, p), f, n.At}
	}
	return p, nil
}

// read reads a variable.
func (x *scoped) read(n *lang.Node, read func() reflect.Value) Part[nothing] {
	code := func(nothing) Value {
		rv := read()
		if !rv.IsValid() {
			return missing(n.At, "%s is not there", x.text(n))
		}
		return Of(rv)
	}
	return Part[nothing]{code, n, n.At}
}

// called compiles a conversion, or the call of a method.
func (x *scoped) called(n *lang.Node) (Code[nothing], error) {
	to, isType := x.typeOf(n.Kids[0])
	nodes := n.Kids[1:]
	receiver, name, isMethod := Method(n)
	switch {
	case isType && len(nodes) != 1:
		return nil, x.Mistake(n.At, "a conversion takes one value")
	case !isType && !isMethod:
		return nil, x.Mistake(n.At, "%s", NoFunctions)
	case !isType:
		nodes = append([]*lang.Node{receiver}, nodes...)
	}
	kids, err := x.parts(nodes)
	if err != nil {
		return nil, err
	}
	if isType {
		return x.Convert(to, n, kids[0]), nil
	}
	return x.Compiler.Method(name, n, kids...), nil
}

// NoFunctions is the mistake that a function is called.
const NoFunctions = "functions of the program are not called here; there are len, cap, min, max, conversions such as " +
	"int(x), and methods"

// typeOf is the type that a node names; ok is false if it names none.
func (x *scoped) typeOf(n *lang.Node) (t reflect.Type, ok bool) {
	return Type(n, func(steps []lang.Step) (reflect.Type, bool) {
		name := steps[0].Text
		if _, hidden := x.scope.Find(name); hidden || len(steps) > 2 {
			return nil, false
		}
		if len(steps) == 2 {
			return x.scope.Type(name + "." + steps[1].Text)
		}
		if t, ok := x.scope.Type(name); ok {
			return t, true
		}
		return Basic(name)
	})
}

// Type is the type that a node names: of those that have a name, []T and *T; ok is false if it names none.
func Type(n *lang.Node, named func([]lang.Step) (reflect.Type, bool)) (t reflect.Type, ok bool) {
	switch {
	case n.Op == lang.Variable && n.Steps != nil:
		return named(n.Steps)
	case n.Op != lang.ListType && (n.Op != lang.Unary || n.Text != "*"):
		return nil, false
	}
	if t, ok = Type(n.Kids[0], named); !ok {
		return nil, false
	}
	if n.Op == lang.ListType {
		return reflect.SliceOf(t), true
	}
	return reflect.PointerTo(t), true
}
