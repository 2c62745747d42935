package rebuild

import (
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Leaving is the programs of a run at its end, from which they can go on as another run.
type Leaving struct{ r *Threads }

// Leave feeds the programs of a run to its end, as the tape has it. The errors are those of Threads.To, and
// engine.ErrStopped once the channel is closed. The Gauge, which may be nil, is told how far they are.
func Leave(t *tape.Tape, stop <-chan struct{}, g *engine.Gauge) (*Leaving, error) {
	r := New(t)
	r.oblivious, r.stop, r.gauge = true, stop, g
	var all []int
	for i := range r.plan.families {
		r.cuts[i] = make([]uint32, len(t.Lanes))
		all = append(all, i)
	}
	err := r.house(all)
	if err == nil {
		err = r.to(graph.At(t.Counts(t.Len())))
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return &Leaving{r}, nil
}

// Cursors visits the threads that have taken steps, with how far the program of each has read.
func (l *Leaving) Cursors(visit func(id kernel.ThreadID, c *tape.Cursor)) {
	t := l.r.plan.t
	for i := range t.Lanes {
		if id := t.Lanes[i].Thread; id != 0 {
			visit(id, l.r.homeOf(id).script.of(id))
		}
	}
}

// Places visits the threads whose programs stand at a call, with where.
func (l *Leaving) Places(visit func(id kernel.ThreadID, pc uintptr)) {
	t := l.r.plan.t
	for i := range t.Lanes {
		id := t.Lanes[i].Thread
		if id == 0 || !l.r.homeOf(id).feeder.Has(id) {
			continue
		}
		if pc := l.r.homeOf(id).feeder.Place(id); pc != 0 {
			visit(id, pc)
		}
	}
}

// Machine lets the programs go on, from the state at the end of the run. The Leaving is used up.
func (l *Leaving) Machine(cfg kernel.Config, s *kernel.State) *kernel.Machine {
	t := l.r.plan.t
	var feeders []*kernel.Feeder
	for _, h := range l.r.homes {
		if !slices.Contains(feeders, h.feeder) {
			feeders = append(feeders, h.feeder)
		}
	}
	home := func(id kernel.ThreadID) *kernel.Feeder {
		h := l.r.homes[l.r.plan.taskOf(id).family]
		h.has(id)
		return h.feeder
	}
	return kernel.Leave(cfg, s, feeders, home, func(by kernel.Asked) uint64 { return t.Asks(by) })
}

// Close ends the threads, unless a machine has them.
func (l *Leaving) Close() { l.r.Close() }
