package hook

// R says that a variable is read next. For an element of a map p is the map, else a pointer.
func (f *Frame) R(site int32, p any) {
	if f != nil && f.thread.Accessed != nil {
		f.accessed(site, p)
	}
}

// W says that a variable is written next.
func (f *Frame) W(site int32, p any) {
	if f != nil && f.thread.Accessed != nil {
		f.accessed(site, p)
	}
}

func (f *Frame) accessed(site int32, p any) {
	if t := f.thread; !t.dead {
		t.tell(func() { t.Accessed(f, Access{&f.pkg.Shared[site], p}) })
	}
}
