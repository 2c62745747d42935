package scheduler

import (
	"runtime"
	"runtime/debug"

	"machsim/kernel"
)

func body(th *kernel.Thread) {
	runtime.Gosched()                       // want `scheduler: runtime.Gosched .*; use th.Yield`
	th.Printf("%d", runtime.NumGoroutine()) // want `scheduler: runtime.NumGoroutine `
	runtime.GC()                            // want `scheduler: runtime.GC `
	debug.PrintStack()                      // want `scheduler: debug.PrintStack `
	th.Printf("%s %s", runtime.GOOS, runtime.Version())
	th.Yield()
}

func workers() int { return runtime.GOMAXPROCS(0) }
