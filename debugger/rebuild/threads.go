package rebuild

import (
	"runtime"
	"sort"
	"sync"

	"machsim/debugger/tape"
	"machsim/kernel"
)

// Threads are the programs of a run, standing at a cut.
type Threads struct {
	plan  *plan
	homes []*home  // by family; nil while it is not there
	cut   []uint32 // where they stand
}

// home is where the threads of some families live.
type home struct {
	feeder   *kernel.Feeder
	script   *script
	families int           // that live here
	upto     map[*task]int // of a task of several threads: which events have been seen to
	moved    bool          // a thread has run since the last look
}

// New returns the threads of a run, standing at its start.
func New(t *tape.Tape) *Threads {
	p := newPlan(t)
	return &Threads{plan: p, homes: make([]*home, len(p.families)), cut: make([]uint32, len(t.Lanes))}
}

// Close ends all threads.
func (r *Threads) Close() {
	for i := range r.homes {
		r.leave(i)
	}
}

// To brings all threads to a cut: for each lane, how many of its events it holds. The
// cut has to be consistent. After an error the threads are gone, and To can be tried
// again.
func (r *Threads) To(cut []uint32) error {
	jobs, err := r.settle(cut)
	if err == nil {
		err = r.feed(jobs, cut)
	}
	if err != nil {
		r.Close()
		return err
	}
	copy(r.cut, cut)
	return nil
}

// job is one home with the families that are to be fed there.
type job struct {
	h        *home
	families []int
}

// settle finds a home for every family: the one that it has, if it need not go back.
func (r *Threads) settle(cut []uint32) ([]job, error) {
	jobs := map[*home]*job{}
	var order []*home
	add := func(h *home, family int) {
		if jobs[h] == nil {
			jobs[h] = &job{h: h}
			order = append(order, h)
		}
		jobs[h].families = append(jobs[h].families, family)
	}
	var fresh []*home
	next := 0
	for i, tasks := range r.plan.families {
		if r.homes[i] != nil && r.ahead(r.homes[i], tasks, cut) {
			r.leave(i)
		}
		if r.homes[i] == nil {
			if !r.moved(tasks, cut) {
				continue // it has not begun
			}
			if len(fresh) < runtime.GOMAXPROCS(0) {
				h, err := r.build()
				if err != nil {
					return nil, err
				}
				fresh = append(fresh, h)
			}
			r.homes[i] = fresh[next%len(fresh)]
			next++
			r.homes[i].families++
		}
		add(r.homes[i], i)
	}
	var all []job
	for _, h := range order {
		all = append(all, *jobs[h])
	}
	return all, nil
}

func (r *Threads) build() (*home, error) {
	s := &script{t: r.plan.t}
	f, err := kernel.NewFeeder(r.plan.t.Program, r.plan.t.Config, r.plan.t.End, s)
	return &home{feeder: f, script: s, upto: map[*task]int{}}, err
}

// leave takes a family out of its home.
func (r *Threads) leave(family int) {
	h := r.homes[family]
	if h == nil {
		return
	}
	r.homes[family] = nil
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			h.feeder.End(id)
		}
	}
	if h.families--; h.families == 0 {
		h.feeder.Close()
	}
}

// moved says whether the cut holds anything of a family.
func (r *Threads) moved(tasks []*task, cut []uint32) bool {
	for _, k := range tasks {
		for _, id := range k.threads {
			if cut[r.plan.t.LaneOf(id)] > 0 {
				return true
			}
		}
	}
	return false
}

// ahead says whether a family has to be built anew to get to a cut.
func (r *Threads) ahead(h *home, tasks []*task, cut []uint32) bool {
	for _, k := range tasks {
		if r.overshot(h, k, cut) || r.unwound(h, k, cut) {
			return true
		}
	}
	return false
}

// overshot says whether a thread of a task has gone further than the cut; or, where
// there are several, whether they have not gone in the order in which they would have.
func (r *Threads) overshot(h *home, k *task, cut []uint32) bool {
	t := r.plan.t
	for _, id := range k.threads {
		n := t.LaneOf(id)
		l := &t.Lanes[n]
		have, want := h.script.of(id).Calls(), l.Runnable(int(cut[n]))
		if want < have {
			return true
		}
		if len(k.threads) > 1 && have != min(want, l.Runnable(l.Before(h.upto[k]))) {
			return true
		}
	}
	return false
}

// unwound says whether an end that took place is not in the cut; or one that was passed
// over is.
func (r *Threads) unwound(h *home, k *task, cut []uint32) bool {
	for _, e := range k.ends {
		was, is := r.holds(r.cut, e.event), r.holds(cut, e.event)
		if was && !is || !was && is && int(e.event) < h.upto[k] {
			return true
		}
	}
	return false
}

// holds says whether a cut holds an event.
func (r *Threads) holds(cut []uint32, event uint32) bool {
	t := r.plan.t
	return t.Nth(int(event)) < int(cut[t.Lane(int(event))])
}

// feed lets all jobs run at once, each on a core of its own.
func (r *Threads) feed(jobs []job, cut []uint32) error {
	errs := make([]error, len(jobs))
	var wait sync.WaitGroup
	for i := range jobs {
		wait.Add(1)
		go func() {
			defer wait.Done()
			errs[i] = r.work(&jobs[i], cut)
		}()
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
		if len(waiting) == len(tasks) && !j.h.moved {
			return stranded(r.plan.t, waiting)
		}
		j.h.moved = false
		tasks = waiting
	}
	return nil
}

// advance feeds a task as far as it can, and says whether that is the cut.
func (r *Threads) advance(h *home, k *task, cut []uint32) bool {
	if len(k.threads) == 1 {
		return r.advanceAlone(h, k, cut)
	}
	t := r.plan.t
	upto := r.extent(k, cut)
	i := k.first(h.upto[k])
	for i < len(k.steps) && int(k.steps[i].event) < upto {
		s := k.steps[i]
		n := t.LaneOf(s.thread)
		if s.ends {
			if r.holds(cut, s.event) {
				h.feeder.End(s.thread)
			}
			i++
			continue
		}
		quota, next := k.stretch(t, i, upto, int(t.Lanes[n].Runnable(int(cut[n])))-h.script.of(s.thread).Calls())
		if quota > 0 && !h.run(s.thread, quota) {
			return false
		}
		i = next
		h.upto[k] = int(s.event) + 1
	}
	h.upto[k] = max(h.upto[k], upto)
	return true
}

func (r *Threads) advanceAlone(h *home, k *task, cut []uint32) bool {
	t, id := r.plan.t, k.threads[0]
	n := t.LaneOf(id)
	want := t.Lanes[n].Runnable(int(cut[n]))
	if more := want - h.script.of(id).Calls(); more > 0 && !h.run(id, more) {
		return false
	}
	for _, e := range k.ends {
		if r.holds(cut, e.event) {
			h.feeder.End(id)
		}
	}
	return true
}

// run feeds a thread so many answers; false if it has not been made yet, or departs.
func (h *home) run(id kernel.ThreadID, calls int) bool {
	if !h.feeder.Has(id) {
		return false
	}
	h.moved = true
	return h.feeder.Run(id, calls)
}

// extent is how far in the run a cut reaches into a task: past its last event there.
func (r *Threads) extent(k *task, cut []uint32) (upto int) {
	t := r.plan.t
	for _, id := range k.threads {
		if n := t.LaneOf(id); cut[n] > 0 {
			upto = max(upto, t.Lanes[n].Event(int(cut[n])-1)+1)
		}
	}
	for _, e := range k.ends {
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
		if s := k.steps[next]; s.ends || s.thread != id {
			break
		}
		if quota < limit {
			quota++
		}
	}
	return quota, next
}

// Stack returns where the program of a thread stands, innermost call first; nil if it
// has not begun or has ended.
func (r *Threads) Stack(id kernel.ThreadID) []kernel.Frame {
	n := r.plan.t.LaneOf(id)
	if n < 0 || r.cut[n] == 0 {
		return nil
	}
	h := r.homes[r.plan.taskOf(id).family]
	if h == nil || !h.feeder.Has(id) {
		return nil
	}
	return kernel.Frames(h.feeder.Stack(id))
}

// Several says whether a task has had more than one thread.
func (r *Threads) Several(task kernel.TaskID) bool { return len(r.plan.tasks[task].threads) > 1 }
