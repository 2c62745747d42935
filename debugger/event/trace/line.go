package trace

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"machsim/debugger/event"
	"machsim/debugger/event/waitfor"
	"machsim/ipc/quote"
	"machsim/kernel"
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
	r := event.NewReader()
	show := func(e *kernel.Event) { fmt.Fprintln(w, Of(r.Look(e)).Fit(columns)) }
	return kernel.Tracer{Before: true, Event: show}
}

// Of puts an event into words, all of them printable.
func Of(e *event.Event) Row {
	r := Row{Event: e.Number, Time: e.Time}
	switch e.Kind {
	case event.Edit:
		r.Actor, r.Action = Debugger, Edit(e.Edit, e.Message)+disk(e)
		return r
	case event.Failing:
		r.Actor, r.Action = Faults, fault(e.Fault)+disk(e)
		return r
	case event.Arrival:
		r.Actor, r.Action = fmt.Sprintf("packet %d", e.Actor.Packet), quote.Line(packet(e))
		return r
	}
	r.Actor, r.Action = e.Thread.Text, quote.Line(action(e))+disk(e)
	if f := e.Place(); f.File != "" {
		r.Where = f.String()
	}
	return r
}

// action is the whole sentence about the step of a thread.
func action(e *event.Event) string {
	text := call(e) + again(e)
	switch {
	case e.Kind == event.Met:
		return met(e)
	case e.Done:
		return text + outcome(e)
	case e.Failure != nil:
		return text + "  ** " + e.Failure.Kind.String() + ": " + e.Failure.Text
	case e.Ended && e.About.Kind == kernel.TaskObject && e.Op.Class() == kernel.ClassRaise:
		return text + ", which ends task " + e.About.Text
	case e.Ended:
		return text + ", and ends"
	case e.Wait.Stops:
		return text + "  ... " + wait(&e.Wait)
	}
	return text + "  ... is stopped"
}

// met says which predicate of a halting was met, in place of the call.
func met(e *event.Event) string {
	text := fmt.Sprintf("meets predicate %d", e.Predicate)
	if e.Halts {
		text += ", and its task halts"
	}
	return text
}

// again tells the later steps of a call from its first one.
func again(e *event.Event) string {
	if e.Phase == 0 || e.Op.Class() == kernel.ClassMessage {
		return ""
	}
	return " (goes on)"
}

// wait says what a thread waits for, in few words.
func wait(w *event.Wait) string {
	switch w.Kind {
	case kernel.WaitSend:
		return "waits, the queue is full"
	case kernel.WaitReceive:
		return receiving(w)
	case kernel.WaitMutex:
		return "waits, held by " + w.For.Text
	case kernel.WaitCondition:
		return "waits for a signal"
	case kernel.WaitSleep:
		if w.Until != 0 {
			return "until " + waitfor.Time(w.Until)
		}
		return "sleeps"
	case kernel.WaitException:
		return "waits for the handler of " + w.For.Text
	case kernel.WaitAlone:
		return "waits to be alone"
	case kernel.WaitRequest, kernel.WaitAnswer:
		return "waits for the answer of " + w.For.Text
	}
	return "waits"
}

func receiving(w *event.Wait) string {
	text := "waits"
	if w.Reply {
		text = "waits for the reply"
	}
	if w.Until != 0 {
		text += " until " + waitfor.Time(w.Until)
	}
	return text
}
