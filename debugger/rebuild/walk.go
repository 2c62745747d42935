package rebuild

import (
	"machsim/debugger/tape"
	"machsim/kernel"
)

// Look is called with a thread that has come to its next call, after event has completed its
// last one, or that event has ended. Until it returns it may read all threads of the same task,
// in f. It is called concurrently for several families; the calls for one task are in the order
// of the events.
type Look func(f *kernel.Feeder, id kernel.ThreadID, event int)

// Walk runs all programs of a run once, from the start to the end, with the threads of a task in
// their recorded order, and calls look whenever variables may have changed. It returns
// ErrStopped once stop is closed.
func Walk(t *tape.Tape, stop <-chan struct{}, look Look) error {
	r := New(t)
	r.look, r.stop = look, stop
	defer r.Close()
	return r.To(t.Counts(t.Len()))
}

// WalkOtherwise is Walk with the steps of each task in the order o, but for tasks in but,
// whose threads share variables without a lock. Look should see the same values of a thread as
// in Walk; if not, another task shares variables. It returns false, and does nothing, if
// every other task has a single thread.
func WalkOtherwise(t *tape.Tape, needs func(event, lane int) uint32, but func(kernel.TaskID) bool, o Order,
	stop <-chan struct{}, look Look) (bool, error) {
	shared := map[kernel.TaskID]bool{}
	for id := range t.End.Tasks.All {
		shared[kernel.TaskID(id)] = but(kernel.TaskID(id))
	}
	r := New(t)
	if some, err := r.plan.permute(needs, shared, o, stop); !some || err != nil {
		return some, err
	}
	r.look, r.stop = look, stop
	defer r.Close()
	return true, r.To(t.Counts(t.Len()))
}
