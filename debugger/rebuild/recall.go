package rebuild

import (
	"cmp"
	"slices"
	"sort"

	"machsim/debugger/graph"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Recalls says whether the family of a thread is shown at a position without running anything. If not, the family is
// shown as it really stands.
func (r *Threads) Recalls(id kernel.ThreadID, p graph.Position) bool {
	if r.plan.t.LaneOf(id) < 0 {
		return false
	}
	family := r.plan.taskOf(id).family
	if !r.recall(family, p) {
		r.present(family)
		return false
	}
	return true
}

// recall shows a family at a position if it stood there when it was fed, or stands there.
func (r *Threads) recall(family int, p graph.Position) bool {
	h, tasks := r.homes[family], r.plan.families[family]
	if h == nil || h.lost {
		return false
	}
	stands := make([]int, len(tasks))
	for i, k := range tasks {
		var ok bool
		if stands[i], ok = r.standAt(h, k, p); !ok {
			return false
		}
	}
	for i, k := range tasks {
		if stands[i] >= 0 {
			h.show(k, stands[i])
		}
	}
	return true
}

// standAt returns the stand of a task at a position; -1 if it really stands there, and no stand is remembered.
func (r *Threads) standAt(h *home, k *task, at graph.Position) (n int, ok bool) {
	within, p := r.within(k, at), h.pasts[k]
	if slices.Equal(h.parked(k).within, within) && r.stood(h, k, r.plan.t.Len(), at.Cut) {
		return p.last(), true
	}
	if p == nil {
		return 0, false
	}
	upto := r.extent(k, at.Cut)
	for n = p.last(); n >= p.log.First() && n >= 0; n-- {
		s := &p.stands[n]
		if s.event < upto && slices.Equal(s.within, within) {
			return n, r.stood(h, k, s.event, at.Cut)
		}
	}
	return 0, false
}

// within returns the threads of a task that stand before a statement at a position.
func (r *Threads) within(k *task, at graph.Position) (all []graph.Stand) {
	for _, s := range at.Stands() {
		if r.plan.taskOf(s.Thread) == k {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b graph.Stand) int { return cmp.Compare(a.Thread, b.Thread) })
	return all
}

// stood says whether a task had done exactly what it has done in a cut when it was fed up to an event.
func (r *Threads) stood(h *home, k *task, event int, cut []uint32) bool {
	t, real := r.plan.t, r.cuts[k.family]
	for _, id := range k.threads {
		n := t.LaneOf(id)
		did := min(h.script.of(id).Calls(), r.runnable(id, uint32(t.Lanes[n].Before(event+1))))
		if did != r.runnable(id, cut[n]) {
			return false
		}
	}
	for _, e := range k.outside {
		if r.holds(cut, e.event) != (r.holds(real, e.event) && int(e.event) <= event) {
			return false
		}
	}
	return true
}

// present shows a family as it really stands.
func (r *Threads) present(family int) {
	h := r.homes[family]
	if h == nil || h.lost {
		return
	}
	for _, k := range r.plan.families[family] {
		if p := h.pasts[k]; p.shown() {
			h.show(k, p.last())
		}
	}
}

// recently stands for the event from which on it is worth it to remember a family that goes back step by step.
const recently = -1

// retrace has a family that begins anew remembered from an event on.
func (r *Threads) retrace(family int, cut []uint32, since int) {
	for _, k := range r.plan.families[family] {
		if h := r.homes[family]; h != nil && !r.oblivious {
			h.pasts[k] = newPast(r.from(k, cut, since), window)
		}
	}
	r.traced = append(slices.DeleteFunc(r.traced, func(f int) bool { return f == family }), family)
}

// from returns the event from which on a task is to be remembered.
func (r *Threads) from(k *task, cut []uint32, since int) int {
	if since == recently {
		return r.recent(k, cut)
	}
	return since
}

// forget forgets the family that was remembered first, if there are many.
func (r *Threads) forget() {
	if len(r.traced) <= mostPasts {
		return
	}
	family := r.traced[0]
	r.traced = r.traced[1:]
	r.present(family)
	if h := r.homes[family]; h == nil || h.touched(r.plan.families[family]) {
		r.leave(family)
		return
	}
	for _, k := range r.plan.families[family] {
		delete(r.homes[family].pasts, k)
	}
}

// recent returns the first of a task's last events in a cut: as many as are remembered.
func (r *Threads) recent(k *task, cut []uint32) int {
	t := r.plan.t
	return sort.Search(t.Len(), func(event int) bool {
		n := 0
		for _, id := range k.threads {
			lane := t.LaneOf(id)
			n += max(0, int(cut[lane])-t.Lanes[lane].Before(event))
		}
		return n <= window
	})
}

// near says whether a cut is so few events before the one at which a family stands that one who goes there is probably
// stepping back.
func (r *Threads) near(family int, cut []uint32) bool {
	n := 0
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			lane := r.plan.t.LaneOf(id)
			n += max(0, int(r.cuts[family][lane])-int(cut[lane]))
		}
	}
	return n > 0 && n <= window
}

// Past says whether a thread is shown as it was and is not there, or was so shown that it must not go on from there.
func (r *Threads) Past(id kernel.ThreadID) bool {
	h, k := r.homeOf(id), r.plan.taskOf(id)
	return h != nil && (h.pasts[k].shown() || h.touched(r.plan.families[k.family]))
}

// Note remembers the statement at which a thread is, which passes it. A listener calls it.
func (r *Threads) Note(id kernel.ThreadID) {
	if h := r.homeOf(id); h != nil {
		h.passes(r.plan.taskOf(id), id)
	}
}

// Passed returns the statements of a thread at which it can be shown without running, in order.
func (r *Threads) Passed(id kernel.ThreadID) (all []hook.Spot) {
	h := r.homeOf(id)
	if h == nil {
		return nil
	}
	if p := h.pasts[r.plan.taskOf(id)]; p != nil {
		for n := p.log.First(); n <= p.last(); n++ {
			if s := &p.stands[n]; s.before(id) && len(s.within) == 1 {
				all = append(all, s.spot)
			}
		}
	}
	return all
}
