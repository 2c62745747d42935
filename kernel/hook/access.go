package hook

import (
	"reflect"
	"unsafe"
)

// Hooks at accesses have an order. Thread.Announced is called first, and says what is going to be read or written, or
// has been. Then Thread.Preempt may let other threads run, and Thread.Accessed is called when the access comes.

// When says when an access is made.
type When uint8

const (
	Next    When = iota // now: nothing is done before
	Later               // after this hook, at the latest when the function comes to its next statement or ends
	Already             // since the thread's last call
)

// R says that a variable is read next. For an element of a map p is the map, else a pointer.
func (f *Frame) R(site int32, p any) {
	if f.listens() {
		f.accessed(site, p, Next)
	}
}

// W says that a variable has been written. Nobody is let run there: it is too late.
func (f *Frame) W(site int32, p any) {
	if f.listens() {
		a := Access{&f.pkg.Shared[site], p, Already}
		f.announced(a)
		f.listened(a)
	}
}

// Told is W for a variable that no other thread uses.
func (f *Frame) Told(site int32, p any) {
	if f != nil && f.thread.Accessed != nil {
		f.listened(Access{&f.pkg.Shared[site], p, Already})
	}
}

// listens says whether there is anybody to be told of accesses.
func (f *Frame) listens() bool {
	return f != nil && (f.thread.Accessed != nil || f.thread.Preempt != nil || f.thread.Announced != nil)
}

// Read is R in an expression: *Read(f, 3, &x) in the place of x, where nothing is called between it and the use of x.
// If others may be let run, the pointer is to a copy that is made then: what follows in the statement may let them run
// once more. A struct or an array is read part by part.
func Read[T any](f *Frame, site int32, p *T) *T {
	if !f.listens() || p == nil {
		return p
	}
	if f.thread.Preempt == nil {
		f.accessed(site, p, Next)
		return p
	}
	parts := f.partsOf(site, reflect.TypeFor[T]())
	if parts == nil {
		f.accessed(site, p, Next)
		return fresh(*p)
	}
	c := new(T)
	for _, part := range parts {
		x := part.of(unsafe.Pointer(p))
		f.accessed(site, x.Interface(), Next)
		part.of(unsafe.Pointer(c)).Elem().Set(x.Elem())
	}
	return c
}

// Late is Read where something is called before x is used: then x is read behind that.
func Late[T any](f *Frame, site int32, p *T) *T {
	if f.listens() {
		f.accessed(site, p, Later)
	}
	return p
}

// Own is Read for a variable that no other thread uses: nobody is let run there.
func Own[T any](f *Frame, site int32, p *T) *T {
	if f != nil && f.thread.Accessed != nil {
		f.listened(Access{&f.pkg.Shared[site], p, Next})
	}
	return p
}

// Map is R or W for a map: Map(f, 3, m)[k] in the place of m[k], where nothing that is shared is read between it and
// the use of the map.
func Map[M ~map[K]V, K comparable, V any](f *Frame, site int32, m M) M {
	if f.listens() {
		f.accessed(site, m, Next)
	}
	return m
}

// Into begins an assignment: x = Into(f, 3, &x).Val(x + 1) in the place of x++.
func Into[T any](f *Frame, site int32, p *T) Target[T] { return Target[T]{f, site, p} }

// Target is a variable that is assigned to.
type Target[T any] struct {
	frame *Frame
	site  int32
	p     *T
}

// Val is W between the reads and the store of an assignment. There a listener may let other threads run, and v
// becomes an old value. A struct or an array is written part by part: the store puts there what is there then.
func (t Target[T]) Val(v T) T {
	f := t.frame
	if !f.listens() {
		return v
	}
	var parts []part
	if f.thread.Preempt != nil {
		parts = f.partsOf(t.site, reflect.TypeFor[T]())
	}
	if parts == nil {
		f.accessed(t.site, t.p, Next)
		return v
	}
	for _, part := range parts {
		x := part.of(unsafe.Pointer(t.p))
		f.accessed(t.site, x.Interface(), Next)
		x.Elem().Set(part.of(unsafe.Pointer(&v)).Elem())
	}
	return *t.p
}

func (f *Frame) accessed(site int32, p any, when When) {
	t, a := f.thread, Access{&f.pkg.Shared[site], p, when}
	f.announced(a)
	if t.Preempt != nil && !t.dead {
		t.tell(func() { t.Preempt(a) })
	}
	if t.Accessed != nil {
		f.listened(a)
	}
}

func (f *Frame) announced(a Access) {
	if t := f.thread; t.Announced != nil && !t.dead && !t.lost() {
		t.Announced(f, a)
	}
}

func (f *Frame) listened(a Access) {
	if t := f.thread; t.Accessed != nil && !t.dead {
		t.tell(func() { t.Accessed(f, a) })
	}
}
