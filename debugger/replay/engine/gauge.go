package engine

import "sync"

// Gauge tells how far programs have come that run again. Several walks may go on at once, which it adds up. A nil Gauge
// tells nobody.
type Gauge struct {
	Tell func(calls, of uint64) // is called from several goroutines, but not at once

	mu        sync.Mutex
	walks     int // that are on their way
	calls, of uint64
}

// Begin says that programs are about to complete so many calls. End has to follow.
func (g *Gauge) Begin(calls uint64) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.walks == 0 {
		g.calls, g.of = 0, 0
	}
	g.walks++
	g.of += calls
}

// Add says that programs have completed so many more.
func (g *Gauge) Add(calls int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls += uint64(calls)
	g.Tell(min(g.calls, g.of), g.of)
}

// End says that they have come to where they were to come, or were given up.
func (g *Gauge) End() {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.walks--
}
