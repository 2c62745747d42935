package rebuild

import (
	"fmt"

	"machsim/debugger/tape"
	"machsim/debugger/watch"
)

// Lost says that a program, run again, did not come to its next call, though it did when it was
// recorded: what it computes there takes longer than it is given, or it never comes back.
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
		text += "; if it is only slow, it needs a higher --loop-limit"
	}
	return text
}

// watched does something with the threads of a home that runs code of the program, and returns
// what does not come back of that, nil if all does. Then the home is lost.
func (h *home) watched(t *tape.Tape, f func()) *Lost {
	l := watch.Do(&h.pulse, t.Limit, f)
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
