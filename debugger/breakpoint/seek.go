package breakpoint

import (
	"strings"

	"machsim/debugger/lang"
	"machsim/kernel"
)

// candidates are the calls that a place speaks of, but for who makes them and its condition.
func (r *Run) candidates(s spec) ([]Occurrence, error) {
	switch s.Kind {
	case lang.Line:
		return r.onLine(s)
	case lang.Label, lang.Call:
		return r.texts(s)
	case lang.Enter:
		return r.entries(s)
	case lang.Print:
		return r.like(lang.Print, func(c *kernel.Call) bool { return strings.Contains(c.Text, s.Text.Text) }), nil
	case lang.Fork, lang.ThreadExit:
		return r.threads(s)
	}
	objects, err := r.wanted(s)
	if err != nil {
		return nil, err
	}
	if classesOf[s.Kind] != nil { // their object is a number in the call
		return r.like(s.Kind, func(c *kernel.Call) bool { return objects == nil || objects[uint32(c.N)] }), nil
	}
	if objects == nil && (s.Kind == lang.Send || s.Kind == lang.Receive) {
		return r.messages(s.Kind), nil
	}
	return r.surveyedDeeds(s.Kind, objects)
}

// like are the calls that belong to a kind, as far as want wants them.
func (r *Run) like(k lang.Kind, want func(*kernel.Call) bool) (found []Occurrence) {
	r.calls(func(lane, call int, c *kernel.Call) {
		if has(k, c.Op) && want(c) {
			found = append(found, r.occurrence(lane, call))
		}
	})
	return found
}

// messages are all calls that send, or receive.
func (r *Run) messages(k lang.Kind) (found []Occurrence) {
	r.calls(func(lane, call int, c *kernel.Call) {
		if send, receive := halves(c); k == lang.Send && send || k == lang.Receive && receive {
			o := r.occurrence(lane, call)
			o.receiving = k == lang.Receive
			found = append(found, o)
		}
	})
	return found
}

// surveyedDeeds are the deeds of a kind on some objects, nil for any.
func (r *Run) surveyedDeeds(k lang.Kind, objects map[uint32]bool) (found []Occurrence, err error) {
	v, err := r.surveyed()
	if err != nil {
		return nil, err
	}
	for _, d := range v.deeds[k] {
		if objects == nil || objects[d.object] {
			o := r.occurrence(int(d.lane), int(d.call))
			o.receiving = k == lang.Receive
			found = append(found, o)
		}
	}
	return found, nil
}

// occurrence is the k-th call of a lane or, of packets, its k-th event. Packets do not come
// to a place before they arrive, so they stop after that.
func (r *Run) occurrence(lane, k int) Occurrence {
	o := Occurrence{Tape: r.t, Lane: lane, Call: k, Done: uint32(k) + 1}
	if l := &r.t.Lanes[lane]; l.Thread != 0 {
		o.Done = start(l, k)
	}
	return o
}

// at is the call that an event belongs to.
func (r *Run) at(event int) Occurrence {
	lane, n := r.t.Lane(event), r.t.Nth(event)
	if l := &r.t.Lanes[lane]; l.Thread != 0 {
		n = l.CallOf(n)
	}
	return r.occurrence(lane, n)
}
