package trace

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"machsim/debugger/waitfor"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// Row is an event in words.
type Row struct {
	Event  uint64
	Time   int64  // virtual, in microseconds
	Actor  string // the thread, or "packet 3"
	Action string // the call with its arguments, and what came of it
	Where  string // source line, "" when not known
}

// The columns of a line. What is longer pushes the rest to the right.
const (
	actorWidth  = 18
	actionWidth = 58
)

// String is the row as a line.
func (r Row) String() string {
	line := fmt.Sprintf("%6d %7d.%03d  %-*s  ", r.Event, r.Time/1000, r.Time%1000, actorWidth, r.Actor)
	if r.Where == "" {
		return line + r.Action
	}
	return line + fmt.Sprintf("%-*s  %s", actionWidth, r.Action, r.Where)
}

// Fit is the row as a line for a screen of so many columns, 0 for any number. In a
// line that would be too long, the source line follows the action without a gap.
func (r Row) Fit(columns int) string {
	line := r.String()
	if columns == 0 || utf8.RuneCountInString(line) <= columns {
		return line
	}
	r.Action, r.Where = strings.TrimSpace(r.Action+"  "+r.Where), ""
	return r.String()
}

// To returns a tracer that writes each event to w, a screen of so many columns or with 0 anything
// else.
func To(w io.Writer, columns int) kernel.Tracer {
	return kernel.Tracer{Before: true, Event: func(e *kernel.Event) { fmt.Fprintln(w, Of(e).Fit(columns)) }}
}

// Of puts an event into words, all of them printable.
func Of(e *kernel.Event) Row {
	r := Row{Event: e.Step, Time: e.Time}
	switch {
	case e.Actor.Edited():
		r.Actor, r.Action = Debugger, Edit(e.State, e.Edit, e.Msg)
		return r
	case e.Actor.Thread == 0:
		r.Actor, r.Action = fmt.Sprintf("packet %d", e.Actor.Packet), quote.Line(packet(e))
		return r
	}
	r.Actor = e.State.ThreadName(e.Actor.Thread)
	l := line{e: e, s: e.State}
	l.thread = e.State.Threads.At(uint32(e.Actor.Thread))
	l.space = e.State.Tasks.At(uint32(l.thread.Task)).Space
	r.Action = quote.Line(l.action())
	if f := kernel.FrameAt(e.Call.PC); e.Call.PC != 0 && f.File != "" {
		r.Where = f.String()
	}
	return r
}

// line is what is needed to put the step of a thread into words.
type line struct {
	e      *kernel.Event
	s      *kernel.State
	thread *kernel.ThreadState
	space  ipc.SpaceID
}

// action is the whole sentence.
func (l *line) action() string {
	text := l.call() + l.again()
	switch {
	case l.e.Met > 0:
		return l.met()
	case l.e.Done:
		return text + l.result()
	case l.s.Failure != nil && l.s.Failure.Thread == l.e.Actor.Thread:
		return text + "  ** " + l.s.Failure.Kind.String() + ": " + l.s.Failure.Text
	case l.e.Ended && l.e.About.Kind == kernel.TaskObject && l.e.Call.Op.Class() == kernel.ClassRaise:
		return text + ", which ends task " + l.s.TaskName(kernel.TaskID(l.e.About.ID))
	case l.e.Ended:
		return text + ", and ends"
	case l.thread.Status == kernel.Blocked:
		return text + "  ... " + l.wait()
	}
	return text + "  ... is stopped"
}

// met says which predicate of a halting was met, in place of the call.
func (l *line) met() string {
	text := fmt.Sprintf("meets predicate %d", l.e.Met)
	if n := len(l.s.Halt.Halted); n > 0 && l.s.Halt.Halted[n-1].Event == l.e.Step {
		text += ", and its task halts"
	}
	return text
}

// again tells the later steps of a call from its first one.
func (l *line) again() string {
	if l.e.Phase == 0 || l.isMessage() {
		return ""
	}
	return " (goes on)"
}

// wait says what the thread waits for, in few words.
func (l *line) wait() string {
	switch w := l.e.Wait; w.Kind {
	case kernel.WaitSend:
		return "waits, the queue is full"
	case kernel.WaitReceive:
		return l.receiving()
	case kernel.WaitMutex:
		return "waits, held by " + l.s.ThreadName(l.s.Mutexes.At(w.Object).Owner)
	case kernel.WaitCondition:
		return "waits for a signal"
	case kernel.WaitSleep:
		if l.thread.Timer != 0 {
			return "until " + waitfor.Time(l.s.Timers[l.thread.Timer-1].At)
		}
		return "sleeps"
	case kernel.WaitException:
		return "waits for the handler of " + l.s.PortName(w.Port)
	case kernel.WaitAlone:
		return "waits to be alone"
	case kernel.WaitRequest, kernel.WaitAnswer:
		return "waits for the answer of " + l.s.HostName(w.Host)
	}
	return "waits"
}

func (l *line) receiving() string {
	text := "waits"
	if l.awaitsReply() {
		text = "waits for the reply"
	}
	if l.thread.Timer != 0 {
		text += " until " + waitfor.Time(l.s.Timers[l.thread.Timer-1].At)
	}
	return text
}
