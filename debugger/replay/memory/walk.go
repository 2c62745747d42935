package memory

import (
	"reflect"
	"unsafe"

	"machsim/kernel/hook"
)

// frame is the activation of a function: its variables are the program's.
var frame = reflect.TypeFor[hook.Frame]()

// walker goes through all memory that variables lead to.
type walker struct {
	shapes  shapes
	reached int
	// visit is told of each object; false keeps the walker from going on from there.
	visit func(k key, mapped reflect.Value) bool
	todo  []key // objects from which it has still to go on
}

// variable visits a variable and all that it leads to.
func (w *walker) variable(v reflect.Value) {
	w.plain(v.Addr().UnsafePointer(), w.shapes.of(v.Type()), 1)
	for len(w.todo) > 0 {
		k := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		for i := range k.n {
			w.follow(unsafe.Add(k.at, uintptr(i)*k.shape.size), k.shape)
		}
	}
}

// plain visits n values of a shape that lie one behind the other.
func (w *walker) plain(at unsafe.Pointer, x *shape, n int) {
	k := key{at, x, n}
	if at == nil || n == 0 || x.size == 0 || !w.visit(k, reflect.Value{}) || len(x.edges) == 0 {
		return
	}
	w.todo = append(w.todo, k)
}

// follow goes where the edges of a value lead.
func (w *walker) follow(at unsafe.Pointer, x *shape) {
	for i := range x.edges {
		e := &x.edges[i]
		p := unsafe.Add(at, e.off)
		switch e.kind {
		case reflect.Pointer:
			w.plain(*(*unsafe.Pointer)(p), e.elem, 1)
		case reflect.Slice:
			s := (*words)(p)
			w.plain(s.data, e.elem, s.cap)
		case reflect.Array:
			for i := range e.typ.Len() {
				w.follow(unsafe.Add(p, uintptr(i)*e.elem.size), e.elem)
			}
		case reflect.Interface:
			w.held(reflect.NewAt(e.typ, p).Elem().Elem())
		case reflect.Map:
			w.entries(reflect.ValueOf(reflect.NewAt(e.typ, p).Elem().Interface()))
		}
	}
}

// held follows what is in an interface, which itself nobody writes to.
func (w *walker) held(v reflect.Value) {
	switch {
	case !v.IsValid():
	case v.Kind() != reflect.Pointer:
		if x := w.shapes.of(v.Type()); len(x.edges) > 0 {
			box := reflect.New(v.Type())
			box.Elem().Set(v)
			w.follow(box.UnsafePointer(), x)
		}
	case !foreign(v.Type().Elem()):
		w.plain(v.UnsafePointer(), w.shapes.of(v.Type().Elem()), 1)
	}
}

// entries visits a map, and follows its keys and values.
func (w *walker) entries(m reflect.Value) {
	if m.IsNil() || !w.visit(key{m.UnsafePointer(), w.shapes.of(m.Type()), 0}, m) {
		return
	}
	keys, values := w.shapes.of(m.Type().Key()), w.shapes.of(m.Type().Elem())
	if len(keys.edges) == 0 && len(values.edges) == 0 {
		return
	}
	k, v := reflect.New(keys.typ), reflect.New(values.typ)
	for i := m.MapRange(); i.Next(); {
		k.Elem().SetIterKey(i)
		v.Elem().SetIterValue(i)
		w.follow(k.UnsafePointer(), keys)
		w.follow(v.UnsafePointer(), values)
	}
}
