package encode

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// format says how the values of a type are written.
type format struct {
	t      reflect.Type
	flat   bool // it has neither pointers nor addresses: it is written as it stands in memory
	size   uintptr
	elem   *format // of a slice, an array, a map or a pointer
	key    *format // of a map
	fields []field // of a struct
}

type field struct {
	at uintptr
	*format
}

var (
	formats  = map[reflect.Type]*format{}
	formatMu sync.Mutex
)

// formatOf returns the format of a type.
func formatOf(t reflect.Type) *format {
	formatMu.Lock()
	defer formatMu.Unlock()
	return find(t)
}

func find(t reflect.Type) *format {
	if f := formats[t]; f != nil {
		return f
	}
	f := &format{t: t, size: t.Size()}
	formats[t] = f // before its elements, which may lead back to it
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		f.elem = find(t.Elem())
	case reflect.Array:
		f.elem = find(t.Elem())
		f.flat = f.elem.flat
	case reflect.Map:
		f.key, f.elem = find(t.Key()), find(t.Elem())
	case reflect.Struct:
		f.flat = true
		for i := range t.NumField() {
			x := field{t.Field(i).Offset, find(t.Field(i).Type)}
			f.fields, f.flat = append(f.fields, x), f.flat && x.flat
		}
	case reflect.String, reflect.Interface, reflect.Func, reflect.Chan, reflect.Uintptr, reflect.UnsafePointer:
	default:
		f.flat = true
	}
	return f
}

// slice is a slice of any type, in memory.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

// base is the address from which those of code are counted.
var base = reflect.ValueOf(formatOf).Pointer()

// An Unwritable is the error of a value that is no plain data.
type Unwritable struct{ Type string }

func (e *Unwritable) Error() string {
	return fmt.Sprintf("a value of type %s cannot be written", e.Type)
}
