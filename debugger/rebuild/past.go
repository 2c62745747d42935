package rebuild

import (
	"cmp"
	"reflect"
	"slices"

	"machsim/debugger/graph"
	"machsim/debugger/memory"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// How much of a task's past is remembered.
const (
	window    = 1000      // stands, unless variables are large; and how far a step back is one
	mostSeen  = 256 << 20 // bytes that are compared to find what has changed
	mostKept  = 8 << 20   // bytes of variables that have changed
	fewStands = 8         // fewer are not worth it
	mostPasts = 32        // families that are remembered
)

// past is what the threads of a task showed at the last stands of one feeding. It is shown again without running them.
type past struct {
	since  int // what came before this event is not remembered
	left   int // how many stands are expected; so many are skipped of them
	skip   int
	stands []stand
	rows   map[kernel.ThreadID][]row
	log    memory.Log // its moments are the stands
	at     int        // the stand that is shown
}

// stand is a moment at which the threads of a task stood at their calls after an event, or some before a statement.
type stand struct {
	event  int
	within []graph.Stand // those before a statement, in the order of their ids
	spot   hook.Spot     // the statement, if there is one
}

// row is what is seen of a thread from a stand on, until its next row.
type row struct {
	stand   int
	has     bool // it has begun, and has not ended
	stack   []uintptr
	watches kernel.Watches
}

func newPast(since, left int) *past {
	return &past{since: since, left: left, rows: map[kernel.ThreadID][]row{}}
}

// last returns the number of the last stand, at which the threads really are; -1 if there is none.
func (p *past) last() int {
	if p == nil {
		return -1
	}
	return len(p.stands) - 1
}

// shown says whether the threads are shown as they were at an earlier stand.
func (p *past) shown() bool { return p != nil && p.at < p.last() }

// row returns what is seen of a thread at the stand that is shown; nil if it had not begun, or had ended.
func (p *past) row(id kernel.ThreadID) *row {
	rows := p.rows[id]
	i, found := slices.BinarySearchFunc(rows, p.at, func(r row, at int) int { return r.stand - at })
	if !found {
		i--
	}
	if i < 0 || !rows[i].has {
		return nil
	}
	return &rows[i]
}

// show shows the threads of a task at a stand.
func (h *home) show(k *task, at int) {
	if p := h.pasts[k]; p.at != at {
		h.feeder.Enter()
		p.log.Show(at)
		p.at = at
	}
}

// unseen returns the event, of those from one on, before which nothing has to be remembered of a task; at most limit.
func (h *home) unseen(k *task, event, limit int) int {
	switch p := h.pasts[k]; {
	case p == nil:
		return limit
	case event < p.since:
		return min(limit, p.since)
	}
	return event + 1
}

// arrived remembers where the threads of a task stand after an event, by which one of them has moved.
func (h *home) arrived(k *task, id kernel.ThreadID, event int) {
	p := h.pasts[k]
	if p == nil || event < p.since {
		return
	}
	s := h.parked(k)
	s.event = event
	h.remember(k, s, id, h.feeder.Stack(id))
}

// resumed remembers where a thread stands that was parked. If others have moved since, the order is none of the run's.
func (h *home) resumed(k *task, id kernel.ThreadID) {
	p := h.pasts[k]
	if p.last() < 0 {
		return
	}
	s := h.parked(k)
	if s.event = h.script.event(id); len(s.within) > 1 || p.stands[p.last()].event != s.event {
		delete(h.pasts, k)
		return
	}
	h.remember(k, s, id, h.feeder.Stack(id))
}

// passes remembers a statement that a thread passes.
func (h *home) passes(k *task, id kernel.ThreadID) {
	if h.pasts[k] != nil {
		s := h.parked(k)
		s.event = h.script.event(id)
		h.remember(k, s.with(id, h.feeder.Hooks(id).Spot()), id, h.feeder.Here())
	}
}

// parked returns a stand with the threads of a task that are parked.
func (h *home) parked(k *task) (s stand) {
	if p := h.pasts[k]; p.shown() {
		return p.stands[p.last()]
	}
	for _, id := range k.threads {
		if h.feeder.Parked(id) {
			s = s.with(id, h.feeder.Hooks(id).Spot())
		}
	}
	return s
}

// with returns a stand with one more thread before a statement.
func (s stand) with(id kernel.ThreadID, spot hook.Spot) stand {
	s.within = append(s.within, graph.Stand{Thread: id, N: spot.N})
	slices.SortFunc(s.within, func(a, b graph.Stand) int { return cmp.Compare(a.Thread, b.Thread) })
	s.spot = spot
	return s
}

// before says whether a thread is before a statement.
func (s *stand) before(id kernel.ThreadID) bool {
	return slices.ContainsFunc(s.within, func(w graph.Stand) bool { return w.Thread == id })
}

// touched says whether the threads of a family must not run on, for it was shown as it was.
func (h *home) touched(tasks []*task) bool {
	return slices.ContainsFunc(tasks, func(k *task) bool { return h.pasts[k] != nil && h.pasts[k].log.Touched() })
}

// remember adds a stand to the past of a task, of which one thread has moved since the last.
func (h *home) remember(k *task, s stand, moved kernel.ThreadID, stack []uintptr) {
	p := h.pasts[k]
	if p.skip--; p.skip >= 0 {
		return
	}
	if len(p.stands) == 2*window {
		p = newPast(p.since, 0)
		h.pasts[k] = p
	}
	p.at = len(p.stands)
	for _, id := range k.threads {
		switch {
		case id == moved:
			p.rows[id] = append(p.rows[id], h.row(p.at, id, p.same(id, stack)))
		case p.at == 0 && h.feeder.Has(id):
			p.rows[id] = []row{h.row(0, id, h.feeder.Stack(id))}
		}
	}
	p.stands = append(p.stands, s)
	p.log.Note(h.roots(k))
	p.log.Trim(mostKept)
	if p.at == 0 {
		h.afford(k, p)
	}
}

// same returns a stack of a thread: the last one that is remembered, if it is the same.
func (p *past) same(id kernel.ThreadID, stack []uintptr) []uintptr {
	if rows := p.rows[id]; len(rows) > 0 && slices.Equal(rows[len(rows)-1].stack, stack) {
		return rows[len(rows)-1].stack
	}
	return slices.Clone(stack)
}

// row returns what is seen of a thread that stands still, with a stack.
func (h *home) row(stand int, id kernel.ThreadID, stack []uintptr) row {
	return row{stand, h.feeder.Has(id), stack, h.feeder.Watches(id)}
}

// afford skips stands, or remembers none, if there is much to compare, or something that cannot be remembered.
func (h *home) afford(k *task, p *past) {
	stands := mostSeen / max(1, p.log.Reached())
	switch {
	case p.log.Hidden() || stands < fewStands:
		delete(h.pasts, k)
	case p.left > stands:
		h.pasts[k] = newPast(p.since, stands)
		h.pasts[k].skip = p.left - stands
	}
}

// roots returns the variables that can be seen of a task's threads.
func (h *home) roots(k *task) (all []reflect.Value) {
	for _, id := range k.threads {
		for v := range h.feeder.Watches(id).All {
			all = append(all, v)
		}
		if t := h.feeder.Hooks(id); t != nil {
			for _, p := range t.Memory() {
				all = append(all, reflect.ValueOf(p).Elem())
			}
		}
	}
	if hook.Changing() {
		for _, p := range hook.Packages() {
			for _, g := range p.Globals {
				all = append(all, reflect.ValueOf(g.Pointer).Elem())
			}
		}
	}
	return all
}
