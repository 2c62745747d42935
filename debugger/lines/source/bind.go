package source

import (
	"reflect"
	"unsafe"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/kernel/hook"
)

// view is a frame as a Scope. Names mean what they mean at the frame's statement or, with slots, always the same.
type view struct {
	frame *hook.Frame
	call  Call
	slots map[string]int
}

// Find finds the variable of a name. What reads it reads it in the frame in which the view is then.
func (v *view) Find(name string) (func() reflect.Value, bool) {
	if i, ok := v.slot(name); ok {
		return func() reflect.Value {
			if p := v.frame.Slot(i); p != nil {
				return reflect.ValueOf(p).Elem()
			}
			return reflect.Value{}
		}, v.slots != nil || v.frame.Slot(i) != nil
	}
	rv, ok := v.frame.Package().Global(name)
	return func() reflect.Value { return rv }, ok
}

// slot is that of the variable that a name means; ok is false for a variable of a package.
func (v *view) slot(name string) (i int, ok bool) {
	if v.slots != nil {
		i, ok = v.slots[name]
		return i, ok
	}
	l, ok := v.frame.Lookup(name)
	if !ok {
		return 0, false
	}
	return slotOf(v.frame, l.Var)
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

func (v *view) Type(name string) (reflect.Type, bool) {
	for _, p := range hook.Packages() {
		for _, t := range p.Types {
			if p == v.frame.Package() && t.Name() == name || t.String() == name {
				return t, true
			}
		}
	}
	return nil, false
}

func (v *view) Names() []string {
	return append(text.Each(v.frame.Locals(), func(l hook.Local) string { return l.Name }),
		text.Each(v.frame.Package().Globals, func(g hook.Global) string { return g.Name })...)
}

func (v *view) Call(method string, f func()) error { return v.call(method, f) }

// statements is an expression that is evaluated at many statements: a name means the same each time at one of them.
type statements struct {
	*eval.Expr
	call Call
	at   map[*hook.Stmt]*bound
}

// bound is an expression, as it is compiled for one statement. It has no code if its names mean nothing there.
type bound struct {
	view view
	*eval.Bound
}

func newBound(e *eval.Expr, v view) (b *bound, err error) {
	b = &bound{view: v}
	b.Bound, err = e.Bind(&b.view)
	return b, err
}

// in is the expression in a frame.
func (s *statements) in(f *hook.Frame) (b *bound, err error) {
	if b = s.at[f.Stmt()]; b != nil {
		b.view.frame = f
		return b, nil
	}
	if b, err = newBound(s.Expr, view{frame: f, call: s.call}); err == nil {
		s.at[f.Stmt()] = b
	}
	return b, err
}

// variable is where the variable is that the expression names; ok is false if it names none now.
func (b *bound) variable() (at unsafe.Pointer, t reflect.Type, ok bool) {
	if b == nil || b.Bound == nil {
		return nil, nil, false
	}
	return b.Variable()
}
