package breakpoint

import (
	"strings"

	"machsim/debugger/lang"
	"machsim/kernel"
)

// candidates returns the calls that match a place, by any thread, before its condition is checked.
func (r *Run) candidates(s spec) ([]Occurrence, error) {
	switch s.Kind {
	case lang.Line:
		return r.onLine(s)
	case lang.Label, lang.Call:
		return r.texts(s)
	case lang.Enter, lang.Leave:
		return r.entries(s)
	case lang.Panic:
		return r.panics(), nil
	case lang.Misuse:
		return r.misuses(), nil
	case lang.Error:
		return r.errors(s)
	case lang.Print:
		return r.like(lang.Print, func(c *kernel.Call) bool { return strings.Contains(c.Text, s.Text.Text) }), nil
	case lang.Fork, lang.ThreadExit:
		return r.threads(s)
	case lang.RPCFails:
		return r.failures(s)
	case lang.RPCDoubled:
		return r.doubled(s)
	}
	objects, err := r.wanted(s)
	if err != nil {
		return nil, err
	}
	if classesOf[s.Kind] != nil { // the call holds the number of its object
		return r.like(s.Kind, func(c *kernel.Call) bool { return objects == nil || objects[uint32(c.N)] }), nil
	}
	if objects == nil && (s.Kind == lang.Send || s.Kind == lang.Receive) {
		return r.messages(s.Kind), nil
	}
	return r.surveyedDeeds(s.Kind, objects)
}

// like returns the calls of a kind that want accepts.
func (r *Run) like(k lang.Kind, want func(*kernel.Call) bool) (found []Occurrence) {
	r.calls(func(lane, call int, c *kernel.Call) {
		if has(k, c.Op) && want(c) {
			found = append(found, r.occurrence(lane, call))
		}
	})
	return found
}

// messages returns all calls that send, or all that receive.
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

// surveyedDeeds returns the deeds of a kind on some objects; nil means any object.
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

// occurrence returns the k-th call of a lane; for a lane of packets, its k-th event. There is no
// stop before a packet arrives, so packets stop after the event.
func (r *Run) occurrence(lane, k int) Occurrence {
	o := Occurrence{Tape: r.t, Lane: lane, Call: k, Done: uint32(k) + 1}
	if l := &r.t.Lanes[lane]; l.Thread != 0 {
		o.Done = start(l, k)
	}
	return o
}

// at returns the call to which an event belongs.
func (r *Run) at(event int) Occurrence {
	lane, n := r.t.Lane(event), r.t.Nth(event)
	if l := &r.t.Lanes[lane]; l.Thread != 0 {
		n = l.CallOf(n)
	}
	return r.occurrence(lane, n)
}
