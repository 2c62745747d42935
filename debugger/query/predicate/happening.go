package predicate

import (
	"errors"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/query/breakpoint"
	"machsim/ipc"
	"machsim/kernel"
)

// Happening is an event that a place is about.
type Happening struct {
	Event  int // in the run, which may be refined
	Thread kernel.ThreadID
	Call   Call         // that it is an event of
	From   Call         // the call that sent the message which the event received; the zero Call for none
	With   []eval.Value // what it has of what Place.With names
}

// Call is a call of a lane; both are counted from 1.
type Call struct{ Lane, N int }

// Happenings returns the events that a place is about, or the same place of a family, in recorded order. It takes no
// notice of whether the message is to be the same, or of whether what they have is to be what other events have.
func (b *Binder) Happenings(n *lang.Node) (all []Happening, err error) {
	place, threads := n, []kernel.ThreadID(nil)
	if n.Op == lang.Quantified {
		if threads, _, err = b.members(n); err != nil {
			return nil, err
		}
		place = n.Kids[0]
	}
	if err := b.attributes(place.Place.With); err != nil {
		return nil, err
	}
	found, err := b.r.happenings(place.Place)
	if m := (*lang.Mistake)(nil); errors.As(err, &m) && m.Absent && !ofCondition(place.Place, m) {
		b.remark(place, m.What)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		b.remark(place, "no thread does that in this run")
	}
	for i := range found {
		f := &found[i]
		if threads != nil && !slices.Contains(threads, b.r.Tape.Lanes[f.Lane].Thread) {
			continue
		}
		h := Happening{
			Event: f.Event, Thread: b.r.Tape.Lanes[f.Lane].Thread, Call: Call{f.Lane + 1, f.Call + 1},
			From: b.r.callOf(b.r.Tape.Received(f.Event)),
		}
		for _, w := range place.Place.With {
			v, err := b.r.attribute(place.Place.Kind, f, w)
			if err != nil {
				return nil, err
			}
			h.With = append(h.With, v)
		}
		all = append(all, h)
	}
	return all, nil
}

// callOf returns the call that an event is of; the zero Call for event -1.
func (r *Run) callOf(event int) Call {
	if event < 0 {
		return Call{}
	}
	lane, n := r.Tape.Lane(event), r.Tape.Nth(event)
	if l := &r.Tape.Lanes[lane]; l.Thread != 0 {
		n = l.CallOf(n)
	}
	return Call{lane + 1, n + 1}
}

// IsProcess says whether a name is that of a thread or a task.
func (b *Binder) IsProcess(name string) bool { return len(b.r.process(name)) > 0 }

// attributesOf are what every event may have, beside the fields of its message.
var attributesOf = []string{"thread", "task", "host", "object", "id", "type", "item"}

// attributes checks the names of what events are to have.
func (b *Binder) attributes(all []lang.Bound) error {
	for _, w := range all {
		if !slices.Contains(attributesOf, w.Attribute) && !b.r.hasField(w.Attribute) {
			names := append(slices.Clone(attributesOf), b.r.fields()...)
			return b.Absent(w.At, "no event has %s, and no message such a field%s", w.Attribute,
				text.Near(w.Attribute, names, ""))
		}
	}
	return nil
}

// happenings finds the events of a place, with its condition.
func (r *Run) happenings(s *lang.Place) ([]breakpoint.Happening, error) {
	if s.If == nil {
		return r.places.Happenings(s, nil)
	}
	c, err := r.condition(s.Source, s.If, lang.Kinds[s.Kind].Content)
	if err != nil {
		return nil, err
	}
	return r.places.Happenings(s, c.Holds)
}

// attribute returns what an event has: nothing, if it has no such thing.
func (r *Run) attribute(k lang.Kind, h *breakpoint.Happening, w lang.Bound) (eval.Value, error) {
	thread := r.Tape.Lanes[h.Lane].Thread
	switch w.Attribute {
	case "thread":
		return eval.IntOf(int64(thread)), nil
	case "task":
		return eval.IntOf(int64(r.TaskOf(thread))), nil
	case "host":
		return eval.IntOf(int64(r.Tape.End.Tasks.At(uint32(r.TaskOf(thread))).Host)), nil
	case "object":
		n, err := r.places.Object(k, &h.Occurrence)
		if n == 0 {
			return eval.Value{}, err
		}
		return eval.IntOf(int64(n)), err
	}
	return partOf(h.Message(), w), nil
}

// partOf returns a part of a message; nothing if there is no message, or no such part.
func partOf(m *ipc.Message, w lang.Bound) eval.Value {
	switch {
	case m == nil:
	case w.Attribute == "id":
		return eval.IntOf(int64(m.ID))
	case w.Attribute == "type":
		return typeOf(m.Items)
	case w.Attribute != "item":
		return ofItem(kernel.FieldOf(m.Items, w.Attribute))
	case w.N <= len(m.Items):
		return ofItem(&m.Items[w.N-1])
	}
	return eval.Value{}
}

// Number returns the event of a run, which may be refined, that an event of the recorded run is.
func (r *Run) Number(event int) int {
	if r.refinement == nil {
		return event
	}
	return r.refinement.number(momentOf(event, 0))
}
