package rebuild

import (
	"runtime"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Hear returns threads of the run, at its start, with a listener for their hooks. They run one at a
// time.
func (e Engine) Hear(listen kernel.Listen, stop func() <-chan struct{}) engine.Heard {
	r := e.threads()
	r.listen = listen
	return &heard{r, stop}
}

// heard are Threads with a listener, which may interrupt them.
type heard struct {
	*Threads
	stopping func() <-chan struct{}
}

// To is Threads.To, but ends early when it is interrupted.
func (h *heard) To(p graph.Position) error {
	h.stop = h.stopping()
	return h.to(p)
}

// Bring is To for the family of a thread alone. The others stay where they are, unless package variables change: these
// are of all.
func (h *heard) Bring(id kernel.ThreadID, p graph.Position) error {
	if h.plan.t.LaneOf(id) < 0 || hook.Changing() {
		return h.To(p)
	}
	h.stop = h.stopping()
	return h.move([]int{h.plan.taskOf(id).family}, p)
}

// Inside calls look while the variables of packages have the values of the home that ran last, or the first ones.
func (h *heard) Inside(look func()) {
	if h.last == nil || h.last.lost {
		vars := hook.Begin(false, nil)
		vars.Enter()
		defer vars.Leave()
		vars.Initialise()
		look()
		return
	}
	h.last.feeder.Inside(look)
}

// Hooks returns the hooks' record of a thread; nil if the thread has not begun or there is no
// listener.
func (r *Threads) Hooks(id kernel.ThreadID) *hook.Thread {
	if f := r.homeOf(id); f != nil {
		return f.feeder.Hooks(id)
	}
	return nil
}

// Parked says whether a listener has parked a thread before a statement.
func (r *Threads) Parked(id kernel.ThreadID) bool {
	h := r.homeOf(id)
	if h == nil {
		return false
	}
	k := r.plan.taskOf(id)
	if p := h.pasts[k]; p.shown() {
		return p.standing(k.place(id)).spot.N > 0
	}
	return h.feeder.Parked(id)
}

// Restart lets the family of a thread run from where the thread has begun fewer than so many statements, with the next
// To.
func (r *Threads) Restart(id kernel.ThreadID, below uint64) {
	if r.plan.t.LaneOf(id) >= 0 {
		r.displace(r.plan.taskOf(id).family)
		r.below[id] = below
	}
}

// Through lets the family of a thread come, with the next To, only from where the thread has begun no statement from
// one on.
func (r *Threads) Through(id kernel.ThreadID, from uint64) { r.below[id] = from }

// bound says whether a family is to run through statements: what others showed is not enough.
func (r *Threads) bound(family int) bool {
	for id := range r.below {
		if r.plan.taskOf(id).family == family {
			return true
		}
	}
	return false
}

// Retrace is Restart, and what the threads show from an event on is remembered.
func (r *Threads) Retrace(id kernel.ThreadID, below uint64, since int) {
	if r.Restart(id, below); r.plan.t.LaneOf(id) >= 0 {
		r.since[r.plan.taskOf(id).family] = max(0, since)
	}
}

// Venture lets a thread run on after its last call, though it came to no other.
func (r *Threads) Venture(id kernel.ThreadID) { r.venture = id }

// runnable returns how many calls a thread completes up to its n-th event, and goes on to what comes after them.
func (r *Threads) runnable(id kernel.ThreadID, n uint32) int {
	l := &r.plan.t.Lanes[r.plan.t.LaneOf(id)]
	if id == r.venture {
		return l.Completed(int(n))
	}
	return l.Runnable(int(n))
}

// homeOf returns the home in which a thread runs; nil if there is none.
func (r *Threads) homeOf(id kernel.ThreadID) *home {
	if r.plan.t.LaneOf(id) < 0 {
		return nil
	}
	return r.homes[r.plan.taskOf(id).family]
}

// oneByOne says whether only one thread of the process may run at a time, because there is a
// listener.
func (r *Threads) oneByOne() bool {
	return r.listen != nil || single(r.plan.t)
}

// single says whether only one thread of the process may run at a time, listener or not.
func single(t *tape.Tape) bool { return Single(t.Config) }

// Single says whether the programs of a run with a configuration may run only once at a time in this process.
func Single(cfg kernel.Config) bool { return cfg.Preempt || cfg.Assigns() || hook.Changing() }

// cores is the number of homes that may run at once.
func (r *Threads) cores() int {
	if r.oneByOne() {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

func (r *Threads) newFeeder(cfg kernel.Config, h *home) (*kernel.Feeder, error) {
	t := r.plan.t
	if r.listen != nil {
		return kernel.NewListener(t.Program, cfg, t.End, h.script, r.listener(h))
	}
	return kernel.NewFeeder(t.Program, cfg, t.End, h.script)
}

// listener listens to the threads of a home.
func (r *Threads) listener(h *home) kernel.Listen {
	if r.statement == nil {
		return r.listen
	}
	return func(id kernel.ThreadID, t *hook.Thread) {
		if r.listen(id, t); id != 0 {
			t.Stop, t.Reached = 0, func(t *hook.Thread) { r.statement(h.feeder, id, t.N) }
		}
	}
}

// feedInTurn runs jobs one after the other.
func (r *Threads) feedInTurn(jobs []*job, cut []uint32) error {
	for _, j := range jobs {
		var err error
		if lost := j.h.watched(r.plan.t, func() { err = r.work(j, cut) }); lost != nil {
			return lost
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// resume lets parked threads go on, to where they are parked again, or to their next call.
func (r *Threads) resume(jobs []*job) error {
	for _, j := range jobs {
		for _, family := range j.families {
			for _, k := range r.plan.families[family] {
				if err := r.resumeIn(j.h, k); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *Threads) resumeIn(h *home, k *task) error {
	for _, id := range k.threads {
		if !h.feeder.Parked(id) {
			continue
		}
		same := true
		r.last = h
		if lost := h.watched(r.plan.t, func() { same = h.feeder.Resume(id) }); lost != nil {
			return lost
		}
		if !same {
			return departure(r.plan.t, h.feeder, h.script)
		}
		h.resumed(k, id)
	}
	return nil
}
