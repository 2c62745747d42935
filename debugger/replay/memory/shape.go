package memory

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"machsim/kernel"
)

// shape is where values of a type have pointers.
type shape struct {
	typ     reflect.Type
	size    uintptr
	edges   []edge
	scratch reflect.Value // room for one value, for exchanges
}

// edge is a part of a value that leads to other memory, or an array of such parts.
type edge struct {
	off  uintptr
	kind reflect.Kind // Pointer, Slice, Map, Interface or Array
	typ  reflect.Type // of the part
	elem *shape       // what a pointer leads to, or an element of a slice or an array; nil if it is not followed
}

// shapes are the shapes of types. hidden says that a type was met whose text depends on memory that cannot be seen.
type shapes struct {
	known  map[reflect.Type]*shape
	hidden bool
}

func (s *shapes) of(t reflect.Type) *shape {
	if known := s.known[t]; known != nil {
		return known
	}
	x := &shape{typ: t, size: t.Size()}
	s.known[t] = x // before its parts, which may lead to it again
	s.add(x, t, 0)
	return x
}

// add adds the edges of a part of a value.
func (s *shapes) add(x *shape, t reflect.Type, off uintptr) {
	s.hidden = s.hidden || calls(t) && speaks(t)
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			s.add(x, t.Field(i).Type, off+t.Field(i).Offset)
		}
	case reflect.Array:
		if elem := s.of(t.Elem()); t.Len() > 0 && len(elem.edges) > 0 {
			x.edges = append(x.edges, edge{off, t.Kind(), t, elem})
		}
	case reflect.Pointer, reflect.Slice:
		if !foreign(t.Elem()) {
			x.edges = append(x.edges, edge{off, t.Kind(), t, s.of(t.Elem())})
		}
	case reflect.Map, reflect.Interface:
		x.edges = append(x.edges, edge{off, t.Kind(), t, nil})
	}
}

// foreign says whether memory of a type is none of the program's: it belongs to the simulator, to Go's runtime or to
// the operating system, and may change at any time. A time limit or a received message is the program's, though the
// simulator defines its type.
func foreign(t reflect.Type) bool {
	pkg := t.PkgPath()
	switch {
	case t == frame:
		return false
	case pkg == "machsim/kernel":
		return slices.Contains(owned, t)
	case strings.HasPrefix(pkg, "machsim/kernel/"):
		return true
	}
	first, _, _ := strings.Cut(pkg, "/")
	switch first {
	case "context", "internal", "log", "net", "os", "reflect", "runtime", "sync", "syscall", "testing":
		return true
	}
	return false
}

// owned are the types of what the simulator has of its own, and programs have pointers to.
var owned = []reflect.Type{reflect.TypeFor[kernel.Thread](), reflect.TypeFor[kernel.Boot](),
	reflect.TypeFor[kernel.Program](), reflect.TypeFor[kernel.Machine](), reflect.TypeFor[kernel.State]()}

// speaks says whether values of a type are shown by a method of their own.
func speaks(t reflect.Type) bool {
	for _, by := range []reflect.Type{reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[error](),
		reflect.TypeFor[fmt.Formatter]()} {
		if t.Implements(by) || reflect.PointerTo(t).Implements(by) {
			return true
		}
	}
	return false
}

// calls says whether values of a type hold functions, which a method may call, or channels.
func calls(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return true
	case reflect.Array:
		return calls(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if calls(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// words is a slice or an interface as it is in memory.
type words struct {
	data unsafe.Pointer
	len  int
	cap  int
}
