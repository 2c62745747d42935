package hook

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
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

// known are the parts of types. The map is not changed, but replaced: several machines may run in a process.
var known atomic.Pointer[map[reflect.Type][]part]

// partsOf returns the parts of a variable that is accessed at a site, nil if it has only one, or is to be taken as one
// because it has too many.
func (f *Frame) partsOf(site int32, t reflect.Type) []part {
	if k := t.Kind(); k != reflect.Struct && k != reflect.Array {
		return nil
	}
	parts := knownParts(t)
	if len(parts) > mostParts {
		f.coarse(site)
	}
	if len(parts) < 2 || len(parts) > mostParts {
		return nil
	}
	return parts
}

func knownParts(t reflect.Type) []part {
	old := known.Load()
	if old != nil {
		if parts, ok := (*old)[t]; ok {
			return parts
		}
	}
	parts := appendParts(nil, t, 0)
	more := map[reflect.Type][]part{t: parts}
	if old != nil {
		maps.Copy(more, *old)
	}
	known.CompareAndSwap(old, &more)
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

// coarse is a statement that a run has found to be one step, where the language has several, and those found before.
type coarse struct {
	pkg    *Package
	stmt   int32
	before *coarse
}

// found are the coarse statements that runs have found.
var found atomic.Pointer[coarse]

// coarse notes that an access was one step, where the language has several.
func (f *Frame) coarse(site int32) {
	stmt := f.pkg.Shared[site].Stmt
	for {
		all := found.Load()
		for c := all; c != nil; c = c.before {
			if c.pkg == f.pkg && c.stmt == stmt {
				return
			}
		}
		if found.CompareAndSwap(all, &coarse{f.pkg, stmt, all}) {
			return
		}
	}
}

// Coarse returns the places of statements of a program, of which the function main is, that read or write variables
// which threads may share in one step, where the language has several: "lab.go:12". No order of threads comes between
// these, so none that a search finds is all.
func Coarse(main any) (all []string) {
	own := appendImported(nil, packageOf(main))
	for _, p := range own {
		for _, i := range p.Coarse {
			all = append(all, p.place(i))
		}
	}
	for c := found.Load(); c != nil; c = c.before {
		if slices.Contains(own, c.pkg) {
			all = append(all, c.pkg.place(c.stmt))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// place is where a statement stands: "lab.go:12".
func (p *Package) place(stmt int32) string {
	file, line := p.Place(&p.Stmts[stmt])
	return fmt.Sprint(filepath.Base(file.Path), ":", line)
}
