package rebuild

import (
	"runtime"

	"machsim/kernel"
)

// home is where the threads of some families live.
type home struct {
	feeder   *kernel.Feeder
	script   *script
	families int           // that live here
	upto     map[*task]int // of a task of several threads: which events have been seen to
	moved    bool          // a thread has run since the last look
	pulse    kernel.Pulse  // of the feeder
	lost     bool          // program code there does not come back: nothing may touch it
}

// job is one home with the families that are to be fed there.
type job struct {
	h        *home
	families []int
}

// settle finds a home for every family that the cut holds anything of: the one that it
// has, if it need not go back, or a new one, of which there is one for each core.
func (r *Threads) settle(cut []uint32) ([]*job, error) {
	var homeless []int
	for i, tasks := range r.plan.families {
		if r.homes[i] != nil && (r.homes[i].lost || r.ahead(r.homes[i], tasks, cut)) {
			r.leave(i)
		}
		if r.homes[i] == nil && r.begun(tasks, cut) {
			homeless = append(homeless, i)
		}
	}
	if err := r.house(homeless); err != nil {
		return nil, err
	}
	return r.jobs(), nil
}

// house gives families new homes.
func (r *Threads) house(families []int) error {
	fresh := make([]*home, min(len(families), runtime.GOMAXPROCS(0)))
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

// jobs lists the homes with the families that live there.
func (r *Threads) jobs() (all []*job) {
	jobs := map[*home]*job{}
	for i, h := range r.homes {
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
	h := &home{script: &script{t: t, look: r.look}, upto: map[*task]int{}}
	cfg := t.Config
	cfg.Pulse = &h.pulse
	var f *kernel.Feeder
	var err error
	if lost := h.watched(t, func() { f, err = kernel.NewFeeder(t.Program, cfg, t.End, h.script) }); lost != nil {
		return nil, lost
	}
	h.feeder, h.script.feeder = f, f
	return h, err
}

// leave takes a family out of its home, and ends its threads. Where a deferred function does not
// come back, that is no matter of the position that one goes to: the threads stay behind.
func (r *Threads) leave(family int) {
	h := r.homes[family]
	if h == nil {
		return
	}
	r.homes[family] = nil
	h.families--
	if h.lost || r.kept {
		return
	}
	if lost := h.watched(r.plan.t, func() { r.end(h, family) }); lost != nil {
		r.kept = true // once is enough
	}
}

// end ends the threads of a family that has left its home.
func (r *Threads) end(h *home, family int) {
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			h.feeder.End(id)
		}
	}
	if h.families == 0 {
		h.feeder.Close()
	}
}

// begun says whether the cut holds anything of a family.
func (r *Threads) begun(tasks []*task, cut []uint32) bool {
	for _, k := range tasks {
		for _, id := range k.threads {
			if cut[r.plan.t.LaneOf(id)] > 0 {
				return true
			}
		}
	}
	return false
}

// end ends a thread whose end was not its own.
func (h *home) end(s step) {
	h.feeder.End(s.thread)
	if h.script.look != nil {
		h.script.look(h.feeder, s.thread, int(s.event))
	}
}

// run feeds a thread so many answers; false if it has not been made yet, or departs.
func (r *Threads) run(h *home, id kernel.ThreadID, calls int) bool {
	if !h.has(id) {
		return false
	}
	h.moved = true
	for calls > 0 {
		n := min(calls, stopEvery)
		if r.stopped() || !h.feeder.Run(id, n) {
			return false
		}
		calls -= n
	}
	return true
}

// stopEvery is how many calls a thread makes between two looks at whether to give up.
const stopEvery = 1024

// suffer has a thread end, or its variable set; false if it has not been made yet.
func (h *home) suffer(s step) bool {
	if s.ends {
		h.feeder.End(s.thread)
		return true
	}
	return h.has(s.thread) && h.feeder.Set(s.set) == nil
}

// has says whether a thread is there. One that was asked for from another host has its program
// as soon as that call has been made.
func (h *home) has(id kernel.ThreadID) bool {
	t := h.script.t
	return h.feeder.Has(id) || t.Afar(id) && h.feeder.Adopt(id, t.Asked(t.Asker(id)))
}
