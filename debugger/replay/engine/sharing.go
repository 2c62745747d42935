package engine

import (
	"errors"
	"sync"

	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Sharing returns the tasks whose threads share variables without a lock: those that make other
// calls when their threads run in another order that the causal order allows. If stop is closed meanwhile, it returns
// early, and may have missed some.
//
// It tries two orders, FirstAhead and LastAhead, at once if the engine is Concurrent. So it can miss a task that shares
// variables in a way that these do not show; To returns an error when that shows later.
func Sharing(e Engine, g *graph.Graph, stop <-chan struct{}) map[kernel.TaskID]bool {
	orders := []Order{FirstAhead, LastAhead}
	if c, ok := e.(Concurrent); !ok || !c.Concurrent() {
		found := map[kernel.TaskID]bool{}
		for _, o := range orders {
			sharingIn(o, e, g, found, stop)
		}
		return found
	}
	found := make([]map[kernel.TaskID]bool, len(orders))
	var wait sync.WaitGroup
	for i, o := range orders {
		found[i] = map[kernel.TaskID]bool{}
		wait.Go(func() { sharingIn(o, e, g, found[i], stop) })
	}
	wait.Wait()
	for task := range found[1] {
		found[0][task] = true
	}
	return found[0]
}

// sharingIn adds to found the tasks that make other calls in an order.
func sharingIn(o Order, e Engine, g *graph.Graph, found map[kernel.TaskID]bool, stop <-chan struct{}) {
	w := Walk{Order: o, Causal: g, Stop: stop}
	w.Keep = func(id kernel.TaskID) bool { return found[id] }
	for permutes(g, found) {
		var d *Divergence
		if !errors.As(e.Walk(w), &d) {
			return
		}
		task := g.Tape.TaskOf(d.ID)
		if found[task] || !g.Tape.Several(task) {
			return // the program differs in any order: it is not deterministic
		}
		found[task] = true
	}
}

// permutes says whether some task has several threads, and is none of those that keep their order.
func permutes(g *graph.Graph, but map[kernel.TaskID]bool) bool {
	for id := range g.Tape.End.Tasks.All {
		if task := kernel.TaskID(id); !but[task] && g.Tape.Several(task) {
			return true
		}
	}
	return false
}
