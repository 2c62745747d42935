package predicate

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A value with parts is shown up to so many characters, and so deep.
const (
	mostText  = 300
	mostDepth = 4
)

// shown is a value as fmt shows it, by its own String method if it has one, but with what
// pointers lead to in place of addresses, which differ between any two runs.
func shown(rv reflect.Value) string {
	w := &shower{}
	w.value(rv, 0)
	if w.Len() > mostText {
		return strings.ToValidUTF8(w.String()[:mostText], "?") + " ..."
	}
	return w.String()
}

// shower writes a value until that is long enough.
type shower struct{ strings.Builder }

func (w *shower) value(rv reflect.Value, depth int) {
	if s, ok := (&Value{rv: rv}).spoken(); ok {
		w.WriteString(s)
		return
	}
	if depth > mostDepth || w.Len() > mostText {
		w.WriteString("...")
		return
	}
	switch rv.Kind() {
	case reflect.Pointer, reflect.Interface:
		w.pointed(rv, depth)
	case reflect.Struct:
		w.list("{", rv.NumField(), "}", func(i int) {
			w.WriteString(rv.Type().Field(i).Name + ":")
			w.value(rv.Field(i), depth+1)
		})
	case reflect.Slice, reflect.Array:
		w.list("[", rv.Len(), "]", func(i int) { w.value(rv.Index(i), depth+1) })
	case reflect.Map:
		w.pairs(rv, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		w.WriteString(rv.Type().String())
	default:
		fmt.Fprintf(w, "%v", rv)
	}
}

func (w *shower) pointed(rv reflect.Value, depth int) {
	if rv.IsNil() {
		w.WriteString("nil")
		return
	}
	if rv.Kind() == reflect.Pointer {
		w.WriteByte('&')
	}
	w.value(rv.Elem(), depth+1)
}

// pairs writes a map, in the order of how its keys are shown.
func (w *shower) pairs(m reflect.Value, depth int) {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.CanInt() && b.CanInt() {
			return cmp.Compare(a.Int(), b.Int())
		}
		return strings.Compare(shown(a), shown(b))
	})
	w.list("map[", len(keys), "]", func(i int) {
		w.value(keys[i], depth+1)
		w.WriteByte(':')
		w.value(m.MapIndex(keys[i]), depth+1)
	})
}

// list writes n parts between brackets, until there is enough.
func (w *shower) list(begin string, n int, end string, part func(i int)) {
	w.WriteString(begin)
	for i := 0; i < n && w.Len() <= mostText; i++ {
		if i > 0 {
			w.WriteByte(' ')
		}
		part(i)
	}
	w.WriteString(end)
}
