package rows

import (
	"fmt"

	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Hold says what keeps a thread from going on at a position. Places.Where computes it once for
// each thread, and everything said about waits and delays is derived from it.
type Hold uint8

const (
	// Free: nothing but the debugger; the thread can take its next event.
	Free Hold = iota
	// Waits: it is in the middle of a call and waits there.
	Waits
	// WouldWait: its next call, or the rest of its present one, would wait in the state at the
	// position. In the recording the call found what it wanted, if the next event completes it.
	WouldWait
	// HeldBack: its call would not wait, but in the recording events of other threads come first: an
	// artificial delay (Krawczuk 3.5).
	HeldBack
	// Suspended: Mach has suspended it, or its task.
	Suspended
	// Doomed: it takes no further event in the recording, because the event Ender ends it.
	Doomed
	// AtEnd: the recording ends here for it.
	AtEnd
	// Failed: it has ended the run by a failure.
	Failed
	// Ended: it has ended.
	Ended
)

var holdNames = [...]string{
	"ready", "waits", "would wait", "held back", "suspended", "to be ended", "at the end", "failed", "ended",
}

// String names the hold in a word or two.
func (h Hold) String() string { return holdNames[h] }

// hold computes what keeps a thread from going on.
func (x Places) hold(p *Place) Hold {
	st, r := x.at.State(), &p.Row
	switch {
	case p.Status == kernel.Ended:
		return Ended
	case st.Failure != nil && st.Failure.Thread == p.Thread:
		return Failed
	case r.Reason == waitfor.Suspended:
		return Suspended
	case r.Reason != waitfor.Ready && !r.NotBegun:
		return Waits
	case r.NotBegun:
		return WouldWait
	case len(p.Lacks) > 0:
		return HeldBack
	case p.Event >= 0 || x.at.GoesOn():
		return Free
	}
	if p.Ender = x.at.Ender(p.Thread); p.Ender >= 0 {
		return Doomed
	}
	return AtEnd
}

// Explain describes what keeps a thread from going on. Between two of its calls a thread runs, at the line of its
// present statement; what its next call would wait for comes after that.
func (x Places) Explain(p *Place) waitfor.Explanation {
	e := x.held(p)
	line := x.at.Line(p.Thread)
	if line == "" {
		return e
	}
	e.Where, e.Held = line, ""
	switch {
	case p.Hold == Free:
		e.Text = "runs"
	case p.Hold != AtEnd || !x.at.WentOn(p.Thread):
		e.Text = "runs; " + e.Text
	}
	return e
}

// held describes what keeps a thread from taking its next event.
func (x Places) held(p *Place) waitfor.Explanation {
	st := x.at.State()
	if p.Hold == Ended {
		return waitfor.Explanation{Thread: p.Name, Text: "has ended"}
	}
	e := waitfor.Explain(st, &p.Row)
	switch p.Hold {
	case Failed:
		e.Text = hasFailed(st.Failure)
	case HeldBack:
		e.Text = "is held back: " + x.first(p.Lacks) + " in the recording"
	case WouldWait:
		if len(p.Lacks) > 0 {
			e.Text += "; " + x.first(p.Lacks)
		}
		e.Text += x.delayed(p)
	case Waits:
		e.Text += x.delayed(p)
	case Doomed:
		e.Text = "takes no event any more: " + x.at.Deed(p.Ender) + " ends it"
	case AtEnd:
		switch {
		case x.at.WentOn(p.Thread):
			e.Text, e.Where = "runs on without a call", ""
		case !x.at.GoesOn():
			e.Text += ", but the recording ends here"
		}
	}
	return e
}

// first says that some events come first.
func (x Places) first(events []int) string {
	return Several(events, x.at.Deed) + map[bool]string{true: " comes first", false: " come first"}[len(events) == 1]
}

// delayed describes the held messages for which a thread waits.
func (x Places) delayed(p *Place) (text string) {
	st := x.at.State()
	if p.Row.Reason != waitfor.Message {
		return ""
	}
	for _, id := range st.IPC.Held {
		m := st.IPC.Msgs.At(uint32(id))
		port := st.IPC.Ports.At(uint32(m.Dest))
		at := kernel.Object{Kind: kernel.PortObject, ID: uint32(m.Dest)}
		if port.Set != 0 {
			at = kernel.Object{Kind: kernel.SetObject, ID: uint32(port.Set)}
		}
		if p.Row.At == at {
			text += fmt.Sprintf("; the message of event %d is held until its turn", m.Sent)
		}
	}
	return text
}

// maxSeveral is the number of things that Several names one by one.
const maxSeveral = 4

// Several lists some things, the first few by name.
func Several[T any](all []T, name func(T) string) (text string) {
	more := max(0, len(all)-maxSeveral)
	if more == 1 {
		more = 0
	}
	for i, x := range all[:len(all)-more] {
		switch {
		case i > 0 && i == len(all)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += name(x)
	}
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
