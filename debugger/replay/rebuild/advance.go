package rebuild

import (
	"cmp"
	"sort"
	"sync"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// feed runs all jobs at once, each on its own goroutine; with a listener, one after the other.
func (r *Threads) feed(jobs []*job, cut []uint32) error {
	if len(jobs) > 0 {
		r.plan.collect()
	}
	if r.gauge != nil && len(jobs) > 0 && !r.staged {
		r.gauge.Begin(r.ahead(jobs, cut))
		defer r.gauge.End()
	}
	if r.oneByOne() {
		return r.feedInTurn(jobs, cut)
	}
	errs := make([]error, len(jobs))
	var wait sync.WaitGroup
	for i, j := range jobs {
		wait.Go(func() {
			var err error
			if lost := j.h.watched(r.plan.t, func() { err = r.work(j, cut) }); lost != nil {
				err = lost
			}
			errs[i] = err
		})
	}
	wait.Wait()
	return cmp.Or(errs...)
}

// ahead returns how many calls the threads of jobs have to complete to come to a cut.
func (r *Threads) ahead(jobs []*job, cut []uint32) (calls uint64) {
	for _, j := range jobs {
		for _, f := range j.families {
			for _, k := range r.plan.families[f] {
				for _, id := range k.threads {
					calls += uint64(max(0, r.runnable(id, cut[r.plan.t.LaneOf(id)])-j.h.script.of(id).Calls()))
				}
			}
		}
	}
	return calls
}

// work feeds the tasks of a job until each is at the cut. A task whose threads are not made
// yet waits for the task that makes them.
func (r *Threads) work(j *job, cut []uint32) error {
	var tasks []*task
	for _, f := range j.families {
		tasks = append(tasks, r.plan.families[f]...)
	}
	for len(tasks) > 0 {
		if r.stopped() {
			return engine.ErrStopped
		}
		var waiting []*task
		for _, k := range tasks {
			done := r.advance(j.h, k, cut)
			if id, _, _ := j.h.feeder.Lost(); id != 0 {
				return departure(r.plan.t, j.h.feeder, j.h.script)
			}
			if done {
				j.h.settled(k)
			} else {
				waiting = append(waiting, k)
			}
		}
		if len(waiting) == len(tasks) && !j.h.moved && !r.stopped() {
			return stranded(r.plan.t, waiting)
		}
		j.h.moved = false
		tasks = waiting
	}
	return nil
}

// advance feeds a task as far as it can, and returns true if it has reached the cut.
func (r *Threads) advance(h *home, k *task, cut []uint32) bool {
	switch {
	case k.other != nil:
		return r.advanceOther(h, k)
	case !k.ordered():
		return r.advanceAlone(h, k, cut)
	}
	return r.advanceTo(h, k, cut, r.extent(k, cut))
}

// advanceTo feeds a task, as advance does, by the steps of a cut up to an event.
func (r *Threads) advanceTo(h *home, k *task, cut []uint32, upto int) bool {
	done := h.upto[k]
	defer func() { h.upto[k] = done }()
	h.aim++
	for i := k.first(done); i < len(k.steps) && k.event(i) < upto; {
		s, event := k.steps[i], k.event(i)
		if s.external() {
			if r.holds(cut, event) {
				if !h.apply(k.effect(s)) {
					return false
				}
				h.arrived(k, k.thread(s), event, false)
			}
			i++
			continue
		}
		id := k.thread(s)
		limit := r.limit(h, id, cut) - h.script.of(id).Calls()
		quota, next := k.stretch(i, h.unseen(k, event, upto), limit)
		if quota > 0 {
			if !r.run(h, id, quota) {
				return false
			}
			h.arrived(k, id, k.event(next-1), true)
		}
		i, done = next, event+1
	}
	done = max(done, upto)
	return true
}

// limit is how many calls a thread completes up to a cut. It is found once each time that a task advances.
func (r *Threads) limit(h *home, id kernel.ThreadID, cut []uint32) int {
	for int(id) >= len(h.limits) {
		h.limits = append(h.limits, limit{})
	}
	l := &h.limits[id]
	if l.aim != h.aim {
		*l = limit{h.aim, r.runnable(id, cut[r.plan.t.LaneOf(id)])}
	}
	return l.calls
}

// limit is how many calls a thread completes while a task advances for the aim-th time.
type limit struct{ aim, calls int }

func (r *Threads) advanceAlone(h *home, k *task, cut []uint32) bool {
	if len(k.threads) == 0 {
		return true // the run, or the task, ended before any thread began
	}
	t, id := r.plan.t, k.threads[0]
	n := t.LaneOf(id)
	l := &t.Lanes[n]
	if quota := l.Earlier() - h.script.of(id).Calls(); quota > 0 && !r.run(h, id, quota) {
		return false
	}
	want := r.runnable(id, cut[n])
	for last, calls := -1, h.script.of(id).Calls(); last < calls && calls < want; {
		event := l.Event(l.DoneBy(calls) - 1)
		far := h.unseen(k, event, t.Len())
		quota := max(1, min(want, r.runnable(id, uint32(l.Before(far))))-calls)
		if !r.run(h, id, quota) {
			return false
		}
		h.arrived(k, id, l.Event(l.DoneBy(calls+quota-1)-1), true)
		last, calls = calls, h.script.of(id).Calls() // the same if the thread is parked before
	}
	for _, e := range k.outside {
		if has := h.feeder.Has(id); r.holds(cut, e.event) {
			if h.end(e); has {
				h.arrived(k, id, e.event, false)
			}
		}
	}
	return true
}

// extent returns the event after the last one of a task that a cut holds.
func (r *Threads) extent(k *task, cut []uint32) (upto int) {
	t := r.plan.t
	upto = t.First()
	for _, id := range k.threads {
		if n := t.LaneOf(id); cut[n] > 0 {
			upto = max(upto, t.Lanes[n].Event(int(cut[n])-1)+1)
		}
	}
	for _, e := range k.outside {
		if r.holds(cut, e.event) {
			upto = max(upto, e.event+1)
		}
	}
	return upto
}

// first returns the index of the first step at or after an event.
func (k *task) first(from int) int {
	return sort.Search(len(k.steps), func(i int) bool { return k.event(i) >= from })
}

// stretch counts the successive steps from i on of the same thread, up to limit, and returns
// the index of the first step of another.
func (k *task) stretch(i, upto, limit int) (quota, next int) {
	who := k.steps[i].who
	for next = i; next < len(k.steps) && k.event(next) < upto; next++ {
		if k.steps[next].who != who {
			break
		}
		if quota < limit {
			quota++
		}
	}
	return quota, next
}
