package eval

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// mostCopied is how many values are copied for a call at most.
const mostCopied = 1 << 20

// copier makes a copy of a value and of all that it leads to, with the same sharing.
type copier struct {
	seen  map[pointer]reflect.Value
	held  reflect.Type // something that cannot be copied, nil if there is nothing
	count int
}

type pointer struct {
	at  uintptr
	typ reflect.Type
}

// opaque says whether a pointer leads to something of the simulator, such as a kernel.Thread, which is no part of the
// program's data: the copy has nil in its place.
func opaque(t reflect.Type) bool {
	pkg := t.PkgPath()
	return pkg == "machsim/kernel" || strings.HasPrefix(pkg, "machsim/kernel/")
}

func (c *copier) copy(v reflect.Value) reflect.Value {
	to := reflect.New(v.Type()).Elem()
	c.into(to, v)
	return to
}

// into copies v to a variable that holds zero.
func (c *copier) into(to, v reflect.Value) {
	if c.count++; c.count > mostCopied || c.held != nil {
		return
	}
	switch v.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !v.IsNil() {
			c.held = v.Type()
		}
	case reflect.Pointer:
		if !v.IsNil() && !opaque(v.Type().Elem()) {
			c.pointee(to, v)
		}
	case reflect.Interface:
		if !v.IsNil() {
			to.Set(c.copy(v.Elem()))
		}
	case reflect.Struct:
		v = addressable(v)
		for i := range v.NumField() {
			c.into(open(to.Field(i)), open(v.Field(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			c.into(to.Index(i), v.Index(i))
		}
	case reflect.Slice:
		c.slice(to, v)
	case reflect.Map:
		c.mapping(to, v)
	default:
		to.Set(v)
	}
}

func (c *copier) pointee(to, v reflect.Value) {
	key := pointer{v.Pointer(), v.Type()}
	if p, ok := c.seen[key]; ok {
		to.Set(p)
		return
	}
	p := reflect.New(v.Type().Elem())
	c.seen[key] = p
	to.Set(p.Convert(v.Type()))
	c.into(p.Elem(), v.Elem())
}

// slice copies the elements of a slice; slices that share an array do not share it in the copy.
func (c *copier) slice(to, v reflect.Value) {
	if v.IsNil() {
		return
	}
	if c.count+v.Len() > mostCopied {
		c.count = mostCopied + 1
		return
	}
	to.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
	for i := range v.Len() {
		c.into(to.Index(i), v.Index(i))
	}
}

func (c *copier) mapping(to, v reflect.Value) {
	if v.IsNil() {
		return
	}
	key := pointer{v.Pointer(), v.Type()}
	if m, ok := c.seen[key]; ok {
		to.Set(m)
		return
	}
	to.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
	c.seen[key] = to
	for i := v.MapRange(); i.Next(); {
		to.SetMapIndex(c.copy(i.Key()), c.copy(i.Value()))
	}
}

// Copied is a copy of the value and of all that it leads to, as methods are called on.
func (v Value) Copied() (reflect.Value, error) {
	rv := v.Reflect()
	if !rv.IsValid() || v.sort == failed || v.sort == kept {
		return rv, errors.New("only a number, a truth value, a text, or a value of Go can be kept; this is " + v.kindName())
	}
	c := copier{seen: map[pointer]reflect.Value{}}
	copied := c.copy(rv)
	switch {
	case rv.Kind() == reflect.Pointer && !rv.IsNil() && copied.IsNil():
		return rv, fmt.Errorf("it is a %s, of which there is no copy", rv.Type())
	case c.held != nil:
		return rv, fmt.Errorf("it holds a %s, which cannot be copied", c.held)
	case c.count > mostCopied:
		return rv, errors.New("it is too large to be copied")
	}
	return copied, nil
}
