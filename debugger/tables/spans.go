package tables

import (
	"slices"

	"machsim/debugger/event"
	"machsim/kernel"
)

// spans notes when threads began spans, and ended them.
type spans struct {
	all  []span
	open map[kernel.ThreadID][]int // by thread: those that have not ended, in all
}

// span is a part of a thread's work that the program has named.
type span struct {
	name, thread, task, host, place string
	begun, ended                    moments
}

func newSpans() *spans { return &spans{open: map[kernel.ThreadID][]int{}} }

// see takes an event. The end of a span ends the innermost one of its name.
func (s *spans) see(x *event.Event) {
	if x.Kind != event.Step || !x.Done {
		return
	}
	id, now, name := x.Actor.Thread, moments{int(x.Number), x.Time}, x.Operand(kernel.FieldText).Text
	switch x.Op {
	case kernel.OpSpan:
		s.open[id] = append(s.open[id], len(s.all))
		s.all = append(s.all, span{
			name: name, thread: x.Thread.Text, task: x.Task.Text, host: x.Host.Text, place: x.Place().String(), begun: now,
		})
	case kernel.OpSpanEnd:
		open := s.open[id]
		for i, n := range slices.Backward(open) {
			if s.all[n].name == name {
				s.all[n].ended = now
				s.open[id] = slices.Delete(open, i, i+1)
				return
			}
		}
	}
}

// spanColumns are the columns of the table of spans.
var spanColumns = []Column{
	{"n", Event, "the event with which the span began"},
	{"name", Text, "its name"},
	{"thread", Text, "the thread"},
	{"task", Text, "its task"},
	{"host", Text, "the task's host"},
	{"begun_us", Time, "when it began"},
	{"ended_n", Event, "the event with which it ended; NULL if it has not"},
	{"ended_us", Time, "when that was"},
	{"us", Time, "the time between"},
	{"place", Text, "where the span begins in the source"},
}

func (r *run) fillSpans(t *Table) {
	to := newRows(t)
	for i := range r.spans.all {
		s := &r.spans.all[i]
		lasted := Null()
		if s.ended.n > 0 {
			lasted = Int(s.ended.us - s.begun.us)
		}
		to.add(s.begun.event(), shown(s.name), shown(s.thread), shown(s.task), shown(s.host), s.begun.time(),
			s.ended.event(), s.ended.time(), lasted, word(s.place))
	}
	to.close()
}
