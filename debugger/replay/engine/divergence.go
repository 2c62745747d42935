package engine

import (
	"fmt"
	"strings"

	"machsim/debugger/record"
	"machsim/ipc"
	"machsim/kernel"
)

// Divergence is the error of a program that, run again, made another call than the recorded one.
type Divergence struct {
	ID       kernel.ThreadID
	Thread   string
	Call     int    // the number of the call among those of the thread, from 0
	Where    string // source line of the call, "" if not known
	Event    int    // number of the recorded call's first event, or of events if there is none
	Recorded string
	Actual   string
	Made     kernel.Call  // the call that was made
	Message  *ipc.Message // what it sends, nil for nothing
	Exited   bool         // no call of its own: a method of a value that was looked at called runtime.Goexit
}

func (d *Divergence) Error() string {
	where := ""
	if d.Where != "" {
		where = "  (" + d.Where + ")"
	}
	if d.Exited {
		return fmt.Sprintf("at event %d, a method of a value that %s shows calls runtime.Goexit%s: it cannot be looked "+
			"at there", d.Event, d.Thread, where)
	}
	return fmt.Sprintf("run again, %s makes another call than was recorded at event %d\n  thread    %s%s\n  recorded "+
		" %s\n  now       %s\n"+
		"  the program is not deterministic\n  %s",
		d.Thread, d.Event, d.Thread, where, d.Recorded, d.Actual, strings.ReplaceAll(record.Causes, "\n", "\n  "))
}
