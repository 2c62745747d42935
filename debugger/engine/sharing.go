package engine

import (
	"errors"

	"machsim/debugger/graph"
	"machsim/kernel"
)

// Sharing returns the tasks whose threads share variables without a lock: those that make other
// calls when their threads run in another order that the causal order allows.
//
// It tries two orders, FirstAhead and LastAhead. So it can miss a task that shares variables in a
// way that these do not show; To returns an error when that shows later.
func Sharing(e Engine, g *graph.Graph) map[kernel.TaskID]bool {
	found := map[kernel.TaskID]bool{}
	w := Walk{Needs: g.Needs, Keep: func(id kernel.TaskID) bool { return found[id] }}
	for _, w.Order = range []Order{FirstAhead, LastAhead} {
		for permutes(g, found) {
			var d *Divergence
			if !errors.As(e.Walk(w), &d) {
				break
			}
			task := g.Tape.TaskOf(d.ID)
			if found[task] || !g.Tape.Several(task) {
				return found // the program differs in any order: it is not deterministic
			}
			found[task] = true
		}
	}
	return found
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
