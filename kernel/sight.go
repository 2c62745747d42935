package kernel

// Debugged is a value of a program that says itself how it is shown to whoever looks at a run, in place of a String
// method: a monitor that says who is inside, a queue that says who waits. DebugString is called on a copy of the value
// and of all that it leads to, at any moment between two calls of the program, and never by the run itself: it makes no
// kernel calls (a *Thread in the copy is nil) and writes no variables of packages.
type Debugged interface{ DebugString(Sight) string }

// Sight is what a DebugString may ask the kernel at that moment. What it asks about is a port by its Name in the task,
// a mutex or a condition, also of package cthreads; of anything else there is nothing to say, "" or none.
type Sight interface {
	// Name is what the debugger calls it.
	Name(x any) string
	// Owner is the thread that has locked a mutex, "" if it is free.
	Owner(mutex any) string
	// Waiting are the threads that wait for it, in the order in which they came: of a port, to receive from it.
	Waiting(x any) []string
	// Queue are the messages queued at a port, in order, each in words.
	Queue(port Name) []string
	// Now is the virtual time, in microseconds.
	Now() int64
}
