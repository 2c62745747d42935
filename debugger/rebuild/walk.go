package rebuild

import (
	"machsim/debugger/tape"
	"machsim/kernel"
)

// Look is shown a thread that has come to its next call, or that was ended: an event has
// completed its call before, or ended it. It may look at all threads of the same task, in
// f, until it returns. It is called for several families at once, for each of them in the
// order of the events of each task.
type Look func(f *kernel.Feeder, id kernel.ThreadID, event int)

// Walk runs all programs of a run once, from the start to the end, the threads of a task in
// their recorded order, and shows them whenever their variables may have changed. Once stop is
// closed, it gives up: ErrStopped.
func Walk(t *tape.Tape, stop <-chan struct{}, look Look) error {
	r := New(t)
	r.look, r.stop = look, stop
	defer r.Close()
	return r.To(t.Counts(t.Len()))
}

// WalkOtherwise is Walk with the steps of each task in another order, but for tasks in but,
// whose threads share variables without a lock. What is seen of a thread should be the
// same; if it is not, there is another such task. It returns false, and does nothing, if
// every other task has a single thread.
func WalkOtherwise(t *tape.Tape, needs func(event, lane int) uint32, but func(kernel.TaskID) bool, o Order, stop <-chan struct{}, look Look) (bool, error) {
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
