package hook

// R says that a variable is read next. For an element of a map p is the map, else a pointer.
func (f *Frame) R(site int32, p any) {
	if f != nil && f.thread.accesses() {
		f.accessed(site, p)
	}
}

// W says that a variable is written next.
func (f *Frame) W(site int32, p any) {
	if f != nil && f.thread.accesses() {
		f.accessed(site, p)
	}
}

func (t *Thread) accesses() bool { return t.Accessed != nil || t.Preempt != nil }

// Read is R in an expression: *Read(f, 3, &x) in the place of x.
func Read[T any](f *Frame, site int32, p *T) *T {
	if f != nil && f.thread.accesses() {
		f.accessed(site, p)
	}
	return p
}

// Own is Read for a variable that no other thread uses: nobody is let run there.
func Own[T any](f *Frame, site int32, p *T) *T {
	if f != nil && f.thread.Accessed != nil {
		f.listened(Access{&f.pkg.Shared[site], p})
	}
	return p
}

// Map is R or W for a map: Map(f, 3, m)[k] in the place of m[k].
func Map[M ~map[K]V, K comparable, V any](f *Frame, site int32, m M) M {
	if f != nil && f.thread.accesses() {
		f.accessed(site, m)
	}
	return m
}

// Elem is R for the element of a slice that a range loop has come to.
func Elem[S ~[]E, E any](f *Frame, site int32, s S, i int) {
	if f != nil && f.thread.accesses() && i < len(s) {
		f.accessed(site, &s[i])
	}
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
// becomes an old value.
func (t Target[T]) Val(v T) T {
	if f := t.frame; f != nil && f.thread.accesses() {
		f.accessed(t.site, t.p)
	}
	return v
}

func (f *Frame) accessed(site int32, p any) {
	t, a := f.thread, Access{&f.pkg.Shared[site], p}
	if t.Preempt != nil && !t.dead {
		t.tell(func() { t.Preempt(a) })
	}
	if t.Accessed != nil {
		f.listened(a)
	}
}

func (f *Frame) listened(a Access) {
	if t := f.thread; !t.dead {
		t.tell(func() { t.Accessed(f, a) })
	}
}
