package graph

import (
	"slices"
	"sync"

	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Live finds the causal order of a run that is still made. It does so when it is asked for, by taking the steps that it
// does not know yet again: the run need not wait for it.
type Live struct {
	b      *Builder
	state  *kernel.State // after the events whose edges are known; nil after none
	counts []uint32      // of these, by lane
}

// NewLive returns the order of a run from where a log of it begins.
func NewLive(t *tape.Tape) *Live {
	l := &Live{b: NewBuilder()}
	l.b.Begin(t)
	return l
}

// Live returns the order of a run that goes on with a machine of its own, after the events that the Builder was told
// of: s is a picture of the state after these, and counts says how many they are, by lane.
func (b *Builder) Live(s *kernel.State, counts []uint32) *Live {
	b.Close()
	b.drain()
	b.full, b.empty = nil, nil
	b.batch.pass(b.finder)
	return &Live{b, s.Clone(), counts}
}

// Progress has it told how far the order is, once somebody waits for it.
func (l *Live) Progress(tell func(events, of uint64)) { l.b.Progress = tell }

// SoFar returns the causal order of the run that has the log t, and may go on. The Graph of the same run with fewer
// events is not to be asked any more.
func (l *Live) SoFar(t *tape.Tape) *Graph {
	b := l.b
	g := &Graph{Cuts: Cuts{t}, shared: map[kernel.TaskID]bool{}, common: b.common, progress: b.Progress}
	g.derive = sync.OnceFunc(func() {
		l.play(t)
		g.edges = edges{first: b.finder.edges.first, all: b.finder.edges.all}
		g.points = b.finder.pointsWith(slices.Clone(b.points))
		if g.compute(); b.common == nil || b.common.events < t.Len() {
			b.common = &common{t.Len(), g.clocks, true}
		}
	})
	return g
}

// play finds the edges of the events that it does not know yet.
func (l *Live) play(t *tape.Tape) {
	b, s, counts := l.b, l.state, make([]uint32, len(t.Lanes))
	if copy(counts, l.counts); s == nil {
		s = t.Start.Clone()
	}
	if b.finder.event >= t.Len() {
		return
	}
	p := b.play(t, s, counts)
	l.state, l.counts = p.State(), slices.Clone(p.Counts())
}
