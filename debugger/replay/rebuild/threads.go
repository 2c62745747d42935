package rebuild

import (
	"errors"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Threads is the programs of a run, stopped at a cut.
type Threads struct {
	plan      *plan
	homes     []*home                    // by family; nil if it is not built
	cuts      [][]uint32                 // by family: where it really stands
	spares    map[int][]spare            // by family, in the order of what they have done
	since     map[int]int                // by family: from which event on it is to be remembered
	heap      uint64                     // what the heap was when the first copy was kept
	coming    *coming                    // a copy that Prepare has not finished, nil for none
	below     map[kernel.ThreadID]uint64 // by thread: from fewer statements on than these it is to run
	traced    []int                      // the families that are remembered, in the order in which they began anew
	cut       []uint32                   // where the threads that were moved last are, or are shown as they were
	look      engine.Look                // of Walk
	statement engine.Statement           // of Walk
	stop      <-chan struct{}            // closed to interrupt To; nil for never
	alone     *alone                     // the task of Isolate, else nil
	venture   kernel.ThreadID            // the thread that may go on after its last call, 0 for none
	listen    kernel.Listen              // nil if nobody listens to the programs' hooks
	last      *home                      // the one that ran last, if only one may at a time; nil if none did
	gauge     *engine.Gauge              // nil for none
	staged    bool                       // a walk in stages is on its way, of which the gauge knows
	oblivious bool                       // nothing is remembered
}

// stopped says whether To is to be interrupted.
func (r *Threads) stopped() bool { return engine.Stopped(r.stop) }

// New returns the threads of a run, at its start.
func New(t *tape.Tape) *Threads { return newPlan(t).threads() }

// threads returns threads that are brought to positions by the plan.
func (p *plan) threads() *Threads {
	return &Threads{plan: p, homes: make([]*home, len(p.families)), cuts: make([][]uint32, len(p.families)),
		spares: map[int][]spare{}, since: map[int]int{}, below: map[kernel.ThreadID]uint64{},
		cut: make([]uint32, len(p.t.Lanes))}
}

// Close ends all threads.
func (r *Threads) Close() {
	for i := range r.homes {
		r.leave(i)
		for _, s := range r.spares[i] {
			r.end(s.h, i)
		}
	}
	clear(r.spares)
	if r.coming != nil {
		r.coming.r.Close()
		r.coming = nil
	}
}

// Abandon forgets all threads without ending them.
func (r *Threads) Abandon() {
	clear(r.homes)
	clear(r.spares)
	r.coming = nil
	clear(r.cut)
}

// To brings all threads to a consistent position, at which they stand at their calls. After an error
// the threads are closed, and To can be called again.
func (r *Threads) To(p graph.Position) error {
	if !p.AtCalls() {
		return engine.ErrAtCalls
	}
	return r.to(p)
}

// to brings the threads to a position. Before a statement, a listener has to park the thread there.
func (r *Threads) to(p graph.Position) error {
	all := make([]int, len(r.homes))
	for i := range all {
		all[i] = i
	}
	return r.move(all, p)
}

// move brings the threads of some families to a position.
func (r *Threads) move(families []int, p graph.Position) error {
	jobs, err := r.settle(families, p)
	if err == nil && r.listen != nil {
		err = r.resume(jobs)
	}
	if err == nil {
		err = r.feed(jobs, p.Cut)
	}
	if err != nil {
		r.drop(jobs, err)
		return err
	}
	r.cut = slices.Clone(p.Cut)
	for _, j := range jobs {
		for _, family := range j.families {
			r.cuts[family] = r.cut
		}
	}
	return nil
}

// drop ends the threads that were on their way when an error came. Unless To was interrupted, the others are not to be
// trusted either.
func (r *Threads) drop(jobs []*job, err error) {
	if err != engine.ErrStopped {
		r.Close()
		return
	}
	for _, j := range jobs {
		for _, family := range j.families {
			r.leave(family)
		}
	}
}

// Stack returns the stack of a thread's program, innermost call first; nil if it has not
// begun or has ended.
func (r *Threads) Stack(id kernel.ThreadID) []kernel.Frame {
	switch f, was := r.seen(id); {
	case was != nil:
		return kernel.Frames(was.stack)
	case f != nil:
		return kernel.Frames(f.Stack(id))
	}
	return nil
}

// Variables returns the watched variables of a thread's program (kernel.Thread.Watch); none if
// it has not begun or has ended.
func (r *Threads) Variables(id kernel.ThreadID) []kernel.Variable { return r.watches(id).Variables(id) }

// Remembers is what a thread of Serve remembers here; nil of any other (engine.Rememberer).
func (r *Threads) Remembers(id kernel.ThreadID) any {
	if f, _ := r.seen(id); f != nil {
		return f.Remembers(id)
	}
	return nil
}

// Kinds are the sorts of messages that the programs have sent so far, or were ready to receive.
func (r *Threads) Kinds() (all []kernel.MessageKind) {
	for _, h := range r.homes {
		if h != nil {
			all = append(all, h.feeder.Kinds()...)
		}
	}
	return all
}

// CheckSet returns an error if a variable cannot be set at this cut.
func (r *Threads) CheckSet(e *kernel.Edit) error {
	if id := kernel.ThreadID(e.Object); r.Has(id) {
		return r.homeOf(id).feeder.CheckSet(e, r.watches(id))
	}
	return errors.New("the thread shows no variables here")
}

// watches returns the variables that a thread's program watches.
func (r *Threads) watches(id kernel.ThreadID) kernel.Watches {
	switch f, was := r.seen(id); {
	case was != nil:
		return was.watches
	case f != nil:
		return f.Watches(id)
	}
	return nil
}

// seen returns the feeder of a thread or, if the thread is shown as it was earlier, what was seen of it; neither if it
// does not run.
func (r *Threads) seen(id kernel.ThreadID) (*kernel.Feeder, *row) {
	h := r.homeOf(id)
	if h == nil || r.runnable(id, r.cut[r.plan.t.LaneOf(id)]) == 0 {
		return nil, nil
	}
	k := r.plan.taskOf(id)
	if p := h.pasts[k]; p.shown() {
		return nil, p.row(k.place(id))
	}
	if !h.feeder.Has(id) {
		return nil, nil
	}
	return h.feeder, nil
}

// Has says whether the program of a thread has begun here, and has not ended. It begins with the completion of the
// thread's first call.
func (r *Threads) Has(id kernel.ThreadID) bool {
	f, was := r.seen(id)
	return f != nil || was != nil
}
