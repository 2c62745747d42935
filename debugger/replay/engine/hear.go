package engine

import (
	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Hearing is an Engine whose programs have hooks at their statements. Of the threads that it has heard only those of
// one may run at a time.
type Hearing interface {
	Engine
	// Hear returns new threads, at the position at which the recording begins. It tells listen of each thread before
	// that begins. To is interrupted, with ErrStopped, when the channel that stop returned at its begin is closed.
	Hear(listen kernel.Listen, stop func() <-chan struct{}) Heard
}

// Heard are Threads whose statements are heard. A listener that parks a thread (hook.Thread.Park) does so after the
// last event of the thread in the position to which To goes: the thread stays there.
//
// What threads showed on their way may be remembered. They can be shown so again, without running: then they are past.
type Heard interface {
	// To is that of Threads: parked threads go on first, to the next statement at which they are parked or to their
	// calls. It is for a listener to park the thread of a position between two calls.
	Threads
	// Bring is To for the threads of a thread's task, and of those that it has to do with, alone. Nothing may be asked of
	// others after it, until they are brought somewhere. The position stands before statements of these threads at most.
	Bring(kernel.ThreadID, graph.Position) error
	// Inside calls look while the variables of packages are what To has left. No other run uses them meanwhile.
	Inside(look func())
	// Hooks returns what hooks know of a thread, nil if it has not begun.
	Hooks(kernel.ThreadID) *hook.Thread
	// Parked says whether a thread is parked before a statement.
	Parked(kernel.ThreadID) bool
	// Restart lets the threads of a thread's task, and of those that it has to do with, run from an earlier position with
	// the next To: one at which the thread has begun fewer than so many statements. The listener is told of them before.
	Restart(id kernel.ThreadID, below uint64)
	// Through has the next To run a thread through its statements from one on, as far as it comes: it goes on from
	// where it has begun none of them, and not from a copy that is further.
	Through(id kernel.ThreadID, from uint64)
	// Retrace is Restart, and what the threads show from an event on is remembered.
	Retrace(id kernel.ThreadID, below uint64, since int)
	// Note remembers the statement at which a thread is, which passes it. A listener calls it.
	Note(kernel.ThreadID)
	// Passed returns the remembered statements of a thread, in order.
	Passed(kernel.ThreadID) []hook.Spot
	// Recalls says whether To would bring a thread to a position without running it. If not, the thread is no longer past.
	Recalls(kernel.ThreadID, graph.Position) bool
	// Past says whether a thread is shown as it was: it is not there, and cannot run on from there.
	Past(kernel.ThreadID) bool
	// Venture lets To run a thread on after the last call that it came to in the run, where it came to no other, for it
	// went on without end. A listener has to park it there. 0 stands for no thread, as at first.
	Venture(kernel.ThreadID)
}

// Sighted is a View that sees the program's own variables too, besides those that it shows (kernel.Thread.Watch).
type Sighted interface {
	View
	// Statements returns how many statements a thread has begun.
	Statements(kernel.ThreadID) uint64
	// Function identifies the innermost function in which a thread is; nil if it is in none.
	Function(kernel.ThreadID) any
	// LocalNames returns the names of the variables of that function.
	LocalNames(kernel.ThreadID) []string
	// FunctionNames returns the names that the function goes by.
	FunctionNames(kernel.ThreadID) []string
	// Local returns the variable that a name means in the innermost of these functions that has it; in work.x, of those
	// that go by the name work.
	Local(id kernel.ThreadID, name string) (value any, ok bool)
}
