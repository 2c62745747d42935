package engine

import (
	"errors"

	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Engine runs the programs of one recorded run again. It is used from one goroutine.
type Engine interface {
	// Threads returns new threads of the run, at the position at which its recording begins.
	Threads() Threads
	// Walk runs all programs once, from the beginning of the recording to its end. Its errors are
	// those of Threads.To, and ErrStopped.
	Walk(Walk) error
}

// Concurrent is an Engine that may be able to make several walks at once.
type Concurrent interface {
	Engine
	// Concurrent says whether it can with this run.
	Concurrent() bool
}

// Isolator is an Engine that can run a task alone.
type Isolator interface {
	// Isolate runs the threads of one task from the beginning of the recording to its end, and of
	// others those that made them, so far. p is the program whose code is run: that of the run, or
	// another one whose Main makes the same tasks. The error is a *Divergence if a call differs.
	Isolate(task kernel.TaskID, p *kernel.Program) error
}

// Threads are the programs of a run, at a position.
type Threads interface {
	View
	// To brings all threads to a consistent position. The error is a *Divergence if a program does
	// something else than was recorded, or ErrAtCalls. After an error To can be called again.
	To(graph.Position) error
	// Stack returns where a thread's program stands, innermost call first; nil if it has not begun
	// or has ended.
	Stack(kernel.ThreadID) []kernel.Frame
	// CheckSet returns an error if a variable cannot be set here.
	CheckSet(*kernel.Edit) error
	// Abandon gives all threads up without ending them, because something that does not return may
	// touch their variables. To makes them anew.
	Abandon()
	// Close ends all threads.
	Close()
}

// Preparer is Threads that can be made ready for motions to come while nothing else is done with them, or with any
// other program of the process.
type Preparer interface {
	// Prepare runs copies of the programs for motions from a position. It returns when it has done all that it can, or
	// soon after stop is closed; it goes on from there when it is called again.
	Prepare(from graph.Position, stop <-chan struct{})
}

// Knower is Threads that know the sorts of messages that the programs have sent so far, or were ready to receive.
type Knower interface{ Kinds() []kernel.MessageKind }

// Rememberer is Threads that know what those of Serve remember, which holds until they are brought elsewhere.
type Rememberer interface {
	Remembers(kernel.ThreadID) any // nil of any other thread, and of one that has ended
}

// View is what can be seen of threads at any time.
type View interface {
	// Has says whether a thread's program has begun and has not ended.
	Has(kernel.ThreadID) bool
	// Variables returns what a thread's program shows (kernel.Thread.Watch); none if it has not
	// begun or has ended.
	Variables(kernel.ThreadID) []kernel.Variable
}

// Look is called with a thread that has come to its next call, after event has completed its last
// one, or that event has ended. Until it returns it may read all threads of the same task. It may be
// called concurrently for several tasks; the calls for one task are in the order of the events.
type Look func(v View, id kernel.ThreadID, event int)

// Statement is called with a thread, and the number of the statement that it is about to begin. Until it returns it
// may read all threads of the same task. It is called for one task after the other.
type Statement func(v View, id kernel.ThreadID, n uint64)

// Walk says how programs are run once.
type Walk struct {
	Order Order
	// Causal is the causal order. It is needed for any order but Recorded.
	Causal *graph.Graph
	// Keep says which tasks have the recorded order in any case; nil for none.
	Keep      func(kernel.TaskID) bool
	Stop      <-chan struct{} // closed to interrupt the walk; nil for never
	Look      Look            // nil to see nothing
	Statement Statement       // for a Hearing engine; nil to be told of no statements
	// Listen is told of each thread before it begins, by a Hearing engine; nil for nobody. Look is then called for one
	// task after the other.
	Listen kernel.Listen
	// Venture is the thread that runs on after its last call, as Heard.Venture has it; 0 for none.
	Venture kernel.ThreadID
	// Stage, unless nil, has the walk made in stages, all tasks through one before any begins the next: it is called
	// behind each but the last, when the first so many events are done. The walk goes no further if it returns false.
	Stage func(events int) (goesOn bool)
}

// Order is an order of the steps of a task's threads. Each is allowed by the causal order.
type Order uint8

const (
	Recorded Order = iota
	// The others are as far as possible from the recorded one. A task with one thread has only that.
	FirstAhead // run the first thread as far as possible, then the next, ...
	LastAhead  // the same from the last thread on
	Newest     // run a thread only while no later one can run
)

// ErrStopped is the error of an interrupted operation, which has changed nothing.
var ErrStopped = errors.New("interrupted; all is what it was")

// Stopped says whether an operation is to be interrupted: whether its channel is closed, which nil never is.
func Stopped(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// ErrAtCalls is the error of an engine that is asked to stand between two calls, and cannot.
var ErrAtCalls = errors.New("this program can be brought to kernel calls only, not to statements between them")
