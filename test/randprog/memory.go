package randprog

import "machsim/kernel"

const page = kernel.PageSize

var memoryCalls = []call{
	func(a *actor) {
		if p, err := a.th.Mach().VMAllocate(a.task(), 0, uint64(1+a.n(3))*page, true); err == nil {
			a.memory = append(a.memory, p)
		}
	},
	func(a *actor) {
		if p, err := a.th.Mach().VMAllocate(a.th.Mach().Self(), 0, page, true); err == nil {
			a.memory = append(a.memory, p)
		}
	},
	func(a *actor) { _, _ = a.th.Mach().VMAllocate(a.th.Mach().Self(), a.address(), page, false) },
	func(a *actor) { _ = a.th.Mach().VMDeallocate(a.task(), a.address(), page) },
	func(a *actor) { _, _ = a.th.Mach().VMRead(a.task(), a.address(), page) },
	func(a *actor) { _ = a.th.Mach().VMWrite(a.task(), a.address(), make([]byte, page)) },
	func(a *actor) { _ = a.th.Mach().VMCopy(a.task(), a.address(), page, a.address()) },
	func(a *actor) {
		_ = a.th.Mach().VMProtect(a.task(), a.address(), page, a.once(6), oneOf(a, 1, 3, 3, 0))
	},
	func(a *actor) { _ = a.th.Mach().VMInherit(a.task(), a.address(), page, a.n(3)) },
	func(a *actor) { _, _ = a.th.Mach().VMRegion(a.task(), a.address()) },
	func(a *actor) {
		if len(a.memory) > 0 && a.once(2) {
			a.th.Mach().Peek(a.address(), 8)
		}
	},
	func(a *actor) {
		if len(a.memory) > 0 && a.once(2) {
			a.th.Mach().Poke(a.address()+uint64(a.n(4)), []byte{1, 2, byte(a.n(9))})
		}
	},
	send,
	func(a *actor) { // a child with whom the memory is shared
		if n, err := a.th.Spawn("", "", a.reader()); err == nil {
			a.hear(n)
		}
	},
}

// address is where the thread knows of memory.
func (a *actor) address() uint64 {
	if len(a.memory) == 0 {
		return 1 << 20
	}
	return oneOf(a, a.memory...)
}

// reader returns the body of a task that uses memory it may have inherited.
func (a *actor) reader() func(th *kernel.Thread) {
	if len(a.memory) > 0 {
		_ = a.th.Mach().VMInherit(a.th.Mach().Self(), a.address(), page, kernel.InheritShare)
	}
	body, at := a.child(false), a.address()
	return func(th *kernel.Thread) {
		_ = th.Mach().VMWrite(th.Mach().Self(), at, make([]byte, page))
		_, _ = th.Mach().VMRead(th.Mach().Self(), at, page)
		body(th)
	}
}
