package hook

import (
	"reflect"
	"unsafe"
)

// The builtin functions that access elements of slices, and maps, with hooks. Without listeners they are what they are.
// Others may be let run before each element. What they are given has been computed before.

// Append is append. If there is no room behind the slice, all its elements are read.
func Append[S ~[]E, E any](f *Frame, write, read int32, s S, add ...E) S {
	if !f.listens() {
		return append(s, add...)
	}
	if len(s)+len(add) > cap(s) {
		return grown(f, read, s, add)
	}
	all := s[:len(s)+len(add)]
	puts(f, write, all[len(s):], add)
	return all
}

// AppendAll is append of the elements of another slice.
func AppendAll[S ~[]E, T ~[]E, E any](f *Frame, write, read, from int32, s S, add T) S {
	if !f.listens() {
		return append(s, add...)
	}
	if len(s)+len(add) > cap(s) {
		return grown(f, read, s, reads(f, from, add))
	}
	all := s[:len(s)+len(add)]
	Copied(f, write, from, all[len(s):], add)
	return all
}

// grown is append where a new array is made.
func grown[S ~[]E, E any](f *Frame, read int32, s S, add []E) S {
	old := reads(f, read, s)
	s = append(s, add...)
	copy(s, old)
	return s
}

// Copied is copy.
func Copied[D ~[]E, S ~[]E, E any](f *Frame, write, read int32, dst D, src S) int {
	n := min(len(dst), len(src))
	if !f.oneByOne(write, n) {
		elements(f, read, src[:n])
		elements(f, write, dst[:n])
		return copy(dst, src)
	}
	from, step := 0, 1
	to := uintptr(unsafe.Pointer(&dst[0]))
	if to > uintptr(unsafe.Pointer(&src[0])) && to <= uintptr(unsafe.Pointer(&src[n-1])) {
		from, step = n-1, -1 // otherwise it would read what it has written
	}
	for i := from; i >= 0 && i < n; i += step {
		dst[i] = Into(f, write, &dst[i]).Val(*Read(f, read, &src[i]))
	}
	return n
}

// Cleared is clear of a slice.
func Cleared[S ~[]E, E any](f *Frame, write int32, s S) {
	if f.listens() {
		puts(f, write, s, make([]E, len(s)))
		return
	}
	clear(s)
}

// reads is what the elements of a slice are when they are read.
func reads[S ~[]E, E any](f *Frame, site int32, s S) []E {
	if !f.oneByOne(site, len(s)) {
		elements(f, site, s)
		return append([]E(nil), s...)
	}
	all := make([]E, len(s))
	for i := range s {
		all[i] = *Read(f, site, &s[i])
	}
	return all
}

// puts writes the elements of a slice.
func puts[S ~[]E, E any](f *Frame, site int32, s S, values []E) {
	if !f.oneByOne(site, len(s)) {
		elements(f, site, s)
		copy(s, values)
		return
	}
	for i := range s {
		s[i] = Into(f, site, &s[i]).Val(values[i])
	}
}

// oneByOne says whether so many elements are accessed one by one: others may be let run between them.
func (f *Frame) oneByOne(site int32, n int) bool {
	if n == 0 || f == nil || f.thread.Preempt == nil {
		return false
	}
	if n > mostParts {
		f.coarse(site)
	}
	return n <= mostParts
}

// elements tells of an access to all elements of a slice: one to an array.
func elements[S ~[]E, E any](f *Frame, site int32, s S) {
	if f.listens() && len(s) > 0 {
		array := reflect.ArrayOf(len(s), reflect.TypeFor[E]())
		f.accessed(site, reflect.NewAt(array, unsafe.Pointer(unsafe.SliceData(s))).Interface(), Next)
	}
}

// Index is m[k].
func Index[M ~map[K]V, K comparable, V any](f *Frame, site int32, m M, k K) V {
	return Map(f, site, m)[k]
}

// Delete is delete.
func Delete[M ~map[K]V, K comparable, V any](f *Frame, site int32, m M, k K) {
	delete(Map(f, site, m), k)
}

// Clear is clear of a map.
func Clear[M ~map[K]V, K comparable, V any](f *Frame, site int32, m M) { clear(Map(f, site, m)) }

// Len is len of a map.
func Len[M ~map[K]V, K comparable, V any](f *Frame, site int32, m M) int { return len(Map(f, site, m)) }

// ranged is a loop over a slice, a map or a pointer to an array.
type ranged struct {
	site int32
	over any
	turn int
}

// Over begins a loop over a slice, a map or a pointer to an array: it reads its first element next. Next is called at
// the end of each turn.
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
	if f.listens() {
		f.goesOn(l)
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

// Next says that a loop goes on to the next element, and reads that.
func (f *Frame) Next(site int32) {
	if f == nil {
		return
	}
	l := f.ranged(site)
	l.turn++
	if f.listens() {
		f.goesOn(l)
	}
}

// goesOn is R for the element that a loop comes to, if there is one, or for its map.
func (f *Frame) goesOn(l *ranged) {
	v := reflect.ValueOf(l.over)
	if v.Kind() == reflect.Map {
		f.accessed(l.site, l.over, Next)
		return
	}
	if v = reflect.Indirect(v); v.IsValid() && l.turn < v.Len() {
		f.accessed(l.site, v.Index(l.turn).Addr().Interface(), Next)
	}
}
