package rebuild

import (
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
)

// Engine runs the programs of a run again, in this process.
type Engine struct {
	Tape *tape.Tape
	// Oblivious runs the programs for every motion back. Else what they showed on their way is remembered, and shown
	// again: that says the same, and takes less time.
	Oblivious bool
	// Gauge, when set, is told of what the programs do, but for what Prepare has them do.
	Gauge *engine.Gauge
}

// Threads returns threads of the run, at its start.
func (e Engine) Threads() engine.Threads { return e.threads() }

func (e Engine) threads() *Threads {
	r := New(e.Tape)
	r.oblivious, r.gauge = e.Oblivious, e.Gauge
	return r
}

// Walk runs all programs of the run once. Look is called concurrently for several families of
// tasks. It should see the same values of a thread in all orders; if not, the thread's task shares
// variables without a lock. In another order than the recorded one it may do nothing, if every
// task that the order is for has a single thread.
func (e Engine) Walk(w engine.Walk) error {
	p, upto := newPlan(e.Tape), e.Tape.Counts(e.Tape.Len())
	if w.Order != engine.Recorded {
		if !p.permute(&w) {
			return nil
		}
		upto = p.permutedOf(upto)
	}
	r := p.threads()
	r.gauge = e.Gauge
	r.look, r.stop, r.listen, r.venture, r.statement = w.Look, w.Stop, w.Listen, w.Venture, w.Statement
	defer r.Close()
	if w.Stage != nil {
		if err := r.stages(upto, w.Stage); err != nil {
			return err
		}
	}
	return r.to(graph.At(upto))
}

// The lengths of stages, in events: the first ones are short, so that something is known soon.
const (
	firstStage = 1 << 12
	mostStage  = 1 << 16
)

// stages makes a walk up to a cut in stages, all but the last. The bar is that of the whole.
func (r *Threads) stages(upto []uint32, behind func(int) bool) error {
	t := r.plan.t
	r.gauge.Begin(r.allCalls(upto))
	r.staged = true
	defer r.gauge.End()
	for n, by := t.First()+firstStage, firstStage; n < t.Len(); n += by {
		if err := r.to(graph.At(t.Counts(n))); err != nil {
			return err
		}
		if !behind(n) {
			return engine.ErrStopped
		}
		by = min(2*by, mostStage)
	}
	return nil
}

// allCalls returns how many calls all threads have completed at a cut.
func (r *Threads) allCalls(cut []uint32) (all uint64) {
	for lane, n := range cut {
		if l := &r.plan.t.Lanes[lane]; l.Thread != 0 {
			all += uint64(l.Completed(int(n)))
		}
	}
	return all
}

// Concurrent says whether walks may go on at once.
func (e Engine) Concurrent() bool { return !single(e.Tape) }

// permute puts the steps of tasks with several threads into another order; false if there are no such tasks.
func (p *plan) permute(w *engine.Walk) (some bool) {
	for _, k := range p.tasks {
		if len(k.threads) > 1 && (w.Keep == nil || !w.Keep(k.id)) {
			k.other, some = k.permute(p.t, w), true
		}
	}
	return some
}

// permutedOf returns what a cut holds of the families in which the steps of a task are permuted.
func (p *plan) permutedOf(cut []uint32) []uint32 {
	for lane := range cut {
		id := p.t.Lanes[lane].Thread
		if id == 0 || !slices.ContainsFunc(p.families[p.taskOf(id).family], func(k *task) bool { return k.other != nil }) {
			cut[lane] = 0
		}
	}
	return cut
}
