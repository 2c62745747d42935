package kernel

import (
	"fmt"
	"unsafe"

	"machsim/ipc"
)

// FailureKind is the kind of a run's failure.
type FailureKind uint8

const (
	// CheckFailed: Thread.Check found a condition false.
	CheckFailed FailureKind = iota
	// Panicked: the program panicked, and no exception handler dealt with it.
	Panicked
	// Unhandled: another exception, and no handler dealt with it.
	Unhandled
	// Misuse: the program made a call that can only be a mistake: it named a port or a host that is
	// not there, did what the C-Threads library forbids, or used a Thread or a Boot of another.
	Misuse
	// Goexit: the program called runtime.Goexit.
	Goexit
)

var failureNames = [...]string{"check failed", "panic", "unhandled exception", "misuse", "goexit"}

func (k FailureKind) String() string { return failureNames[k] }

// Failure says why a run has failed.
type Failure struct {
	Kind   FailureKind
	Thread ThreadID
	Text   string
	Step   uint64 // event at which it happened

	Earlier uintptr // where the thread did before what it was not to do again, if lines are told; 0 if it did not
}

// fail notes a failure of a thread. The first ends the run, unless that survives failures (Config.Survive).
func (c *core) fail(kind FailureKind, id ThreadID, text string) {
	f := Failure{Kind: kind, Thread: id, Text: text, Step: c.Steps + 1, Earlier: c.Threads.At(uint32(id)).Call.Earlier}
	switch {
	case c.cfg.Survive:
		c.Failures = append(c.Failures, f)
		t := c.Threads.Mut(uint32(id))
		t.Failed = true
		c.settle(id, t)
	case c.Failure == nil:
		c.Failure = &f
	}
}

// noteFailure notes a failure that does not stop the run. It notes a repeated mistake of one thread once.
func (c *core) noteFailure(kind FailureKind, id ThreadID, text string) {
	for i := range c.Notes {
		if n := &c.Notes[i]; n.Kind == kind && n.Thread == id && n.Text == text {
			return
		}
	}
	c.Notes = append(c.Notes, Failure{Kind: kind, Thread: id, Text: text, Step: c.Steps + 1})
}

// Check fails the run unless ok: programs check themselves with it. It is a kernel
// call only when it fails.
func (th *Thread) Check(ok bool, format string, args ...any) {
	if !ok {
		th.Fail(format, args...)
	}
}

// Fail fails the run.
func (th *Thread) Fail(format string, args ...any) {
	th.fails(CheckFailed, fmt.Sprintf(format, args...))
}

// fails makes the call by which a thread fails its run.
func (th *Thread) fails(kind FailureKind, text string) { th.repeats(kind, text, 0) }

// repeats is fails for what the thread has done before, at earlier if that is known.
func (th *Thread) repeats(kind FailureKind, text string, earlier uintptr) {
	c := th.begin(OpFail)
	c.N, c.Text, c.Earlier = int64(kind), text, earlier
	th.enter()
}

// Must returns v or, if the call that gave it was refused, fails the run with the meaning of the
// refusal. It is for errors to which the program has no answer. v is itself the error of a call that
// returns nothing else.
//
//	m := kernel.Must(th.Receive(port))
//	kernel.Must(th.Send(port, m))
func Must[T any](v T, err ...error) T {
	var refused error
	if len(err) > 0 {
		refused = err[0]
	} else if _, is := any(v).(error); is {
		refused, _ = any(*unseen(&v)).(error)
	}
	if refused != nil {
		panic(refusal{refused})
	}
	return v
}

// unseen returns p, which the compiler does not see: what *p points to does not count as kept by what is done with the
// result, and may lie on a stack.
func unseen[T any](p *T) *T {
	address := uintptr(unsafe.Pointer(p))
	return *(**T)(unsafe.Pointer(&address))
}

// refusal is the value of Must's panic. It counts as a failed check, not as an exception of the thread.
type refusal struct{ err error }

func explain(err error) string {
	if code, ok := err.(ipc.Code); ok {
		return err.Error() + ": " + code.Explain()
	}
	return err.Error()
}

func runFail(c *core, id ThreadID, t *ThreadState) bool {
	c.fail(FailureKind(t.Call.N), id, t.Call.Text)
	return false
}

// Label marks a place in the program: an event that a breakpoint can name.
func (th *Thread) Label(name string) {
	th.begin(OpLabel).Text = name
	th.enter()
}

func runLabel(c *core, _ ThreadID, t *ThreadState) bool {
	c.Hash = hashText(c.Hash, t.Call.Text)
	return true
}

// MaxConsole is how many bytes a run may write to the console: one that writes more fails. The text is kept for as long
// as the run is, so a thread that prints without end would take all memory within some seconds.
const MaxConsole = 16 << 20

// lineCost is what a line counts beside its text.
const lineCost = 64

// Printf writes a line to the console. A run that writes more than MaxConsole bytes fails with Misuse.
func (th *Thread) Printf(format string, args ...any) {
	text := fmt.Sprintf(format, args...) // before begin, because String methods may make calls of their own
	th.begin(OpPrint).Text = text
	th.enter()
}

func runPrint(c *core, id ThreadID, t *ThreadState) bool {
	if c.Written += uint64(len(t.Call.Text)) + lineCost; c.Written > MaxConsole {
		c.fail(Misuse, id, fmt.Sprintf("the run has written more than %d MB to the console", MaxConsole>>20))
		return false
	}
	c.Console = append(c.Console, Line{Step: c.Steps + 1, Time: c.Now, Thread: id, Text: t.Call.Text})
	c.Hash = hashText(c.Hash, t.Call.Text)
	return true
}

// ReadLine returns the next line of console input, false when there is no more.
func (th *Thread) ReadLine() (string, bool) {
	th.begin(OpReadLine)
	th.enter()
	return th.res.Text, th.res.N != 0
}

func runReadLine(c *core, _ ThreadID, _ *ThreadState) bool {
	c.access(LocInput, ipc.Write, 0, 0)
	c.out.Text, c.out.N = "", 0 // a recording has no text of the end
	if line, ok := c.door.Input(); ok {
		c.out.Text, c.out.N = line, 1
	}
	c.Hash = hashText(c.Hash, c.out.Text)
	return true
}

// Random returns a random number from 0 to n-1, for n > 0.
func (th *Thread) Random(n int) int {
	if n <= 0 {
		panic(fmt.Sprintf("th.Random(%d): the number of possible answers must be above 0", n))
	}
	th.begin(OpRandom).N = int64(n)
	th.enter()
	return int(th.res.N)
}

func runRandom(c *core, id ThreadID, t *ThreadState) bool {
	c.out.N = int64(c.choose(PointRandom, int(t.Call.N), id))
	c.Hash = mix(c.Hash, uint64(c.out.N))
	return true
}

// Clock returns the time since the start of the run, as the clock of the thread's host shows it.
func (th *Thread) Clock() Duration {
	th.begin(OpClock)
	th.enter()
	return Duration(th.res.N)
}

func runClock(c *core, _ ThreadID, t *ThreadState) bool {
	c.out.N = c.clock(t.Task)
	return true
}
