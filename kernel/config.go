package kernel

import "cmp"

// Config configures a run. The zero Config is an ordinary run.
type Config struct {
	// Door makes the choices; nil means NewRandom(Seed).
	Door Door
	Seed uint64
	// Args are the program's parameters, by name.
	Args map[string]string
	// MaxSteps ends a run that goes on for so many events; 0 means the program's Limit or, without one, DefaultMaxSteps.
	MaxSteps uint64
	// StepTime is how much virtual time a step takes on a host of normal speed, in
	// microseconds; 0 means DefaultStepTime, and Timeless none: then the Door says when a timer fires.
	StepTime int64
	// Weak asks for no more than the manuals promise: any waiter may be woken, any
	// port of a set dequeued. Ordinarily both are in order of arrival, as in Mach.
	Weak bool
	// FreeTimers lets a timer fire at any moment, however far off its time is, as
	// on a machine whose other parts are arbitrarily slow.
	FreeTimers bool
	// KeepGoing lets a run go on after an unhandled exception, such as a panic, has ended
	// a task; State.Notes says so. Without it the run fails.
	KeepGoing bool
	// Survive lets a run go on after a failure, for a search that is to miss nothing: the thread that fails stops, and
	// State.Failures lists it. It takes no step any more, and is for all others what it was before the step with which
	// it failed, which changes nothing: it has its locks, its ports live, its task has not ended. thread_info, abort,
	// suspend, resume and terminate find it about to make that call. So what follows does so in a run, too, in which the
	// thread has not come to its failure yet. Without FreeTimers no time passes after a failure: whatever is left comes
	// after it in every run. Such a run is not recorded.
	Survive bool
	// Lenient gives C Threads' own behaviour where a program frees a mutex that it has not
	// locked, or waits for a condition without: nothing is unlocked, and State.Notes says
	// so. Without it the run fails.
	Lenient bool
	// Preempt lets threads of one task take turns also at accesses to variables that they may share: each thread makes
	// a call before an access, once its task has had another thread. The program has to be built with hooks (package
	// hook). Such runs wait for each other whenever program code runs.
	Preempt bool
	// Hears lets a Log that is a Hearer hear the hooks of a program that was built with them (package hook). Threads make
	// no calls for that, so the run is what it would be without. Only one such run may be on its way in a process.
	Hears bool
	// Heard lets the hooks of a program be heard (Machine.Hooks), if it was built with them (package hook). Threads take
	// no steps for each other, so that the stack of each can be looked at whenever the Tracer is told of an event.
	// Such runs wait for each other as with Preempt.
	Heard bool
	// Await, when set, says whether a line of console input can be read now, or that there will be none: as long as it
	// is false, a machine that makes its run in pieces (Machine.GoOn) stops before the step that would read.
	Await func() bool
	// Halts says that Machine.Halt may be called: then threads of a program with hooks can be stopped between two calls.
	Halts bool
	// Tracer listens to the run.
	Tracer Tracer
	// Heartbeat, when set, is told whenever program code goes on, and whenever it comes back.
	Heartbeat *Heartbeat
	// Pool, when set, has what earlier machines have left, to be used again.
	Pool *Pool
	// Lines makes events and the waits of threads carry their source lines.
	Lines bool
	// Edits are the changes made at a debugger, in the order of the events after which
	// they are made.
	Edits []Edit
	// Halt has the run halted by messages once a predicate is met; nil for nothing.
	Halt *Halt
	// Agents says how hosts halt and go on, when Edits say so.
	Agents Agents
	// Faults is how many faults of each kind may happen, when the Door says so.
	Faults Faults
}

const (
	// DefaultMaxSteps is the number of events after which a run is given up.
	DefaultMaxSteps = 10_000_000
	// DefaultStepTime is the virtual time of a step, in microseconds.
	DefaultStepTime = 10
	// Timeless is the StepTime of a run in which steps take no time. Only a timer that fires moves the clock, and the
	// Door is asked before each step whether the earliest does (PointTimer), as with FreeTimers.
	Timeless = -1
)

// WithDefaults returns the Config with what 0 stands for in MaxSteps and StepTime.
func (c Config) WithDefaults() Config {
	c.MaxSteps = cmp.Or(c.MaxSteps, DefaultMaxSteps)
	c.StepTime = cmp.Or(c.StepTime, DefaultStepTime)
	return c
}
