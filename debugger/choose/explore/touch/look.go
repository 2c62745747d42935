package touch

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// look finds what a variable refers to.
func (v *variables) look(t reflect.Type, p unsafe.Pointer) {
	if v.Found > mostFound || !refers(t) || t.PkgPath() != "" && !v.opens[t.PkgPath()] {
		return
	}
	x := reflect.NewAt(t, p).Elem()
	switch t.Kind() {
	case reflect.Pointer:
		v.lookAt(t.Elem(), 1, x.UnsafePointer())
	case reflect.Slice:
		v.lookAt(t.Elem(), x.Cap(), x.UnsafePointer())
	case reflect.Map:
		v.lookInto(x)
	case reflect.Interface:
		switch e := x.Elem(); e.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			v.copied(e)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			v.look(f.Type, unsafe.Add(p, f.Offset))
		}
	case reflect.Array:
		for i := range min(t.Len(), mostCells) {
			v.look(t.Elem(), unsafe.Add(p, uintptr(i)*t.Elem().Size()))
		}
	}
}

// lookAt finds variables of a type, n of which are at an address.
func (v *variables) lookAt(t reflect.Type, n int, p unsafe.Pointer) {
	if p == nil || t.PkgPath() != "" && !v.opens[t.PkgPath()] && t.Kind() == reflect.Struct ||
		!v.find(p, uintptr(n)*t.Size()) || !refers(t) {
		return
	}
	for i := range min(n, mostCells) {
		v.look(t, unsafe.Add(p, uintptr(i)*t.Size()))
	}
}

// refers says whether a variable of a type may refer to others.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	case reflect.Array:
		return refers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// lookInto finds a map, and what its elements refer to if their order can be told.
func (v *variables) lookInto(x reflect.Value) {
	if x.IsNil() || !v.find(x.UnsafePointer(), 1) || x.Len() > mostMapped {
		return
	}
	keys := x.MapKeys()
	switch k := x.Type().Key().Kind(); {
	case k == reflect.String:
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
	case k >= reflect.Int && k <= reflect.Int64:
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.Int(), b.Int()) })
	case k >= reflect.Uint && k <= reflect.Uint64:
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.Uint(), b.Uint()) })
	default:
		return
	}
	for _, k := range keys {
		v.copied(x.MapIndex(k))
	}
}

// copied is look for a value.
func (v *variables) copied(x reflect.Value) {
	p := reflect.New(x.Type())
	p.Elem().Set(x)
	v.look(x.Type(), p.UnsafePointer())
}
