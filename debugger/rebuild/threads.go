package rebuild

import (
	"errors"

	"machsim/debugger/engine"
	"machsim/debugger/graph"
	"machsim/debugger/tape"
	"machsim/kernel"
)

// Threads is the programs of a run, stopped at a cut.
type Threads struct {
	plan      *plan
	homes     []*home          // by family; nil if it is not built
	cut       []uint32         // where the threads are
	look      engine.Look      // of Walk
	statement engine.Statement // of Walk
	stop      <-chan struct{}  // closed to interrupt To; nil for never
	alone     *alone           // the task of Isolate, else nil
	venture   kernel.ThreadID  // the thread that may go on after its last call, 0 for none
	listen    kernel.Listen    // nil if nobody listens to the programs' hooks
	kept      bool             // do not end threads that are no longer needed, because one did not end
}

// stopped says whether To is to be interrupted.
func (r *Threads) stopped() bool { return closed(r.stop) }

// closed says whether a channel is closed; nil never is.
func closed(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// New returns the threads of a run, at its start.
func New(t *tape.Tape) *Threads { return newPlan(t).threads() }

// threads returns threads that are brought to positions by the plan.
func (p *plan) threads() *Threads {
	return &Threads{plan: p, homes: make([]*home, len(p.families)), cut: make([]uint32, len(p.t.Lanes))}
}

// Close ends all threads.
func (r *Threads) Close() {
	for i := range r.homes {
		r.leave(i)
	}
}

// Abandon forgets all threads without ending them.
func (r *Threads) Abandon() {
	clear(r.homes)
	clear(r.cut)
}

// To brings all threads to a consistent position, at which they stand at their calls. After an error
// the threads are closed, and To can be called again.
func (r *Threads) To(p graph.Position) error {
	if !p.AtCalls() {
		return engine.ErrAtCalls
	}
	return r.to(p.Cut)
}

func (r *Threads) to(cut []uint32) error {
	jobs, err := r.settle(cut)
	if err == nil && r.listen != nil {
		err = r.resume()
	}
	if err == nil {
		err = r.feed(jobs, cut)
	}
	if err != nil {
		r.Close()
		return err
	}
	copy(r.cut, cut)
	return nil
}

// Stack returns the stack of a thread's program, innermost call first; nil if it has not
// begun or has ended.
func (r *Threads) Stack(id kernel.ThreadID) []kernel.Frame {
	if f := r.feeder(id); f != nil {
		return kernel.Frames(f.Stack(id))
	}
	return nil
}

// Variables returns the watched variables of a thread's program (kernel.Thread.Watch); none if
// it has not begun or has ended.
func (r *Threads) Variables(id kernel.ThreadID) []kernel.Variable {
	if f := r.feeder(id); f != nil {
		return f.Variables(id)
	}
	return nil
}

// CheckSet returns an error if a variable cannot be set at this cut.
func (r *Threads) CheckSet(e *kernel.Edit) error {
	f := r.feeder(kernel.ThreadID(e.Object))
	if f == nil {
		return errors.New("the thread shows no variables here")
	}
	return f.CheckSet(e)
}

// feeder returns the feeder of a thread, nil if it does not run.
func (r *Threads) feeder(id kernel.ThreadID) *kernel.Feeder {
	n := r.plan.t.LaneOf(id)
	if n < 0 || r.cut[n] == 0 {
		return nil
	}
	if h := r.homes[r.plan.taskOf(id).family]; h != nil && h.feeder.Has(id) {
		return h.feeder
	}
	return nil
}

// Has says whether the program of a thread has begun here, and has not ended.
func (r *Threads) Has(id kernel.ThreadID) bool { return r.feeder(id) != nil }
