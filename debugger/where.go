package debugger

import (
	"context"
	"fmt"

	"machsim/debugger/event/view"
	"machsim/debugger/rows"
	"machsim/kernel"
)

// Here is where the Debugger stands.
type Here struct {
	Run      Run
	Position Position
	Time     int64  // virtual time in microseconds
	AtEnd    bool   // nothing of the run comes after it
	Ended    string // how the run ended

	Computing *Computing // who computes where a live run was halted; nil if all threads stand at their calls
}

// Here returns where the Debugger stands.
func (d *Debugger) Here(ctx context.Context) (Here, error) {
	return look(ctx, d, "where", func(context.Context) (Here, error) { return d.hereRow(), nil })
}

func (d *Debugger) hereRow() Here {
	h := Here{Run: d.row(d.on), Position: d.here(), Time: d.s().State().Now}
	first, whole := h.Position.Prefix()
	h.AtEnd, h.Ended, h.Computing = whole && first == d.s().Len(), h.Run.Ended, d.computing()
	return h
}

// Standing is what a thread does next.
type Standing struct {
	Thread string
	// Verb is what it does with What: "has ended", "has failed", "went on after", "waits in",
	// "goes on with" or "is about to".
	Verb   string
	What   string // a call, or how it failed; "" of one that has ended
	Source string // the line, "" if none is known
	Code   string // its text, where the thread stands before a statement of it; else ""
	Failed bool   // its failure has ended the run
}

// Focus returns the thread that methods without a thread are about, and what it does next. It is
// nil if the thread does not exist at the present position.
func (d *Debugger) Focus(ctx context.Context) (*Standing, error) {
	return look(ctx, d, "thread", func(context.Context) (*Standing, error) { return d.focused(), nil })
}

// SetFocus chooses that thread, which has to exist here.
func (d *Debugger) SetFocus(ctx context.Context, thread string) (*Standing, error) {
	return look(ctx, d, "thread", func(context.Context) (*Standing, error) {
		id, err := d.threadHere(thread)
		if err != nil {
			return nil, err
		}
		d.on.focus, d.on.frame = id, 0
		return d.focused(), nil
	})
}

// focused is the thread in focus, nil if it does not exist here.
func (d *Debugger) focused() *Standing {
	st, id := d.s().State(), d.on.focus
	if id == 0 || !st.Threads.Has(uint32(id)) {
		return nil
	}
	if d.betweenCalls(id) {
		return d.atLine(id)
	}
	t, row := st.Threads.At(uint32(id)), &Standing{Thread: st.ThreadName(id)}
	switch f := st.Failure; {
	case t.Status == kernel.Ended:
		row.Verb = "has ended"
		return row
	case f != nil && f.Thread == id:
		row.Verb, row.Failed = "has failed", true
		if row.What = fmt.Sprintf("%s: %s", f.Kind, f.Text); d.hidesValues(t.Task) {
			row.What = hiddenValue
		}
	case d.s().WentOn(id):
		row.Verb, row.What = "went on after", d.call(row.Thread, t)
	default:
		row.Verb, row.What = stance(t), d.call(row.Thread, t)
	}
	row.Source = lineOf(t)
	return row
}

// betweenCalls says whether a thread runs, and stands at a statement.
func (d *Debugger) betweenCalls(id kernel.ThreadID) bool {
	within, _ := d.s().Within()
	return d.s().Statement(id) > 0 || within == id
}

// stance is what a thread does with its call.
func stance(t *kernel.ThreadState) string {
	switch {
	case t.Status == kernel.Blocked:
		return "waits in"
	case t.Phase > 0:
		return "goes on with"
	}
	return "is about to"
}

// call is a thread's call in words.
func (d *Debugger) call(name string, t *kernel.ThreadState) string {
	if d.hidesValues(t.Task) {
		return hiddenValue
	}
	if o := d.seen().Find(view.Thread, name); o != nil {
		return o.Get("about to")
	}
	return t.Call.Op.String()
}

// lineOf is the line of a thread's call, "" when it is not known.
func lineOf(t *kernel.ThreadState) string {
	if t.Call.PC == 0 {
		return ""
	}
	if f := kernel.FrameAt(t.Call.PC); f.File != "" {
		return f.String()
	}
	return ""
}

// Thread is a thread that exists at the present position.
type Thread struct {
	Name     string
	Called   string // the name that somebody has given it (NameThread), "" for none
	Task     string
	Host     string
	Focus    bool
	Done     int    // events that it has done
	Of       int    // events in all
	State    string // in a word or two, with the breakpoints at which it stands
	Call     string // its next call, or the one that it waits in; "" of one that has ended
	WentOn   bool   // it went on after that call, and came to no other
	Source   string
	Status   string // its state, with for what it waits or what woke it
	InHand   string // the message that it has in hand
	ForkedAt string // the line of the call that has made it, "" if none is known
}

// Threads lists the threads.
func (d *Debugger) Threads(ctx context.Context) ([]Thread, error) {
	return list(ctx, d, "threads", func(context.Context) (all []Thread, err error) {
		for _, place := range d.s().Where() {
			if !d.hidesThread(place.Thread) {
				all = append(all, d.threadRow(place))
			}
		}
		return all, nil
	})
}

func (d *Debugger) threadRow(place rows.Place) Thread {
	st := d.s().State()
	th := st.Threads.At(uint32(place.Thread))
	row := Thread{
		Name: place.Name, Called: d.givenName(place.Name), Task: st.TaskName(th.Task),
		Host:  st.HostName(st.Tasks.At(uint32(th.Task)).Host),
		Focus: place.Thread == d.on.focus, Done: place.Done, Of: place.Of, State: d.standing(place),
		WentOn: d.s().WentOn(place.Thread), ForkedAt: d.forkedAt(place.Thread),
	}
	if place.Status != kernel.Ended {
		row.Call, row.Source = d.call(place.Name, th), lineOf(th)
	}
	if d.betweenCalls(place.Thread) {
		if at := d.atLine(place.Thread); at.Source != "" {
			row.State, row.Source = d.atBreakpoints("runs", place.Thread), at.Source
			if row.WentOn = d.s().Statement(place.Thread) == 0; !row.WentOn {
				row.Call = at.Code
			}
		}
	}
	row.Status = row.State
	if o := d.seen().Find(view.Thread, place.Name); o != nil {
		row.InHand, row.Status = o.Get("in hand"), d.status(place, o.Get("status"))
	}
	if row.InHand != "" && d.hidesValues(th.Task) {
		row.InHand = hiddenValue
	}
	return row
}
