package rebuild

import (
	"machsim/debugger/engine"
	"machsim/debugger/graph"
	"machsim/debugger/tape"
)

// Engine runs the programs of a run again, in this process.
type Engine struct {
	Tape *tape.Tape
	// Oblivious runs the programs for every motion back. Else what they showed on their way is remembered, and shown
	// again: that says the same, and takes less time.
	Oblivious bool
}

// Threads returns threads of the run, at its start.
func (e Engine) Threads() engine.Threads { return e.threads() }

func (e Engine) threads() *Threads {
	r := New(e.Tape)
	r.oblivious = e.Oblivious
	return r
}

// Walk runs all programs of the run once. Look is called concurrently for several families of
// tasks. It should see the same values of a thread in all orders; if not, the thread's task shares
// variables without a lock. In another order than the recorded one it may do nothing, if every
// task that the order is for has a single thread.
func (e Engine) Walk(w engine.Walk) error {
	p := newPlan(e.Tape)
	if w.Order != engine.Recorded {
		if some, err := p.permute(w); !some || err != nil {
			return err
		}
	}
	r := p.threads()
	r.look, r.stop, r.listen, r.venture, r.statement = w.Look, w.Stop, w.Listen, w.Venture, w.Statement
	defer r.Close()
	return r.to(graph.At(e.Tape.Counts(e.Tape.Len())))
}

// permute puts the steps of tasks with several threads into another order. some is false if there
// are no such tasks. It returns engine.ErrStopped once the walk is stopped.
func (p *plan) permute(w engine.Walk) (some bool, err error) {
	for _, k := range p.tasks {
		if len(k.threads) < 2 || w.Keep != nil && w.Keep(k.id) {
			continue
		}
		if !k.permute(p.t, w.Needs, w.Order, w.Stop) {
			return true, engine.ErrStopped
		}
		some = true
	}
	return some, nil
}
