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

// Val is W with the value that is written, which has been computed before: n++ becomes n = Val(f, site, &n, n+1), so
// that others may come between.
func Val[T any](f *Frame, site int32, p any, v T) T {
	f.W(site, p)
	return v
}

func (t *Thread) accesses() bool { return t.Accessed != nil || t.Preempt != nil }

func (f *Frame) accessed(site int32, p any) {
	t, a := f.thread, Access{&f.pkg.Shared[site], p}
	if t.Preempt != nil && !t.dead {
		t.tell(func() { t.Preempt(a) })
	}
	if t.Accessed != nil && !t.dead {
		t.tell(func() { t.Accessed(f, a) })
	}
}
