package supervise

import (
	"fmt"
	"regexp"
	"strings"

	"machsim/debugger/record/watch"
	"machsim/debugger/run/runner"
)

// Exit reports the end of a child that nobody had asked for. As an error it says what happened, and where
// the run was.
type Exit struct {
	Activity
	Footprints []runner.Footprint // of the runs that had not ended
	Lost       error              // why the recording in File could not be completed, nil if it was

	crash   string // the report of Go's runtime that came over the socket
	errors  string // what was kept of the child's standard error
	status  string // the exit code, or the signal
	signal  effect // of that signal
	quitted bool   // SIGQUIT came to the supervisor as well
	starved bool   // the supervisor has ended it: see vigil
	guest   string // it was a guest, and was ended: what it did
}

// effect is what a signal did to a process.
type effect string

const (
	noSignal effect = ""
	ended    effect = "ended"
	killed   effect = "killed" // which the system does too, when it is short of memory
	stopped  effect = "stopped"
)

// Error says what happened and, of a single run, where it was.
func (x *Exit) Error() string {
	if f, ok := x.Last(); ok && x.Seeds == "" {
		return x.cause() + "\n  " + f.Place()
	}
	return x.cause()
}

// Last returns the footprint of the run that got furthest, false if there is none.
func (x *Exit) Last() (f runner.Footprint, ok bool) {
	for _, other := range x.Footprints {
		if !ok || other.Event > f.Event {
			f, ok = other, true
		}
	}
	return f, ok
}

// cause says why the process ended, in a sentence.
func (x *Exit) cause() string {
	switch {
	case x.guest != "":
		return "the program " + x.guest + ", and was ended"
	case x.starved:
		return runner.Starvation
	case strings.HasPrefix(x.crash, panicBegin):
		return "the program ended the whole process by a panic in a goroutine of its own: " + x.firstLine()
	case x.quitted, strings.HasPrefix(x.crash, "SIGQUIT") && !sentSignal.MatchString(x.crash):
		return "the process that ran the program was ended by a signal (quit)"
	case watch.Overflow(x.crash) != "":
		return "the program has overflown its stack: " + watch.Overflow(x.crash)
	case x.outOfMemory():
		return "the program asked for more memory at once than there is: out of memory" + x.crashPlace()
	case sentSignal.MatchString(x.crash):
		name, _, _ := strings.Cut(x.crash, "\n")
		return "the program ended the whole process by a signal (" + name + "), " + bySignal + x.crashPlace()
	case x.crash != "":
		return "the program ended the whole process by a crash of Go's runtime: " + x.firstLine()
	}
	return x.silentCause()
}

// silentCause is the cause of an end without a report of Go's runtime.
func (x *Exit) silentCause() string {
	switch x.signal {
	case stopped:
		return fmt.Sprintf("the program stopped the whole process by a signal (%s), %s; it was ended",
			x.status, bySignal)
	case killed:
		return fmt.Sprintf("the program ended the whole process by a signal (%s), %s, unless the system was short "+
			"of memory", x.status, bySignal)
	case ended:
		return fmt.Sprintf("the program ended the whole process by a signal (%s), %s", x.status, bySignal)
	}
	return fmt.Sprintf("the program ended the whole process with %s, by os.Exit, log.Fatal or the like; "+
		"th.Exit ends a thread, th.Check makes a run fail", x.status)
}

// bySignal says what is known of a signal that did not come to the supervisor.
const bySignal = "which did not come through machsim: by syscall.Kill, os.Process.Signal or the like"

// sentSignal matches Go's report of a signal that a process has sent.
var sentSignal = regexp.MustCompile(`^SIG[A-Z]+: .*\nPC=.* sigcode=(0|-6)\b`)

// The beginnings of parts of Go's report of a crash. The text of a fatal error is not in the report that
// comes over the socket; it goes to standard error only.
const (
	panicBegin     = "panic: "
	goroutineBegin = "goroutine "
	runtimeBegin   = "runtime stack:"
)

// firstLine returns the first line of Go's report, with the program's source line if the report has one.
func (x *Exit) firstLine() string {
	text, _, _ := strings.Cut(strings.TrimPrefix(x.crash, panicBegin), "\n")
	if strings.HasPrefix(text, goroutineBegin) || strings.HasPrefix(text, runtimeBegin) {
		text = x.fatalError()
	}
	return text + x.crashPlace()
}

var fatalError = regexp.MustCompile(`(?m)^fatal error: (.*)$`)

// fatalError returns the fatal error that Go's runtime has named on standard error.
func (x *Exit) fatalError() string {
	if m := fatalError.FindStringSubmatch(x.errors); m != nil {
		return m[1]
	}
	return "see its report above"
}

// replacesReport says that the cause leaves nothing to be read in the report of Go's runtime.
func (x *Exit) replacesReport() bool {
	return !x.quitted && (watch.Overflow(x.crash) != "" || x.outOfMemory() || sentSignal.MatchString(x.crash))
}

// outOfMemory says that Go's runtime could not get the memory for an allocation. It says so on standard
// error only; the report over the socket begins with the runtime's own stack, where it fails to map the memory, or with
// that of the goroutine, where it fails before.
func (x *Exit) outOfMemory() bool {
	switch {
	case strings.HasPrefix(x.crash, runtimeBegin) && strings.Contains(x.crash, "\nruntime.sysMap"):
		return true
	case strings.HasPrefix(x.crash, runtimeBegin), strings.HasPrefix(x.crash, goroutineBegin):
		return x.fatalError() == "out of memory"
	}
	return false
}

// crashPlace returns the program's source line in Go's report, in parentheses; "" if there is none.
func (x *Exit) crashPlace() string {
	for part := range strings.SplitSeq(x.crash, "\n\n") {
		if !strings.HasPrefix(part, goroutineBegin) {
			continue
		}
		if frames := watch.ProgramFrames(part); len(frames) > 0 {
			return fmt.Sprintf(" (%s)", frames[0])
		}
		break
	}
	return ""
}

// exitCode is the status of a process that has ended by itself.
func exitCode(code int) string { return fmt.Sprintf("exit code %d", code) }
