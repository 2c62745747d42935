package watch

import (
	"runtime"
	"sync/atomic"
	"time"
)

// In a guest all goroutines share one thread, which nobody takes from one that computes, and Go looks for input only
// when none can go on.
const (
	slice = 10 * time.Millisecond // for which one computes
	way   = 50 * time.Microsecond // for which it sleeps then
)

// gaveWay is when somebody did so last, in nanoseconds since began.
var gaveWay atomic.Int64

var began = time.Now()

// GaveWay is when somebody did so last, by a clock of its own.
func GaveWay() int64 { return gaveWay.Load() }

// GiveWay lets others go on, if for some time none could, what waits for input among them. Long work calls it now and
// then: somebody may have typed a line. Elsewhere it does nothing.
func GiveWay() {
	if runtime.GOOS != "wasip1" {
		return
	}
	if now := time.Since(began); now-time.Duration(gaveWay.Load()) > slice {
		gaveWay.Store(int64(now)) // before it sleeps: those that go on meanwhile have as long
		time.Sleep(way)
	}
}
