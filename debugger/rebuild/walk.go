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
// their recorded order, and shows them whenever their variables may have changed.
func Walk(t *tape.Tape, look Look) error {
	r := New(t)
	r.look = look
	defer r.Close()
	return r.To(t.Counts(t.Len()))
}
