package hook

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// part is a part of a variable that is read or written alone: a struct and an array have several.
type part struct {
	at uintptr
	t  reflect.Type
}

// of is a pointer to the part of a variable.
func (p part) of(x unsafe.Pointer) reflect.Value { return reflect.NewAt(p.t, unsafe.Add(x, p.at)) }

// mostParts is how many parts of a variable, or elements of a slice, are read or written one by one.
const mostParts = 64

// known are the parts of types.
var known sync.Map

// partsOf returns the parts of a variable that is accessed at a site, nil if it has only one, or is to be taken as one
// because it has too many.
func (f *Frame) partsOf(site int32, t reflect.Type) []part {
	if k := t.Kind(); k != reflect.Struct && k != reflect.Array {
		return nil
	}
	all, ok := known.Load(t)
	if !ok {
		all, _ = known.LoadOrStore(t, appendParts(nil, t, 0))
	}
	parts := all.([]part)
	if len(parts) > mostParts {
		f.coarse(site)
	}
	if len(parts) < 2 || len(parts) > mostParts {
		return nil
	}
	return parts
}

// appendParts adds the parts of a type that is at an offset. It stops when there are too many.
func appendParts(all []part, t reflect.Type, at uintptr) []part {
	switch {
	case len(all) > mostParts || t.Size() == 0:
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			all = appendParts(all, t.Field(i).Type, at+t.Field(i).Offset)
		}
	case t.Kind() == reflect.Array:
		for i := range min(t.Len(), mostParts+1) {
			all = appendParts(all, t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	default:
		all = append(all, part{at, t})
	}
	return all
}

// coarseMu guards what runs add to the Coarse statements of packages.
var coarseMu sync.Mutex

// coarse notes that an access was one step, where the language has several.
func (f *Frame) coarse(site int32) {
	coarseMu.Lock()
	defer coarseMu.Unlock()
	if stmt := f.pkg.Shared[site].Stmt; !slices.Contains(f.pkg.Coarse, stmt) {
		f.pkg.Coarse = append(f.pkg.Coarse, stmt)
	}
}

// Coarse returns the places of statements that read or write variables which threads may share in one step, where the
// language has several: "lab.go:12". No order of threads comes between these, so none that a search finds is all.
func Coarse() (all []string) {
	coarseMu.Lock()
	defer coarseMu.Unlock()
	for _, p := range packages {
		for _, i := range p.Coarse {
			file, line := p.Place(&p.Stmts[i])
			all = append(all, fmt.Sprint(filepath.Base(file.Path), ":", line))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
