package source

import (
	"bytes"
	"reflect"
	"unsafe"

	"machsim/debugger/lang/eval"
	"machsim/kernel/hook"
)

// cell is what is watched: the variable that an expression names in a frame, which may be another one after each
// statement. The expression is compiled; where that is not enough, it is evaluated.
type cell struct {
	w     Watched
	call  Call
	frame *hook.Frame // nil while the variable is not there
	code  *bound      // nil before it is known what names mean, and if they mean nothing
	seen  []byte      // what the variable consisted of when it was compared last; nil: not known
}

// enter says in which frame the variable is, nil for none.
func (c *cell) enter(f *hook.Frame) {
	c.frame, c.code, c.seen = f, nil, nil
	if f == nil {
		return
	}
	if c.w.slots != nil {
		c.compile()
	}
}

func (c *cell) compile() {
	if code, err := newBound(c.w.Expr, c.scope()); err == nil {
		c.code = code
	}
}

// settle lets names mean from now on what they mean now.
func (c *cell) settle() {
	if c.w.slots == nil {
		c.w.slots = slotsOf(c.frame)
		c.compile()
	}
}

// variable is where the variable is now; ok is false if that is not known without evaluating the expression.
func (c *cell) variable() (at unsafe.Pointer, t reflect.Type, ok bool) { return c.code.variable() }

// value is what the expression has as its value now.
func (c *cell) value() (eval.Value, error) {
	if c.code != nil {
		return c.code.Value()
	}
	v := c.scope()
	return c.w.Expr.Value(&v)
}

func (c *cell) scope() view { return view{c.frame, c.call, c.w.slots} }

// same says whether the value is surely what it was when same was called last: the variable has the same bytes, and
// so have the elements of a slice.
func (c *cell) same() bool {
	at, t, ok := c.variable()
	if !ok || !isFlat(t) {
		c.seen = nil
		return false
	}
	whole := unsafe.Slice((*byte)(at), t.Size())
	parts := elements(at, t)
	if c.seen != nil && len(c.seen) == len(whole)+len(parts) &&
		bytes.Equal(c.seen[:len(whole)], whole) && bytes.Equal(c.seen[len(whole):], parts) {
		return true
	}
	c.seen = append(append(make([]byte, 0, len(whole)+len(parts)), whole...), parts...)
	return false
}

// isFlat says whether a value is the same as long as its bytes are, and those of its elements if it is a slice.
func isFlat(t reflect.Type) bool {
	if t.Kind() == reflect.Slice {
		return isWords(t.Elem())
	}
	return isWords(t)
}

// isWords says whether a value is the same as long as its bytes are. What a pointer leads to is no part of it, and a
// text is not written to.
func isWords(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Interface:
		return false
	case reflect.Array:
		return isWords(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isWords(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

// elements are the bytes of those of a slice that digest looks at.
func elements(at unsafe.Pointer, t reflect.Type) []byte {
	if t.Kind() != reflect.Slice {
		return nil
	}
	s := *(*[]byte)(at)
	return unsafe.Slice(unsafe.SliceData(s), min(len(s), mostDigested)*int(t.Elem().Size()))
}

// place is where the variable is now; ok is false if there is none, or if it is an element of a map.
func (c *cell) place() (at unsafe.Pointer, t reflect.Type, ok bool) {
	if at, t, ok = c.variable(); ok {
		return at, t, true
	}
	scope := c.scope()
	v, err := c.w.Expr.Variable(&scope)
	if err != nil {
		return nil, nil, false
	}
	c.settle()
	return unsafe.Pointer(v.UnsafeAddr()), v.Type(), true
}
