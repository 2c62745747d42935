package encode

import (
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
	"runtime"
)

// Shape is a number that says how the values of a type are written: that two executables have the same one means that
// one reads what the other writes.
func Shape(t reflect.Type, types []reflect.Type) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, runtime.GOARCH)
	seen := map[reflect.Type]bool{}
	shape(h, t, seen)
	for _, t := range types {
		shape(h, t, seen)
	}
	return h.Sum64()
}

// shape writes what there is to be said of a type, once.
func shape(w io.Writer, t reflect.Type, seen map[reflect.Type]bool) {
	fmt.Fprintf(w, "%s %s %d;", t, t.Kind(), t.Size())
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map:
		shape(w, t.Key(), seen)
		shape(w, t.Elem(), seen)
	case reflect.Slice, reflect.Pointer, reflect.Array:
		shape(w, t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			fmt.Fprint(w, t.Field(i).Name, t.Field(i).Offset, ":")
			shape(w, t.Field(i).Type, seen)
		}
	}
}
