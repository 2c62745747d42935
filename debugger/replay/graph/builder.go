package graph

import (
	"sync"

	"machsim/debugger/record/watch"
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// Builder finds the causal order of a run while that is logged. A goroutine does the work, which is given the
// accesses of many events at a time. It need not have ended when the run has: a Graph waits for it.
type Builder struct {
	finder *finder
	batch  *batch      // is being filled
	full   chan *batch // nil until one is
	empty  chan *batch // closed when the goroutine has ended

	// Done, when set, is called with what was derived, once all of it is there. The call comes from whoever waits for
	// it first, or from a goroutine.
	Done func(*Derived)
	// Progress, when set, is told now and then for how many of the events the order has been found, once somebody
	// waits for it.
	Progress func(events, of uint64)

	points  []*finder // where other runs can leave
	spacing int       // of points, at least
	common  *common   // nil for nothing
}

// batch is the accesses of some successive events.
type batch struct {
	events   []accessed
	accesses []ipc.Access // of all of them
}

// accessed is one event of a batch.
type accessed struct {
	actor kernel.Actor
	lane  uint32
	end   uint32 // of its accesses
}

const (
	batchEvents = 2048
	batches     = 8 // at most so many are on their way
)

// NewBuilder returns a Builder for one run.
func NewBuilder() *Builder { return &Builder{finder: newFinder(), batch: &batch{}} }

// From has the order begin after the first so many events: they come before nothing. The Builder is told of them all.
func (b *Builder) From(event int) { b.finder.horizon = event }

// Begin has the order begin with a log that begins in the midst of a run, of whose earlier events nothing is known but
// that the state there came of them.
func (b *Builder) Begin(t *tape.Tape) { b.finder.begin(t) }

// Among returns the causal order of the events of some lanes alone: what others do comes before nothing, and what comes
// from outside does nothing at all.
func Among(t *tape.Tape, own func(lane int) bool) *Graph {
	b := &Builder{finder: newFinder()}
	b.finder.among = own
	return b.Graph(t)
}

// Accessed takes the accesses of the next event, which is of that lane. It is for tape.Builder.
func (b *Builder) Accessed(lane uint32, a kernel.Actor, accesses []ipc.Access) {
	k := b.batch
	k.accesses = append(k.accesses, accesses...)
	k.events = append(k.events, accessed{a, lane, uint32(len(k.accesses))})
	if len(k.events) == batchEvents {
		b.pass()
	}
}

// pass hands a full batch to the goroutine, and takes an empty one.
func (b *Builder) pass() {
	if b.full == nil {
		b.full, b.empty = make(chan *batch, batches), make(chan *batch, batches)
		for range batches {
			b.empty <- &batch{}
		}
		go b.work()
	}
	b.full <- b.batch
	b.batch = <-b.empty
}

func (b *Builder) work() {
	defer close(b.empty)
	for k := range b.full {
		k.pass(b.finder)
		b.point()
		b.empty <- k
		watch.GiveWay()
	}
}

// pass passes all events on, and is empty then.
func (k *batch) pass(f *finder) {
	from := uint32(0)
	for _, e := range k.events {
		f.take(e.lane, e.actor, k.accesses[from:e.end])
		from = e.end
	}
	k.events, k.accesses = k.events[:0], k.accesses[:0]
}

// Graph returns the causal order of the run, which has ended; t is its tape. The order of a long run is completed by
// a goroutine, that of a short one when it is asked for.
func (b *Builder) Graph(t *tape.Tape) *Graph {
	g := &Graph{Cuts: Cuts{t}, shared: map[kernel.TaskID]bool{}, common: b.common, progress: b.Progress}
	if b.full == nil && b.finder.event == 0 && t.First() == 0 {
		b.batch = nil
	}
	g.derive = sync.OnceFunc(func() {
		g.edges = b.rest(t)
		g.points = b.finder.pointsWith(b.points)
		g.compute()
		if b.Done != nil && !g.closed.Load() {
			b.Done(&Derived{g.edges, g.clocks, g.points})
		}
	})
	if b.full != nil {
		close(b.full)
		g.behind.Store(true)
		go g.derive()
	}
	return g
}

// rest returns the edges of all events, once the goroutine has ended.
func (b *Builder) rest(t *tape.Tape) edges {
	b.drain()
	if b.batch != nil {
		b.batch.pass(b.finder)
	} else {
		b.play(t, t.Start.Clone(), make([]uint32, len(t.Lanes)))
	}
	for b.finder.edges.len() < t.Len() {
		b.finder.edges.close()
	}
	b.finder.edges.all.Trim()
	return b.finder.edges
}

// drain waits until the goroutine, which gets no more, has ended.
func (b *Builder) drain() {
	if b.empty != nil {
		for range b.empty {
		}
	}
}

// Close ends a Builder that is not asked for a Graph.
func (b *Builder) Close() {
	if b.full != nil {
		close(b.full)
	}
}
