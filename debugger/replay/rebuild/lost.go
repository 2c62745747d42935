package rebuild

import (
	"fmt"

	"machsim/debugger/record/watch"
	"machsim/debugger/replay/tape"
)

// Lost is the error of a program that, run again, did not come to its next call within its time
// limit, though it did when it was recorded.
type Lost struct {
	watch.Loop
	Whose string // the thread, or Main
}

func (l *Lost) Error() string {
	at := ""
	if l.At() != "" {
		at = " (" + l.At() + ")"
	}
	code := l.Whose
	if l.Unwinds {
		code = "a deferred function of " + l.Whose
	}
	text := fmt.Sprintf("run again, %s %s%s", code, l.What(), at)
	if l.Waits == "" && l.Depth == 0 {
		text += "; if it is only slow, it needs a higher loop limit"
	}
	return text
}

// watched calls f, which runs program code of a home. If the code does not return in time, the home
// is lost, and the result says where the code was; else it is nil.
func (h *home) watched(t *tape.Tape, f func()) *Lost {
	l := watch.Do(&h.heartbeat, watch.Limit{Time: t.Limit, Deep: t.Deep}, f)
	if l == nil {
		return nil
	}
	h.lost = true
	lost := &Lost{*l, "Main"}
	if l.Thread != 0 {
		lost.Whose = t.End.ThreadName(l.Thread)
	}
	return lost
}
