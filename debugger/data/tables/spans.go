package tables

import (
	"slices"

	"machsim/debugger/event"
	"machsim/kernel"
)

// spans notes when threads began spans, and ended them.
type spans struct {
	all  []span
	open map[kernel.ThreadID][]naming // by thread: those that have not ended
}

// span is a part of a thread's work that the program has named: the events with which it began and ended.
type span struct{ begun, ended uint64 }

// naming is a span, by its place in all, and its name.
type naming struct {
	at   int
	name string
}

// see takes an event. The end of a span ends the innermost one of its name.
func (s *spans) see(x *event.Event) {
	if x.Kind != event.Step || !x.Done || x.Op != kernel.OpSpan && x.Op != kernel.OpSpanEnd {
		return
	}
	open, name := s.open[x.Actor.Thread], x.Operand(kernel.FieldText).Text
	if x.Op == kernel.OpSpan {
		s.open[x.Actor.Thread] = append(open, naming{len(s.all), name})
		s.all = append(s.all, span{begun: x.Number})
		return
	}
	for i, n := range slices.Backward(open) {
		if n.name == name {
			s.all[n.at].ended = x.Number
			s.open[x.Actor.Thread] = slices.Delete(open, i, i+1)
			return
		}
	}
}

// spanColumns are the columns of the table of spans.
var spanColumns = []derived[span]{
	{"n", Event, "the event with which the span began", eventOf(begun)},
	{"name", Text, "its name", at("object", begun)},
	{"thread", Text, "the thread", at("thread", begun)},
	{"task", Text, "its task", at("task", begun)},
	{"host", Text, "the task's host", at("host", begun)},
	{"begun_us", Time, "when it began", at("time_us", begun)},
	{"ended_n", Event, "the event with which it ended; NULL if it has not", eventOf(ended)},
	{"ended_us", Time, "when that was", at("time_us", ended)},
	{"us", Time, "the time between", between(begun, ended)},
	{"place", Text, "where the span begins in the source", place(begun)},
}

func begun(s *span) uint64 { return s.begun }
func ended(s *span) uint64 { return s.ended }
