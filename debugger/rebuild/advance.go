package rebuild

import (
	"sort"
	"sync"

	"machsim/debugger/tape"
)

// feed lets all jobs run at once, each on a core of its own.
func (r *Threads) feed(jobs []*job, cut []uint32) error {
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
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// work feeds the tasks of a job until each is at the cut. One whose threads have not
// been made yet waits for the task that makes them.
func (r *Threads) work(j *job, cut []uint32) error {
	var tasks []*task
	for _, f := range j.families {
		tasks = append(tasks, r.plan.families[f]...)
	}
	for len(tasks) > 0 {
		if r.stopped() {
			return ErrStopped
		}
		var waiting []*task
		for _, k := range tasks {
			done := r.advance(j.h, k, cut)
			if id, _ := j.h.feeder.Lost(); id != 0 {
				return departure(r.plan.t, j.h.feeder, j.h.script)
			}
			if !done {
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

// advance feeds a task as far as it can, and says whether that is the cut.
func (r *Threads) advance(h *home, k *task, cut []uint32) bool {
	if !k.ordered() {
		return r.advanceAlone(h, k, cut)
	}
	t := r.plan.t
	upto := r.extent(k, cut)
	i := k.first(h.upto[k])
	for i < len(k.steps) && int(k.steps[i].event) < upto {
		s := k.steps[i]
		n := t.LaneOf(s.thread)
		if s.suffered() {
			if r.holds(cut, s.event) && !h.suffer(s) {
				return false
			}
			i++
			continue
		}
		quota, next := k.stretch(t, i, upto, int(t.Lanes[n].Runnable(int(cut[n])))-h.script.of(s.thread).Calls())
		if quota > 0 && !r.run(h, s.thread, quota) {
			return false
		}
		i = next
		h.upto[k] = int(s.event) + 1
	}
	h.upto[k] = max(h.upto[k], upto)
	return true
}

func (r *Threads) advanceAlone(h *home, k *task, cut []uint32) bool {
	if len(k.threads) == 0 {
		return true // the run ended, or the task, before any of them began
	}
	t, id := r.plan.t, k.threads[0]
	n := t.LaneOf(id)
	want := t.Lanes[n].Runnable(int(cut[n]))
	if more := want - h.script.of(id).Calls(); more > 0 && !r.run(h, id, more) {
		return false
	}
	for _, e := range k.suffers {
		if r.holds(cut, e.event) {
			h.end(e)
		}
	}
	return true
}

// extent is how far in the run a cut reaches into a task: past its last event there.
func (r *Threads) extent(k *task, cut []uint32) (upto int) {
	t := r.plan.t
	for _, id := range k.threads {
		if n := t.LaneOf(id); cut[n] > 0 {
			upto = max(upto, t.Lanes[n].Event(int(cut[n])-1)+1)
		}
	}
	for _, e := range k.suffers {
		if r.holds(cut, e.event) {
			upto = max(upto, int(e.event)+1)
		}
	}
	return upto
}

// first returns the first step of an event from on.
func (k *task) first(from int) int {
	return sort.Search(len(k.steps), func(i int) bool { return int(k.steps[i].event) >= from })
}

// stretch counts how many steps from i on are the same thread's, at most limit, and
// returns where the next stretch begins.
func (k *task) stretch(t *tape.Tape, i, upto, limit int) (quota, next int) {
	id := k.steps[i].thread
	for next = i; next < len(k.steps) && int(k.steps[next].event) < upto; next++ {
		if s := k.steps[next]; s.suffered() || s.thread != id {
			break
		}
		if quota < limit {
			quota++
		}
	}
	return quota, next
}
