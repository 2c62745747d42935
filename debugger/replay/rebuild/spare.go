package rebuild

import (
	"math"
	"slices"

	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// How many copies of the programs are kept.
const (
	mostSpares  = 16    // of a family
	mostThreads = 4_000 // in all copies together: each has a stack
)

// spare is a family that is not shown. Its threads stand where a motion left them, or where Prepare brought them, until
// a motion takes them that would have to run them from their birth otherwise. Threads cannot be copied, so it is used
// up then; but those that are shown now become a spare instead.
type spare struct {
	h      *home
	cut    []uint32 // where they stand
	window bool     // what they showed before is remembered
}

// keeps says whether families are kept as spares. They are not where package variables change: these are shown as the
// last home that ran left them.
func (r *Threads) keeps() bool {
	return !r.oblivious && r.look == nil && r.alone == nil && !r.plan.t.Endless.Load() &&
		len(r.plan.t.Lanes) <= mostThreads/4 && !hook.Changing()
}

// displace takes a family out of its home, or keeps it as a spare with its home.
func (r *Threads) displace(family int) {
	r.present(family)
	h := r.homes[family]
	if h == nil || h.lost || h.touched(r.plan.families[family]) || !r.keeps() {
		r.leave(family)
		return
	}
	r.homes[family] = nil
	r.save(family, r.plain(family, spare{h: h, cut: r.cuts[family]}))
}

// plain has a spare forget what its threads showed.
func (r *Threads) plain(family int, s spare) spare {
	for _, k := range r.plan.families[family] {
		delete(s.h.pasts, k)
	}
	s.window = false
	return s
}

// shows shows a family at a position if it can do so without running anything, or a spare can.
func (r *Threads) shows(family int, p graph.Position) bool {
	if r.recall(family, p) {
		return true
	}
	if r.bound(family) {
		return false
	}
	n := slices.IndexFunc(r.spares[family], func(s spare) bool { return s.window && r.recallable(family, s, p) })
	if n < 0 {
		return false
	}
	s := r.spares[family][n]
	r.spares[family] = slices.Delete(r.spares[family], n, n+1)
	r.displace(family)
	r.put(family, s)
	return r.recall(family, p)
}

// recallable says whether a spare could be shown at a position.
func (r *Threads) recallable(family int, s spare, p graph.Position) bool {
	h, cut := r.homes[family], r.cuts[family]
	defer func() { r.homes[family], r.cuts[family] = h, cut }()
	r.homes[family], r.cuts[family] = s.h, s.cut
	_, ok := r.toRecall(family, p)
	return ok
}

// save keeps a spare. If there are many, it ends the one without which motions back take least longer.
func (r *Threads) save(family int, s spare) {
	all := append(r.spares[family], s)
	slices.SortStableFunc(all, func(a, b spare) int { return r.progress(a.h, family) - r.progress(b.h, family) })
	for room := r.room(); len(all) > room; {
		n := r.least(family, all)
		r.end(all[n].h, family)
		all = slices.Delete(all, n, n+1)
	}
	r.spares[family] = all
}

// room is how many spares of a family are kept.
func (r *Threads) room() int {
	if r.crowded() {
		return 1
	}
	return min(mostSpares, mostThreads/len(r.plan.t.Lanes))
}

// least returns the spare of a family that saves least.
func (r *Threads) least(family int, all []spare) (least int) {
	most := math.MaxInt
	for n := range all {
		if x := r.saved(family, all, n); x < most {
			least, most = n, x
		}
	}
	return least
}

// saved says how much a spare saves in all: motions to somewhere between it and the next one need not go the way from
// the one before it.
func (r *Threads) saved(family int, all []spare, n int) int {
	if all[n].window {
		return math.MaxInt - 1
	}
	before, next := 0, r.calls(family)
	if n > 0 {
		before = r.progress(all[n-1].h, family)
	}
	if n+1 < len(all) {
		next = r.progress(all[n+1].h, family)
	}
	here := r.progress(all[n].h, family)
	return (here - before) * (next - here)
}

// calls returns how many calls the threads of a family complete in the run.
func (r *Threads) calls(family int) (n int) {
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			n += r.plan.t.Lanes[r.plan.t.LaneOf(id)].Done()
		}
	}
	return n
}

// progress returns how many calls the threads of a family have completed in a home.
func (r *Threads) progress(h *home, family int) (n int) {
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			n += h.script.of(id).Calls()
		}
	}
	return n
}

// take puts the spare of a family in place that has the shortest way to a position; false if none can go there.
func (r *Threads) take(family int, to graph.Position) bool {
	n := r.best(family, to, 0)
	if n < 0 {
		return false
	}
	s := r.spares[family][n]
	r.spares[family] = slices.Delete(r.spares[family], n, n+1)
	r.put(family, r.plain(family, s))
	return true
}

// best returns the spare of a family that has the shortest way to a position, of those that have completed so many
// calls; -1 if none can go there.
func (r *Threads) best(family int, to graph.Position, least int) (best int) {
	best = -1
	h, cut := r.homes[family], r.cuts[family]
	for n, s := range r.spares[family] {
		r.homes[family], r.cuts[family] = s.h, s.cut
		if p := r.progress(s.h, family); p >= least && r.fits(family, to) {
			best, least = n, p
		}
	}
	r.homes[family], r.cuts[family] = h, cut
	return best
}

// nearer says whether a spare of a family is much nearer to a position than its threads, which could go there.
func (r *Threads) nearer(family int, to graph.Position) bool {
	return len(r.spares[family]) > 0 && r.best(family, to, r.progress(r.homes[family], family)+fewCalls) >= 0
}

// put puts in place what was a spare of a family.
func (r *Threads) put(family int, s spare) {
	r.homes[family], r.cuts[family] = s.h, s.cut
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			if t := s.h.feeder.Hooks(id); t != nil {
				r.listen(id, t)
			}
		}
	}
}

// fits says whether a family can go on to a position from where it really stands.
func (r *Threads) fits(family int, to graph.Position) bool {
	h, tasks := r.homes[family], r.plan.families[family]
	if h.lost || h.touched(tasks) || r.mustRestart(h, tasks, to.Cut) {
		return false
	}
	for _, stand := range to.Stands() {
		if r.plan.taskOf(stand.Thread).family == family && h.begun(stand.Thread) >= stand.N {
			return false
		}
	}
	since, remembered := r.since[family]
	for _, k := range tasks {
		if remembered && r.beyond(h, k, r.from(k, to.Cut, since)) {
			return false
		}
		for _, id := range k.threads {
			if most, ok := r.below[id]; ok && h.begun(id) >= most {
				return false
			}
		}
	}
	return true
}

// beyond says whether a task has done something of an event, or of a later one.
func (r *Threads) beyond(h *home, k *task, event int) bool {
	return slices.ContainsFunc(k.threads, func(id kernel.ThreadID) bool {
		l := &r.plan.t.Lanes[r.plan.t.LaneOf(id)]
		return h.script.of(id).Calls() > r.runnable(id, uint32(l.Before(event)))
	})
}

// begun returns how many statements a thread has begun.
func (h *home) begun(id kernel.ThreadID) uint64 {
	if t := h.feeder.Hooks(id); t != nil {
		return t.N
	}
	return 0
}
