package eval

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"machsim/debugger/event/text"
)

// open lets the value of an unexported field be read and copied like any other. Its struct is addressable.
func open(rv reflect.Value) reflect.Value {
	if rv.CanInterface() {
		return rv
	}
	return reflect.NewAt(rv.Type(), unsafe.Pointer(rv.UnsafeAddr())).Elem()
}

// addressable is a value, or a copy of it, that has an address.
func addressable(rv reflect.Value) reflect.Value {
	if rv.CanAddr() {
		return rv
	}
	p := reflect.New(rv.Type()).Elem()
	p.Set(rv)
	return p
}

// part is what has parts, as mistakes speak of it.
type part struct {
	of   side   // what has the part
	text string // of the part
	at   int
}

// behind is what a value leads to.
func (p *part) behind(v Value) Value {
	if v.sort != other {
		return v
	}
	w := v.Behind()
	if w.sort == failed {
		return missing(p.of.at, "%s is nil here", p.of.text)
	}
	return w
}

// field is a field of structs. It knows where it found that in the last of them.
type field struct {
	part
	name  string
	in    reflect.Type
	index []int
}

func (f *field) apply(v Value) Value {
	if v.sort == failed {
		return v
	}
	s := f.behind(v)
	if s.sort == failed {
		return s
	}
	if s.sort != other || s.rv.Kind() != reflect.Struct {
		return f.absent(&v, &s)
	}
	if t := s.rv.Type(); t != f.in {
		x, ok := t.FieldByName(f.name)
		if !ok {
			return f.absent(&v, &s)
		}
		f.in, f.index = t, x.Index
	}
	return f.walk(s)
}

// walk goes to the field, through the structs that embed it.
func (f *field) walk(s Value) Value {
	rv, tmp := s.rv, !s.isVariable()
	for _, i := range f.index {
		for rv.Kind() == reflect.Pointer {
			if rv.IsNil() {
				return missing(f.of.at, "a pointer on the way to %s is nil here", f.name)
			}
			rv, tmp = rv.Elem(), false
		}
		k := rv.Type().Field(i).Type.Kind()
		if x := rv.Field(i); x.CanInterface() || !rv.CanAddr() && (k <= reflect.Float64 || k == reflect.String) {
			rv = x // which is copied now
		} else {
			rv = open(addressable(rv).Field(i))
		}
	}
	v := Of(rv)
	v.tmp = tmp
	return v
}

// absent is the mistake that there is no such field.
func (f *field) absent(v, s *Value) Value {
	if m := methodOf(v.Reflect(), f.name); m.IsValid() {
		return Wrong(f.of.at, "%s is a method; type %s() to call it", f.name, f.text)
	}
	if v.sort == untypedNil {
		return Wrong(f.of.at, "nil has no parts")
	}
	if s.sort != other || s.rv.Kind() != reflect.Struct {
		return Wrong(f.at, "%s: there are no fields here, so none that is called %s", f.text, f.name)
	}
	names := text.Each(reflect.VisibleFields(s.rv.Type()), func(x reflect.StructField) string { return x.Name })
	return Wrong(f.at, "%s: there is no field %s%s", f.text, f.name, text.Near(f.name, names, "it has none"))
}

// element is one of a slice, an array, a text or a map.
type element struct {
	part
	index side
}

func (e *element) apply(of, i Value) Value {
	switch {
	case of.sort == failed:
		return of
	case i.sort == failed:
		return i
	}
	if of = e.behind(of); of.sort == failed {
		return of
	}
	v := of.typed().Reflect()
	switch v.Kind() {
	case reflect.Map:
		return e.entry(v, &i)
	case reflect.Slice, reflect.Array, reflect.String:
	default:
		return Wrong(e.at, "%s has no elements that %s could tell apart", e.of.text, e.index.text)
	}
	n, bad := e.index.within(&i, v.Len()-1)
	if bad.more != nil {
		return bad
	}
	if v.Kind() == reflect.String {
		return Of(reflect.ValueOf(v.String()[n]))
	}
	w := Of(v.Index(n))
	w.tmp = v.Kind() == reflect.Array && !of.isVariable()
	return w
}

// within is the index of an element, from 0 to last; else why it is none.
func (s side) within(i *Value, last int) (n int, bad Value) {
	at, ok := i.index()
	switch {
	case i.sort == failed:
		return 0, *i
	case !ok && !i.unsigned():
		return 0, Wrong(s.at, "an index has to be an integer, and this is of type %s", i.Type())
	case !ok || at < 0 || at > int64(last):
		return 0, missing(s.at, "index %s is out of range: it can be %s", i.String(), rangeTo(last))
	}
	return int(at), bad
}

func rangeTo(last int) string {
	if last < 0 {
		return "none, for there are no elements"
	}
	return fmt.Sprintf("0 to %d", last)
}

// entry is an element of a map; the zero value if the map has no such key, as in Go.
func (e *element) entry(m reflect.Value, i *Value) Value {
	key, ok := e.key(m, i)
	switch {
	case !ok:
		return Wrong(e.index.at, "a key of this map is of type %s, not %s", m.Type().Key(), i.Type())
	case !key.Comparable():
		return missing(e.index.at, "a value of type %s cannot be a key", i.Type())
	}
	if v := m.MapIndex(key); v.IsValid() {
		return Of(v)
	}
	return Of(reflect.Zero(m.Type().Elem()))
}

// key is a value as a key of a map: a number may be of another type than the keys, if they have it.
func (e *element) key(m reflect.Value, i *Value) (key reflect.Value, ok bool) {
	t := m.Type().Key()
	if key, ok = i.As(t); ok || i.sort != basic {
		return key, ok
	}
	rv := i.Reflect()
	if !rv.CanConvert(t) || (rv.Kind() == reflect.String) != (t.Kind() == reflect.String) {
		return key, false
	}
	key = rv.Convert(t)
	return key, key.Convert(rv.Type()).Equal(rv)
}

// slice is a part of a list or a text.
type slice struct {
	part
	bounds [3]side
}

func (s *slice) apply(of Value, bounds [3]*Value) Value {
	if of.sort == failed {
		return of
	}
	if of.sort == other && of.rv.Kind() == reflect.Pointer {
		if of = s.behind(of); of.sort == failed {
			return of
		}
	}
	v := of.typed().Reflect()
	if k := v.Kind(); k != reflect.Slice && k != reflect.String && (k != reflect.Array || !of.isVariable()) {
		return Wrong(s.of.at, "a value of type %s cannot be sliced here", of.Type())
	}
	return s.cut(v, bounds)
}

// cut cuts a list: the capacity bounds the end, and that the begin.
func (s *slice) cut(v reflect.Value, bounds [3]*Value) (bad Value) {
	n := [3]int{0, v.Len(), v.Len()}
	if v.Kind() == reflect.Slice {
		n[2] = v.Cap()
	}
	for i := 2; i >= 0; i-- {
		if bounds[i] == nil {
			continue
		}
		if n[i], bad = s.bounds[i].within(bounds[i], n[min(i+1, 2)]); bad.more != nil {
			return bad
		}
	}
	switch {
	case n[0] > n[1]:
		return missing(s.of.at, "the slice has %d elements, and this begins at %d", n[1], n[0])
	case bounds[2] == nil:
		return computed(v.Slice(n[0], n[1]))
	case v.Kind() == reflect.String:
		return Wrong(s.bounds[2].at, "this is no capacity that a text can have")
	}
	return computed(v.Slice3(n[0], n[1], n[2]))
}

// asserted is what an interface holds, if it is of the type that is asked for: by its name, with or without the
// package.
func (p *part) asserted(v Value, want string, at int) Value {
	switch {
	case v.sort == failed:
		return v
	case want == "type":
		return Wrong(p.of.at, "(type) is for type switches only")
	case v.sort != other || v.rv.Kind() != reflect.Interface:
		return Wrong(p.of.at, "%s is no interface: its type is %s", p.of.text, v.Type())
	case v.rv.IsNil():
		return missing(p.of.at, "%s is nil here", p.of.text)
	}
	if t := v.rv.Elem().Type(); !called(t, want) {
		return missing(at, "%s holds a %s here, and no %s", p.of.text, t, want)
	}
	return Of(v.rv.Elem())
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
