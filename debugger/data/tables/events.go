package tables

import (
	"fmt"

	"machsim/debugger/event"
	"machsim/debugger/event/facts"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// numItems is the number of items of a message that have a column.
const numItems = 8

// eventColumn is a column of the table of events.
type eventColumn struct {
	Name string
	Type Type
	Doc  string
	from origin
}

// eventColumns are the columns of the table of events.
var eventColumns = append(append([]eventColumn{
	{"n", Event, "the number of the event, from 1", follows(numbers)},
	{"kind", Text, "what happened, as the thesis calls it (message-transmission), or the class of the call", kindColumn},
	{"call", Text, "the kernel call; of a fault its kind (crash, loss, heal)", says((*seen).call)},
	{"done", Bool, "whether the call is done with this event", counts((*seen).done)},
	{"time_us", Time, "virtual time before the event", times},
	{"host", Text, "the host of the thread, or the one where a packet arrives",
		ofActor(func(a *actor) Value { return shown(a.host) })},
	{"task", Text, "the task of the thread", ofActor(func(a *actor) Value { return shown(a.task) })},
	{"thread", Text, "the thread that took the step; NULL for packets, faults, and changes at the debugger",
		ofActor(func(a *actor) Value { return shown(a.thread) })},
	{"file", Text, "the source file of the call", ofPlace(func(p *kernel.Frame) Value { return shown(p.File) })},
	{"line", Integer, "the source line of the call", ofPlace(func(p *kernel.Frame) Value { return number(p.Line) })},
	{"func", Text, "the function that makes the call", ofPlace(func(p *kernel.Frame) Value { return shown(p.Func) })},
	{"port", Text, "the port that a message goes to or came through, or that the call is about",
		names(func(x *seen) string { return x.port })},
	{"set", Text, "the port set that a message was received through, or that a port joins or leaves",
		names(func(x *seen) string { return x.set })},
	{"object", Text, "what it is about: port, set, mutex, condition, thread, task, host, or the label",
		names(func(x *seen) string { return x.object })},
	{"tag", Integer, "the id of the message", ofBody((*bodies).tag)},
	{"type", Text, "the Go type that the message was made from", ofBody((*bodies).typeOf)},
	{"body", Text, "the message in words", ofBody((*bodies).text)},
}, itemColumns()...), []eventColumn{
	{"size", Integer, "the bytes of the message on Mach's wire, without what lies out of line", ofBody((*bodies).size)},
	{"delivered_n", Event, "of a transmission: the event that received the message; NULL if none did", follows(delivered)},
	{"sent_n", Event, "of a reception: the event that sent the message; NULL for one of the kernel's", sentColumn},
	{"peer", Text, "the thread at the other end of the message, kernel for one of the kernel's", follows(peers)},
	{"result", Text, "ok, or the code of a refusal, once the call is done", says((*seen).result)},
	{"wait_us", Time, "how long the thread had waited in this call, if it had", counts((*seen).wait)},
	{"seq", Event, "the same as n", follows(numbers)},
	{"answer", Any, "what the call answers beside its code: a number, a text, the name of what it made", answers},
}...)

func (c eventColumn) head() Column { return Column{c.Name, c.Type, c.Doc} }

func itemColumns() (all []eventColumn) {
	for i := range numItems {
		all = append(all, eventColumn{fmt.Sprintf("item%d", i), Any, fmt.Sprintf("item %d of the message, from 0", i),
			ofBody(func(b *bodies, code int) Value { return b.itemAt(code, i) })})
	}
	return all
}

// seen is an event as the columns see it.
type seen struct {
	*event.Event
	facts.After
	about
	waited int64 // how long its thread has been in its call, -1 if it begins it
}

func (x *seen) call() string {
	switch {
	case x.Fault != nil:
		return x.Fault.Kind.String()
	case x.Kind == event.Step:
		return x.Op.String()
	}
	return ""
}

func (x *seen) done() int64 {
	switch {
	case x.Kind != event.Step:
		return missing
	case x.Done:
		return 1
	}
	return 0
}

func (x *seen) result() string {
	if x.Kind != event.Step || !x.Done {
		return ""
	}
	return resultOf(x.Event)
}

func (x *seen) wait() int64 {
	if x.waited < 0 {
		return missing
	}
	return x.waited
}

// sent is the event that sent what was received.
func (x *seen) sent() int64 {
	if x.Got == nil {
		return missing
	}
	return orMissing(int64(x.Got.Sent))
}

// shown is a text as a value, quoted; NULL for "".
func shown(s string) Value { return word(quote.Line(s)) }

// Kernel is who sends the messages of the kernel.
const Kernel = "kernel"
