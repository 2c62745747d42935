package rebuild

import (
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
// settle finds a home for every family that the cut holds anything of: the one that it
// has, if it need not go back, or a new one, of which there is one for each core.
// house gives families new homes.
// jobs lists the homes with the families that live there.
// leave takes a family out of its home.
// begun says whether the cut holds anything of a family.
// ahead says whether a family has to be built anew to get to a cut.
// overshot says whether a thread of a task has gone further than the cut; or, where
// there are several, whether they have not gone in the order in which they would have.
// unwound says whether an end that took place is not in the cut; or one that was passed
// over is.
// holds says whether a cut holds an event.
// feed lets all jobs run at once, each on a core of its own.
// work feeds the tasks of a job until each is at the cut. One whose threads have not
// been made yet waits for the task that makes them.
// advance feeds a task as far as it can, and says whether that is the cut.
// run feeds a thread so many answers; false if it has not been made yet, or departs.
// extent is how far in the run a cut reaches into a task: past its last event there.
// first returns the first step of an event from on.
// stretch counts how many steps from i on are the same thread's, at most limit, and
// returns where the next stretch begins.
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
