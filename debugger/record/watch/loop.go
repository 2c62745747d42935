package watch

import (
	"fmt"
	"strings"
	"time"

	"machsim/kernel"
)

// Loop is what program code was doing when it was given up.
type Loop struct {
	Thread  kernel.ThreadID // whose it is; 0 for a program's Main and what is no thread's
	Waits   string          // what of Go's it waits for, "" when it computes
	Depth   int             // how many calls deep it is when that is without end, 0 when it is not
	Cycle   []kernel.Frame  // the calls that repeat then, innermost first
	Unwinds bool            // a deferred function, of a thread that was ended
	Frames  []kernel.Frame  // where it is, innermost call first
	Limit   time.Duration   // that it was given
}

// What says what program code does that does not come back: "has run for more than 2s of
// processor time", to go after the name of whose it is.
func (l *Loop) What() string {
	switch {
	case l.Depth > 0:
		return l.recursion()
	case l.Waits != "":
		return fmt.Sprintf("waits outside of the kernel (%s), for more than %v", l.Waits, l.Limit)
	}
	return fmt.Sprintf("has run for more than %v", l.Limit)
}

// recursion is What for calls without end.
func (l *Loop) recursion() string { return "has overflown its stack: " + repeated(l.Cycle, l.Depth) }

// Overflow says which calls have overflown a stack, when Go's report of how it ended the process is of that; else it
// is "". The report is that of debug.SetCrashOutput.
func Overflow(report string) string {
	if !strings.HasPrefix(report, "runtime stack:") || !strings.Contains(report, "\nruntime.newstack(") {
		return ""
	}
	for part := range strings.SplitSeq(report, "\n\n") {
		if strings.HasPrefix(part, "goroutine ") {
			return repeated(cycle(ProgramFrames(part)), goroutine{stack: part}.depth())
		}
	}
	return "there is no telling which calls"
}

// repeated says which calls repeat in a stack, and how deep that is.
func repeated(cycle []kernel.Frame, depth int) string {
	var names []string
	for _, f := range cycle {
		names = append(names, fmt.Sprintf("%s (%s)", f.Func, f))
	}
	if len(names) == 1 {
		return fmt.Sprintf("%s calls itself, %d calls deep", names[0], depth)
	}
	return fmt.Sprintf("%s call each other, %d calls deep", strings.Join(names, ", "), depth)
}

// At is the line where the code is, or else the function, "" when neither is known. A loop without
// a body has no line of its own.
func (l *Loop) At() string {
	for _, f := range l.Frames {
		if f.Line > 0 {
			return f.String()
		}
	}
	if len(l.Frames) > 0 {
		return l.Frames[0].Func
	}
	return ""
}
