package event

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Reader makes values of the events of one run. It has to be shown all events from some event on, in
// order, because it keeps the names of objects: most events are about objects that came up before.
type Reader struct {
	names *Table[string] // of what has come up; nil to keep none

	// What Look returns, used again for each event.
	looked   Event
	operands []Value
	outgoing scratch
	incoming scratch
	packet   Packet

	// The event at hand.
	e      *kernel.Event
	s      *kernel.State
	thread *kernel.ThreadState
	space  ipc.SpaceID
	to     *Event
	kept   bool // to can be kept
}

// scratch is room for a message.
type scratch struct {
	Message
	ports []Value
}

// NewReader returns a Reader that has been shown nothing.
func NewReader() *Reader {
	return &Reader{names: new(Table[string])}
}

// Of returns what one event was, as [Reader.Of] does for all events of a run.
func Of(e *kernel.Event) *Event { return new(Reader).Of(e) }

// Of returns what an event was, as a value that can be kept. It has to be shown to a Tracer with Before.
func (r *Reader) Of(e *kernel.Event) *Event { return r.read(e, new(Event), true) }

// Look is Of for a value that is valid until the next event: it takes no memory, but for what comes
// up for the first time.
func (r *Reader) Look(e *kernel.Event) *Event { return r.read(e, &r.looked, false) }

// Show makes e the event at hand, about which Name, About and Destination answer, without making a value of it:
// for those who want to know little of many events. It has to be shown to a Tracer with Before.
func (r *Reader) Show(e *kernel.Event) {
	r.e, r.s = e, e.State
	if e.Actor.Thread == 0 {
		return
	}
	if e.Done && e.Call.Op == kernel.OpCThreadSetName {
		r.forget()
	}
	r.thread = r.s.Threads.At(uint32(e.Actor.Thread))
	r.space = r.thread.Space
}

func (r *Reader) read(e *kernel.Event, to *Event, kept bool) *Event {
	r.Show(e)
	*to = Event{}
	to.Number, to.Time, to.Actor, to.Halts, to.Fails = e.Step, e.Time, e.Actor, halts(e), fails(e)
	r.to, r.kept = to, kept
	for i := range e.Disk {
		to.Disk = append(to.Disk, *r.fault(&e.Disk[i].Fault))
	}
	switch {
	case e.Actor.Edited() && e.Edit == nil:
		to.Kind, to.Fault, to.About = Failing, r.fault(&e.Fault), r.About()
	case e.Actor.Edited():
		to.Kind = Edit
		to.Edit, to.Message = r.changed(e.Edit, e.Msg)
	case e.Actor.Thread == 0:
		to.Kind = Arrival
		r.arrival()
	default:
		r.step()
	}
	return to
}

// message returns a new message, which is room's if the value is not to be kept.
func (r *Reader) message(room *scratch) *Message {
	if r.kept {
		return new(Message)
	}
	room.Message = Message{}
	return &room.Message
}

// items returns the items of a message as the value may have them.
func (r *Reader) items(all []ipc.Item) []ipc.Item {
	if r.kept {
		return slices.Clone(all)
	}
	return all
}

// values returns n zero values, which are room's if the value is not to be kept.
func (r *Reader) values(room *[]Value, n int) []Value {
	if r.kept {
		return make([]Value, n)
	}
	if cap(*room) < n {
		*room = make([]Value, n)
	}
	*room = (*room)[:n]
	clear(*room)
	return *room
}
