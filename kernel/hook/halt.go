package hook

import (
	"sync"
	"sync/atomic"
)

// A run may be asked to stand still while a thread computes, and comes to no call for long. While anybody is, all hooks
// before statements ask whether that concerns them, also those that nobody listens to.

var (
	asked atomic.Int32 // how many runs are asked to stand still
	halts sync.Map     // func() by goroutine: parks its thread, if the run is asked to stand still
)

// Ask says that one run more is asked to stand still; false, that it is not any more.
func Ask(yes bool) {
	if yes {
		asked.Add(1)
	} else {
		asked.Add(-1)
	}
}

// Halts says that a goroutine (Goroutine) is that of a thread which halt parks, should its run be asked to stand still.
// It is called by that goroutine before statements, until Ends. Where goroutines are not told apart, it never is.
func Halts(g uintptr, halt func()) {
	if g != 0 {
		halts.Store(g, halt)
	}
}

// Ends says that the goroutine is a thread's no more.
func Ends(g uintptr) { halts.Delete(g) }

// halt parks the present thread, if it is one whose run is asked to stand still.
func halt() {
	if h, ok := halts.Load(Goroutine()); ok {
		h.(func())()
	}
}
