package graph

import (
	"slices"
	"sync"

	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// SoFar returns the causal order of the run that has the log t, and may go on: the Builder is told of the events that
// follow. The Graph of the same run with fewer events is not to be asked any more.
func (b *Builder) SoFar(t *tape.Tape) *Graph {
	b.catchUp()
	g := &Graph{Cuts: Cuts{t}, shared: map[kernel.TaskID]bool{}, common: b.common, progress: b.Progress,
		edges: edges{all: b.finder.edges.all}, points: slices.Clone(b.points)}
	g.derive = sync.OnceFunc(func() {
		if g.compute(); b.common == nil || b.common.events < t.Len() {
			b.common = &common{t.Len(), g.clocks, true}
		}
	})
	return g
}

// catchUp waits until the edges of all events that it was told of are found.
func (b *Builder) catchUp() {
	if b.full == nil {
		b.batch.pass(b.finder)
		return
	}
	b.full <- b.batch
	all := make([]*batch, batches+1)
	for i := range all {
		all[i] = <-b.empty
	}
	b.batch = all[0]
	for _, k := range all[1:] {
		b.empty <- k
	}
}
