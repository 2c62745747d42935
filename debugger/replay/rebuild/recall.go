package rebuild

import (
	"slices"
	"sort"

	"machsim/debugger/replay/graph"
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
	if !r.shows(family, p) {
		r.present(family)
		return false
	}
	return true
}

// recall shows a family at a position if it stands there, or stood there before its last moves.
func (r *Threads) recall(family int, p graph.Position) bool {
	undone, ok := r.toRecall(family, p)
	if ok {
		for i, k := range r.plan.families[family] {
			r.homes[family].show(k, undone[i])
		}
	}
	return ok
}

// toRecall returns how many moments are undone of each task of a family (toUndo). ok is false if the family cannot be
// shown at a position.
func (r *Threads) toRecall(family int, p graph.Position) (undone []int, ok bool) {
	h := r.homes[family]
	if h == nil || h.lost {
		return nil, false
	}
	for _, k := range r.plan.families[family] {
		out, ok := r.toUndo(h, k, p)
		if !ok {
			return nil, false
		}
		undone = append(undone, out)
	}
	return undone, true
}

// toUndo returns how many of the last moments of a task must not have come for it to stand at a position. ok is false
// if that cannot be shown.
func (r *Threads) toUndo(h *home, k *task, at graph.Position) (undone int, ok bool) {
	p, want, stood := h.pasts[k], r.wanted(k, at), h.stood(k)
	ok = true
	if p != nil && len(p.moments) > 0 {
		undone, ok = r.before(p, at, want, stood)
	}
	return undone, ok && slices.EqualFunc(stood, want, standing.is) && r.affected(p, k, at.Cut)
}

// wanted returns where the threads of a task stand at a position.
func (r *Threads) wanted(k *task, at graph.Position) []standing {
	all := make([]standing, len(k.threads))
	for who, id := range k.threads {
		all[who].calls = r.runnable(id, at.Cut[r.plan.t.LaneOf(id)])
	}
	for _, s := range at.Stands() {
		if r.plan.taskOf(s.Thread) == k {
			all[k.place(s.Thread)].spot.N = s.N
		}
	}
	return all
}

// stood returns where the threads of a task stood at the first moment that is remembered, or stand if there is none.
func (h *home) stood(k *task) []standing {
	if p := h.pasts[k]; p != nil && len(p.moments) > 0 {
		return slices.Clone(p.base)
	}
	all := make([]standing, len(k.threads))
	for who, id := range k.threads {
		all[who] = h.standing(id)
	}
	return all
}

// before finds how many of the last moments must not have come, and moves the threads, which stood at the first, by the
// others. ok is false if there is no such number.
func (r *Threads) before(p *past, at graph.Position, want, stood []standing) (undone int, ok bool) {
	for n, m := range p.moments {
		comes := !want[m.who].before(m.at)
		if m.effect >= 0 {
			comes = r.holds(at.Cut, m.effect)
		}
		switch {
		case comes && undone == 0:
			stood[m.who] = m.at
		case comes || m.stays || undone == 0 && n <= p.log.First():
			return 0, false
		default:
			undone++
		}
	}
	return undone, true
}

// affected says whether the threads of a task, as they are fed, have been affected from outside by just those events
// that a cut holds, but for those that are remembered.
func (r *Threads) affected(p *past, k *task, cut []uint32) bool {
	for _, e := range k.outside {
		if r.holds(cut, e.event) != r.holds(r.cuts[k.family], e.event) && !p.remembers(e.event) {
			return false
		}
	}
	return true
}

// remembers says whether what an event did to a thread of another is a moment.
func (p *past) remembers(event int) bool {
	return p != nil && slices.ContainsFunc(p.moments, func(m moment) bool { return m.effect == event })
}

// present shows a family as it really stands.
func (r *Threads) present(family int) {
	h := r.homes[family]
	if h == nil || h.lost {
		return
	}
	for _, k := range r.plan.families[family] {
		h.show(k, 0)
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
	return max(t.First(), sort.Search(t.Len(), func(event int) bool {
		n := 0
		for _, id := range k.threads {
			lane := t.LaneOf(id)
			n += max(0, int(cut[lane])-t.Lanes[lane].Before(event))
		}
		return n <= window
	}))
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

// Passed returns the statements of a thread at which it may be shown without running, in order.
func (r *Threads) Passed(id kernel.ThreadID) (all []hook.Spot) {
	h := r.homeOf(id)
	if h == nil {
		return nil
	}
	k := r.plan.taskOf(id)
	if p := h.pasts[k]; p != nil {
		who := k.place(id)
		for n := p.log.First(); n < len(p.moments); n++ {
			if m := &p.moments[n]; m.who == who && m.at.spot.N > 0 {
				all = append(all, m.at.spot)
			}
		}
	}
	return all
}
