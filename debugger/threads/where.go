package threads

import (
	"fmt"

	"machsim/debugger/event/view"
	"machsim/debugger/present"
	"machsim/debugger/rows"
	"machsim/debugger/values"
	"machsim/kernel"
)

// AtLine is what a thread does that stands before a statement.
func (d In) AtLine(id kernel.ThreadID) *Standing {
	row := &Standing{Thread: d.S.State().ThreadName(id)}
	frames, err := d.Activations(id)
	if err != nil || len(frames) == 0 {
		return row
	}
	f := d.FrameRow(id, 0, frames[0])
	row.Verb, row.What, row.Source, row.Code = "is in", f.Func, fmt.Sprintf("%s:%d", f.File, f.Line), f.Code
	return row
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

// Focused is the thread in focus, nil if it does not exist here.
func (d In) Focused() *Standing {
	st, id := d.S.State(), d.Focus
	if id == 0 || !st.Threads.Has(uint32(id)) {
		return nil
	}
	if d.betweenCalls(id) {
		return d.AtLine(id)
	}
	t, row := st.Threads.At(uint32(id)), &Standing{Thread: st.ThreadName(id)}
	switch f := st.Failure; {
	case t.Status == kernel.Ended:
		row.Verb = "has ended"
		return row
	case f != nil && f.Thread == id:
		row.Verb, row.Failed = "has failed", true
		if row.What = fmt.Sprintf("%s: %s", f.Kind, f.Text); d.HidesValues(t.Task) {
			row.What = present.HiddenValue
		}
	case d.S.WentOn(id):
		row.Verb, row.What = "went on after", d.Call(id)
	default:
		row.Verb, row.What = stance(t), d.Call(id)
	}
	row.Source = values.LineOf(t)
	return row
}

// betweenCalls says whether a thread runs, and stands at a statement.
func (d In) betweenCalls(id kernel.ThreadID) bool {
	within, _ := d.S.Within()
	return d.S.Statement(id) > 0 || within == id
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

// Call is a thread's call in words.
func (d In) Call(id kernel.ThreadID) string {
	if d.HidesValues(d.S.State().Threads.At(uint32(id)).Task) {
		return present.HiddenValue
	}
	return d.Run.Call(id)
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
func (d In) Threads() (all []Thread, err error) {
	for _, place := range d.S.Where() {
		if !d.HidesThread(place.Thread) {
			all = append(all, d.threadRow(place))
		}
	}
	return all, nil
}

func (d In) threadRow(place rows.Place) Thread {
	st := d.S.State()
	th := st.Threads.At(uint32(place.Thread))
	row := Thread{
		Name: place.Name, Called: d.Given(place.Name), Task: st.TaskName(th.Task),
		Host:  st.HostName(st.Tasks.At(uint32(th.Task)).Host),
		Focus: place.Thread == d.Focus, Done: place.Done, Of: place.Of, State: d.standing(place),
		WentOn: d.S.WentOn(place.Thread), ForkedAt: d.forkedAt(place.Thread),
	}
	if place.Status != kernel.Ended {
		row.Call, row.Source = d.Call(place.Thread), values.LineOf(th)
	}
	if d.betweenCalls(place.Thread) {
		if at := d.AtLine(place.Thread); at.Source != "" {
			row.State, row.Source = d.atBreakpoints("runs", place.Thread), at.Source
			if row.WentOn = d.S.Statement(place.Thread) == 0; !row.WentOn {
				row.Call = at.Code
			}
		}
	}
	row.Status = row.State
	if o := d.Seen().Find(view.Thread, place.Name); o != nil {
		row.InHand, row.Status = o.Get("in hand"), d.status(place, o.Get("status"))
	}
	if row.InHand != "" && d.HidesValues(th.Task) {
		row.InHand = present.HiddenValue
	}
	return row
}

// forkedAt is the line of the call that has made a thread, "" if none is known.
func (d In) forkedAt(id kernel.ThreadID) string {
	if d.S.Early() {
		return ""
	}
	if f := d.S.ForkedAt(id); f.File != "" {
		return f.String()
	}
	return ""
}
