package thread

import (
	"machsim/cthreads"
	"machsim/kernel"
)

func body(th *kernel.Thread) {
	cthreads.Detach(th, cthreads.Fork(th, "a", func(own *kernel.Thread) {
		th.Yield() // want `thread: th is the thread that makes this one.*; use the body's own thread, own`
		own.Yield()
	}))
	kernel.Must(th.Spawn("", "b", func(*kernel.Thread) {
		th.Yield() // want `thread: th .*; use the body's own thread, its parameter`
	}))
	top := th
	kernel.Must(th.Spawn("", "c", func(th *kernel.Thread) {
		th.Yield()
		kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(inner *kernel.Thread) {
			inner.Yield()
			top.Yield() // want `thread: top is the thread that makes this one`
			th.Yield()  // want `thread: th .*; use the body's own thread, inner`
		}))
	}))
	again := func() { th.Yield() }
	again()
}
