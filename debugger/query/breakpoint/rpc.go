package breakpoint

import (
	"machsim/debugger/event/rpc"
)

// RPCs returns the remote calls of the run, which takes one pass over all events on first use.
func (r *Run) RPCs() (*rpc.Calls, error) {
	if r.rpcs == nil {
		c := rpc.New()
		if err := r.events(0, r.t.Len(), c.See); err != nil {
			return nil, err
		}
		r.rpcs = c.Calls()
	}
	return r.rpcs, nil
}

// failures returns the kernel calls in which callers are told that a remote call has failed.
func (r *Run) failures(s spec) (found []Occurrence, err error) {
	calls, err := r.RPCs()
	if err != nil {
		return nil, err
	}
	objects, err := r.wanted(s)
	if err != nil {
		return nil, err
	}
	v, err := r.surveyed()
	if err != nil {
		return nil, err
	}
	for i := range calls.All {
		c := &calls.All[i]
		if c.Failed == 0 || objects != nil && !objects[v.ports.numbers.Get(calls.Ports[c.Port].Identity)] {
			continue
		}
		found = append(found, r.completed(int(c.Failed)-1))
	}
	return found, nil
}

// doubled returns the events with which remote calls begin to be executed once more, of a procedure if one is named.
func (r *Run) doubled(s spec) (found []Occurrence, err error) {
	calls, err := r.RPCs()
	if err != nil {
		return nil, err
	}
	for i := range calls.All {
		c := &calls.All[i]
		if s.Text.Text != "" && (c.Marked == nil || c.Marked.Procedure != s.Text.Text) {
			continue
		}
		for _, e := range calls.Doubled(c) {
			found = append(found, r.completed(int(e)-1))
		}
	}
	return found, nil
}

// orphans returns the events with which remote calls become orphans whose servers' lanes are among some; nil means any.
func (r *Run) orphans(lanes map[int]bool) (found []Occurrence, err error) {
	calls, err := r.RPCs()
	if err != nil {
		return nil, err
	}
	for i := range calls.All {
		c := &calls.All[i]
		for _, o := range calls.Orphans(c) {
			id, _ := calls.Server(c, func(event uint64) bool { return event <= o.From })
			if lanes == nil || lanes[r.t.LaneOf(id)] {
				found = append(found, r.completed(int(o.From)-1))
			}
		}
	}
	return found, nil
}

// completed is the occurrence of the call to which an event belongs.
func (r *Run) completed(event int) Occurrence {
	lane, nth := r.t.Lane(event), r.t.Nth(event)
	if r.t.Lanes[lane].Thread == 0 {
		return Occurrence{Tape: r.t, Lane: lane, Call: nth, Done: uint32(nth) + 1}
	}
	return r.occurrence(lane, r.t.Lanes[lane].CallOf(nth))
}
