package hook

import (
	"reflect"
	"unsafe"
)

// Elems is R or W for all elements of a slice.
func Elems[S ~[]E, E any](f *Frame, site int32, s S) S {
	elements(f, site, s)
	return s
}

// Spare is W for the elements that append writes behind a slice, if it writes them there: n.
func Spare[S ~[]E, E any](f *Frame, site int32, s S, n int) S {
	if len(s)+n <= cap(s) {
		elements(f, site, s[len(s):len(s)+n])
	}
	return s
}

// Copied is copy, with hooks for the elements that it writes and reads.
func Copied[D ~[]E, S ~[]E, E any](f *Frame, write, read int32, dst D, src S) int {
	n := min(len(dst), len(src))
	elements(f, read, src[:n])
	elements(f, write, dst[:n])
	return copy(dst, src)
}

// elements tells of an access to all elements of a slice: one to an array.
func elements[S ~[]E, E any](f *Frame, site int32, s S) {
	if f.listens() && len(s) > 0 {
		array := reflect.ArrayOf(len(s), reflect.TypeFor[E]())
		f.accessed(site, reflect.NewAt(array, unsafe.Pointer(unsafe.SliceData(s))).Interface(), Later)
	}
}

// ranged is a loop over a slice, a map or a pointer to an array.
type ranged struct {
	site int32
	over any
	turn int
}

// Over begins a loop over a slice, a map or a pointer to an array. Of a map it is R. Turn is called at the begin of
// each turn.
func Over[T any](f *Frame, site int32, v T) T {
	if f != nil {
		f.over(site, v)
	}
	return v
}

func (f *Frame) over(site int32, v any) {
	l := f.ranged(site)
	if l == nil {
		f.loops = append(f.loops, ranged{site: site})
		l = &f.loops[len(f.loops)-1]
	}
	l.over, l.turn = v, 0
	if f.listens() && reflect.TypeOf(v).Kind() == reflect.Map {
		f.accessed(site, v, Next)
	}
}

// ranged is the loop of a site.
func (f *Frame) ranged(site int32) *ranged {
	for i := range f.loops {
		if f.loops[i].site == site {
			return &f.loops[i]
		}
	}
	return nil
}

// Turn says that a loop has read the element that it has come to. Of a map it has read the map, from the second turn
// on.
func (f *Frame) Turn(site int32) {
	if f == nil {
		return
	}
	l := f.ranged(site)
	i := l.turn
	l.turn++
	if !f.listens() {
		return
	}
	switch v := reflect.Indirect(reflect.ValueOf(l.over)); {
	case v.Kind() != reflect.Map:
		f.accessed(site, v.Index(i).Addr().Interface(), Already)
	case i > 0:
		f.accessed(site, l.over, Already)
	}
}
