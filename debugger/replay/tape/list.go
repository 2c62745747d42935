package tape

import (
	"sort"
)

// List is a sequence that grows at its end. One that is a Cut of another shares what the other begins with, and has
// an end of its own: neither sees what is added to the other. A long one is in several pieces, each half as long as all
// before it, so that nothing is copied when it grows.
type List[T any] struct {
	own    []T
	base   int      // how many elements are before own
	before *List[T] // which has these; nil for none
}

// newList returns an empty List with room.
func newList[T any](room int) List[T] { return List[T]{own: make([]T, 0, room)} }

// room makes room for more elements.
func (l *List[T]) room(n int) {
	if cap(l.own)-len(l.own) < n {
		l.own = append(make([]T, 0, len(l.own)+n), l.own...)
	}
}

// Trim gives back memory that no element needs, if it is much.
func (l *List[T]) Trim() {
	if free := cap(l.own) - len(l.own); free > 1<<10 && free > len(l.own)/64 {
		l.own = append(make([]T, 0, len(l.own)), l.own...)
	}
}

// Len returns the number of elements.
func (l *List[T]) Len() int { return l.base + len(l.own) }

// At returns an element.
func (l *List[T]) At(i int) T {
	if i >= l.base {
		return l.own[i-l.base]
	}
	return l.earlier(i)
}

// earlier returns an element that another List has.
func (l *List[T]) earlier(i int) T {
	for i < l.base {
		l = l.before
	}
	return l.own[i-l.base]
}

// all returns a copy of the elements.
func (l *List[T]) all() []T {
	all := make([]T, 0, l.Len())
	for i := 0; i < l.Len(); {
		rest := l.rest(i)
		all = append(all, rest...)
		i += len(rest)
	}
	return all
}

// ref returns where an element is, to be changed by the one that has added it.
func (l *List[T]) ref(i int) *T {
	for i < l.base {
		l = l.before
	}
	return &l.own[i-l.base]
}

// last returns the element that was added last.
func (l *List[T]) last() *T { return &l.own[len(l.own)-1] }

// Add adds an element.
func (l *List[T]) Add(v T) {
	if len(l.own) == cap(l.own) {
		l.further(1)
	}
	l.own = append(l.own, v)
}

// leastPiece is how many elements a piece has, at least.
const leastPiece = 1 << 12

// further begins a piece if there is no room for n elements more, and the present one is not short.
func (l *List[T]) further(n int) {
	if len(l.own) < leastPiece || cap(l.own)-len(l.own) >= n {
		return
	}
	before := *l
	*l = List[T]{own: make([]T, 0, before.Len()/2), base: before.Len(), before: &before}
}

// rest returns the elements from i on that are in one piece. They are read-only.
func (l *List[T]) rest(i int) []T {
	end := l.Len()
	for i < l.base {
		end, l = l.base, l.before
	}
	return l.own[i-l.base : end-l.base : end-l.base]
}

// Cut returns a List of the first n elements, to which others can be added. The List must not grow any more.
func (l *List[T]) Cut(n int) List[T] {
	if n == 0 {
		return List[T]{}
	}
	for n <= l.base {
		l = l.before
	}
	before := *l // whose place the Cut may take
	return List[T]{base: n, before: &before}
}

// shorten leaves the first n elements, and the room of the others. Nobody may have a Cut, or a copy, of what goes.
func (l *List[T]) shorten(n int) {
	if n < l.base {
		*l = l.Cut(n)
	} else {
		l.own = l.own[:n-l.base]
	}
}

// Search returns the first index at which f is true of the element, as it is from there on; else the length.
func (l *List[T]) Search(f func(T) bool) int {
	return sort.Search(l.Len(), func(i int) bool { return f(l.At(i)) })
}

// sparse has values of few events.
type sparse[T any] struct {
	has    Bits // by event, from the first to the last that has a value
	values List[T]
	first  int        // the event of the first
	from   int        // the first event that may have one here
	before *sparse[T] // has the values of earlier events; nil if there are none
}

func (s *sparse[T]) at(event int) (v T) {
	for event < s.from {
		s = s.before
	}
	if i := event - s.first; i >= 0 && i < s.has.Len() && s.has.At(i) {
		return s.values.At(s.has.Count(i))
	}
	return v
}

// set gives a value to the last event that has one, or to a later one.
func (s *sparse[T]) set(event int, v T) {
	if s.has.Len() == 0 {
		s.first = event
	}
	if event == s.first+s.has.Len()-1 {
		*s.values.last() = v
		return
	}
	for s.first+s.has.Len() < event {
		s.has.Add(false)
	}
	s.has.Add(true)
	s.values.Add(v)
}

// cut returns the values of the first n events, to which others can be added.
func (s *sparse[T]) cut(n int) sparse[T] {
	for s.before != nil && n <= s.from {
		s = s.before
	}
	return sparse[T]{from: n, before: s}
}
