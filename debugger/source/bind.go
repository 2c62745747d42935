package source

import (
	"reflect"
	"unsafe"

	"machsim/debugger/goexpr"
	"machsim/kernel/hook"
)

// binder finds the variables of a compiled expression in the frame in which the expression is evaluated next.
type binder struct {
	frame *hook.Frame
	slots map[string]int // what names mean; nil: what they mean at the frame's statement
}

// Bind resolves a name in the present frame. In another frame of the function, the variable may have another type, if
// the function is generic: then it is not there.
func (b *binder) Bind(name string) (goexpr.Binding, bool) {
	if i, ok := b.slot(name); ok {
		return b.local(i)
	}
	v, ok := b.frame.Package().Global(name)
	if !ok || !v.CanAddr() {
		return goexpr.Binding{}, false
	}
	p := v.Addr().UnsafePointer()
	return goexpr.Binding{Type: v.Type(), At: func() unsafe.Pointer { return p }}, true
}

// slot is that of the variable that a name means; ok is false for a variable of a package.
func (b *binder) slot(name string) (i int, ok bool) {
	if b.slots != nil {
		i, ok = b.slots[name]
		return i, ok
	}
	l, ok := b.frame.Lookup(name)
	if !ok {
		return 0, false
	}
	return slotOf(b.frame, l.Var)
}

// slotOf is the slot of a variable in a frame.
func slotOf(f *hook.Frame, v *hook.Var) (i int, ok bool) {
	vars := f.Func().Vars
	for i := range vars {
		if &vars[i] == v {
			return i, true
		}
	}
	return 0, false
}

func (b *binder) local(i int) (goexpr.Binding, bool) {
	pointer := b.frame.Slot(i)
	if pointer == nil {
		return goexpr.Binding{}, false
	}
	want := wordsOf(&pointer).typ
	at := func() unsafe.Pointer {
		now := b.frame.Slot(i)
		if w := wordsOf(&now); w.typ == want {
			return w.data
		}
		return nil
	}
	return goexpr.Binding{Type: reflect.TypeOf(pointer).Elem(), At: at}, true
}

func (b *binder) Constant(name string) (reflect.Value, bool) {
	v, ok := b.frame.Package().Global(name)
	return v, ok && !v.CanAddr()
}

// words are those of an interface.
type words struct{ typ, data unsafe.Pointer }

func wordsOf(p *any) *words { return (*words)(unsafe.Pointer(p)) }

// compiledCondition is an expression that is evaluated at many statements.
type compiledCondition struct {
	*goexpr.Expr
	codes map[*hook.Stmt]*compiled
}

// compiled is an expression as it is compiled for one statement: a name means the same there each time.
type compiled struct {
	binder binder
	code   *goexpr.Code // nil if it cannot be compiled
}

func newCompiled(e *goexpr.Expr, b binder) *compiled {
	x := &compiled{binder: b}
	if code, ok := e.Compile(&x.binder); ok {
		x.code = code
	}
	return x
}

// variable is where the variable is that the expression names; ok is false if that is not known without evaluating it.
func (x *compiled) variable() (at unsafe.Pointer, t reflect.Type, ok bool) {
	if x == nil || x.code == nil {
		return nil, nil, false
	}
	return x.code.Variable()
}

// at is the expression compiled for the statement of a frame.
func (c *compiledCondition) at(f *hook.Frame) *compiled {
	x := c.codes[f.Stmt()]
	if x == nil {
		x = newCompiled(c.Expr, binder{frame: f})
		c.codes[f.Stmt()] = x
	}
	x.binder.frame = f
	return x
}

// holds is whether the condition is true in a frame; known is false if only goexpr.Expr.Value can say.
func (c *compiledCondition) holds(f *hook.Frame) (yes, known bool) {
	if x := c.at(f); x.code != nil {
		return x.code.Bool()
	}
	return false, false
}
