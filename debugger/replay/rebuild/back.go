package rebuild

import (
	"slices"

	"machsim/kernel"
)

// mustRestart says whether a family has to be built anew to reach a cut.
func (r *Threads) mustRestart(h *home, tasks []*task, cut []uint32) bool {
	for _, k := range tasks {
		if r.overshot(h, k, cut) || r.unwound(h, k, cut) {
			return true
		}
	}
	return false
}

// overshot says whether a thread of a task is past the cut. If the steps of the task are
// ordered, it also says whether the threads have run in another order than they now would.
func (r *Threads) overshot(h *home, k *task, cut []uint32) bool {
	t := r.plan.t
	for _, id := range k.threads {
		n := t.LaneOf(id)
		l := &t.Lanes[n]
		have, want := h.script.of(id).Calls(), r.runnable(id, cut[n])
		if want < have {
			return true
		}
		if k.ordered() && (have != min(want, r.runnable(id, uint32(l.Before(h.upto[k])))) || h.overtaken(k, id)) {
			return true
		}
	}
	return false
}

// overtaken says whether a thread is parked, and others of its task have moved since. If it ran on, it would see what
// they have done.
func (h *home) overtaken(k *task, id kernel.ThreadID) bool {
	return h.feeder.Parked(id) && slices.ContainsFunc(k.threads, func(other kernel.ThreadID) bool {
		return h.script.of(other).Calls() > 0 && h.script.event(other) > h.script.event(id)
	})
}

// unwound says whether a step from outside has been done and is not in the cut, or is in the
// cut and was left out when its place came.
func (r *Threads) unwound(h *home, k *task, cut []uint32) bool {
	for _, e := range k.outside {
		was, is := r.holds(r.cuts[k.family], e.event), r.holds(cut, e.event)
		if was && !is || !was && is && e.event < h.upto[k] {
			return true
		}
	}
	return false
}

// holds says whether a cut holds an event.
func (r *Threads) holds(cut []uint32, event int) bool {
	t := r.plan.t
	if event < t.First() {
		return true
	}
	return t.Nth(event) < int(cut[t.Lane(event)])
}
