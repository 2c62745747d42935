package rebuild

import (
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// home is a feeder with the threads of some families.
type home struct {
	feeder    *kernel.Feeder
	script    *script
	families  int              // their number
	upto      map[*task]int    // by ordered task: the event up to which its steps are done
	pasts     map[*task]*past  // what is remembered of tasks
	fed       int              // calls of which the Gauge has not been told
	moved     bool             // a thread has run since work cleared this
	aim       int              // how often a task has advanced
	limits    []limit          // by thread
	heartbeat kernel.Heartbeat // of the feeder
	lost      bool             // program code there did not return: do not use it again
}

// job is a home with the families to feed there.
type job struct {
	h        *home
	families []int
}

// settle finds a home for each of some families that has events in the position: its present one, if it need not go
// back, that of a spare, or a new one. There is at most one new home for each core. The result is those that have to be
// fed: the others are shown as they were.
func (r *Threads) settle(families []int, p graph.Position) ([]*job, error) {
	r.forget()
	var homeless, fed []int
	for _, i := range families {
		tasks := r.plan.families[i]
		if r.shows(i, p) {
			continue
		}
		fed = append(fed, i)
		r.present(i)
		if r.homes[i] != nil && (!r.fits(i, p) || r.nearer(i, p)) {
			if _, ok := r.since[i]; !ok && r.near(i, p.Cut) {
				r.since[i] = recently
			}
			r.displace(i)
		}
		if r.homes[i] == nil && r.begun(tasks, p.Cut) && !r.take(i, p) {
			homeless = append(homeless, i)
		}
	}
	if err := r.house(homeless); err != nil {
		return nil, err
	}
	for i, since := range r.since {
		r.retrace(i, p.Cut, since)
	}
	clear(r.since)
	clear(r.below)
	return r.jobs(fed), nil
}

// house distributes families over new homes.
func (r *Threads) house(families []int) error {
	fresh := make([]*home, min(len(families), r.cores()))
	for i, family := range families {
		h := &fresh[i%len(fresh)]
		if *h == nil {
			var err error
			if *h, err = r.build(); err != nil {
				return err
			}
		}
		r.homes[family] = *h
		(*h).families++
	}
	return nil
}

// jobs lists the homes of some families, with these.
func (r *Threads) jobs(families []int) (all []*job) {
	jobs := map[*home]*job{}
	for _, i := range families {
		h := r.homes[i]
		if h == nil {
			continue
		}
		if jobs[h] == nil {
			jobs[h] = &job{h: h}
			all = append(all, jobs[h])
		}
		jobs[h].families = append(jobs[h].families, i)
	}
	return all
}

func (r *Threads) build() (*home, error) {
	t := r.plan.t
	h := &home{script: &script{t: t, look: r.look, alone: r.alone}, upto: map[*task]int{}, pasts: map[*task]*past{}}
	cfg := t.Config
	cfg.Heartbeat = &h.heartbeat
	var f *kernel.Feeder
	var err error
	if lost := h.watched(t, func() { f, err = r.newFeeder(cfg, h) }); lost != nil {
		return nil, lost
	}
	if h.feeder, h.script.feeder = f, f; err != nil {
		return h, err
	}
	for _, x := range r.plan.asked {
		f.Asks(x.thread, x.by)
	}
	return h, nil
}

// leave takes a family out of its home, and ends its threads. If a deferred function does not
// return, it leaves the threads behind: the new position does not depend on them.
func (r *Threads) leave(family int) {
	h := r.homes[family]
	if h == nil {
		return
	}
	r.present(family)
	r.homes[family] = nil
	r.end(h, family)
}

// end ends the threads of a family that has left its home.
func (r *Threads) end(h *home, family int) {
	h.families--
	for _, k := range r.plan.families[family] {
		delete(h.pasts, k)
	}
	if h.lost || r.plan.t.Endless.Load() {
		return
	}
	if lost := h.watched(r.plan.t, func() { r.unwind(h, family) }); lost != nil {
		r.plan.t.Endless.Store(true)
	}
}

// unwind ends the threads of a family, and the feeder if there are no others.
func (r *Threads) unwind(h *home, family int) {
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			h.feeder.End(id)
		}
	}
	if h.families == 0 {
		h.feeder.Close()
	}
}

// begun says whether the cut holds an event of a family.
func (r *Threads) begun(tasks []*task, cut []uint32) bool {
	for _, k := range tasks {
		for _, id := range k.threads {
			if n := r.plan.t.LaneOf(id); r.plan.t.Lanes[n].Begun(int(cut[n])) {
				return true
			}
		}
	}
	return false
}

// end ends a thread that an event of another ended.
func (h *home) end(s effect) {
	h.feeder.End(s.thread)
	if h.script.look != nil && s.event >= h.script.t.First() {
		h.script.look(h.feeder, s.thread, s.event)
	}
}

// run feeds a thread a number of answers. It returns false if the thread is not made yet, its calls
// differ, or it was interrupted.
func (r *Threads) run(h *home, id kernel.ThreadID, calls int) bool {
	if !h.has(id) {
		return false
	}
	h.moved = true
	if r.oneByOne() {
		r.last = h
	}
	for calls > 0 {
		n := min(calls, stopEvery)
		if r.stopped() || !h.feeder.Run(id, n) {
			return false
		}
		calls -= n
		if h.fed += n; h.fed >= stopEvery {
			r.gauge.Add(h.fed)
			h.fed = 0
		}
	}
	return true
}

// stopEvery is the number of calls of a thread between checks for interruption.
const stopEvery = 1024

// apply does an external step; false if the thread is not made yet.
func (h *home) apply(s effect) bool {
	if s.set == nil {
		h.feeder.End(s.thread)
		return true
	}
	return h.has(s.thread) && h.feeder.Set(s.set) == nil
}

// has says whether a thread exists. A thread that another host asked for exists once that call has
// been made.
func (h *home) has(id kernel.ThreadID) bool {
	t := h.script.t
	if h.feeder.Has(id) {
		return true
	}
	by, ok := t.Asked(id)
	return ok && t.Afar(id) && h.feeder.Adopt(id, by)
}
