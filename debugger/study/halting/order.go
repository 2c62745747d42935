package halting

import (
	"fmt"

	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Difference is what the program does otherwise in a run that was halted and went on: the first of its own events, in
// the order of the run that was never halted, that is another one, or whose causal order with another event differs.
type Difference struct {
	Thread string // whose event it is
	Event  int    // in the run that was never halted, from 1; 0 if the thread has no such event there
	Halted int    // in the one that was halted; 0 if there is none
	// Of an order that differs: the last event of another thread that comes before it in one run alone.
	Other  string
	Before int    // that event, in the run where it comes before
	Only   string // which run that is: Never or Went
	Text   string // all of it in words
}

// The two runs.
const (
	Never = "never halted"
	Went  = "halted"
)

// own is what the program does in a run.
type own struct {
	s     *session.Session
	g     *graph.Graph
	lanes map[string]int // of threads, by their paths
	did   []did          // by event
}

// did is what an event of a thread has done: what does not depend on what else happens in the run.
type did struct {
	op   kernel.Op
	done bool
	code int32
}

func newOwn(s *session.Session) (*own, error) {
	o := &own{s: s, g: s.Own(), lanes: map[string]int{}, did: make([]did, s.Len())}
	for lane, own := range s.OwnLanes() {
		if id := s.ThreadIn(lane); id != 0 && own {
			o.lanes[pathOf(s.Final(), id)] = lane
		}
	}
	return o, s.Events(0, s.Len(), func(e *kernel.Event) {
		if e.Actor.Thread != 0 && e.Result != nil {
			o.did[e.Step-1] = did{e.Call.Op, e.Done, int32(e.Result.Code)}
		}
	})
}

// event returns the k-th event of a lane; -1 if it has less.
func (o *own) event(lane, k int) int {
	if lane < 0 || k >= o.s.LaneLen(lane) {
		return -1
	}
	return o.s.LaneEvent(lane, k)
}

// differ looks for the first difference between a run that was never halted and one that was. Events after the last of
// the first run are of no interest: its limit may be lower.
func differ(never, went *session.Session) (*Difference, error) {
	a, err := newOwn(never)
	if err != nil {
		return nil, err
	}
	b, err := newOwn(went)
	if err != nil {
		return nil, err
	}
	x := &pairing{a, b, map[int]int{}}
	for path, lane := range a.lanes {
		x.lanes[lane] = -1
		if there, ok := b.lanes[path]; ok {
			x.lanes[lane] = there
		}
	}
	for e := range never.Len() {
		if there, ok := x.lanes[never.LaneAt(e)]; ok {
			if d := x.differAt(e, there); d != nil {
				return d, nil
			}
		}
	}
	return nil, nil
}

// pairing is the two runs, with the lanes of the second by those of the first: -1 for none.
type pairing struct {
	a, b  *own
	lanes map[int]int
}

// differAt compares an event of the run that was never halted with that of a lane of the other.
func (x *pairing) differAt(e, there int) *Difference {
	a, b := x.a, x.b
	name := a.s.ThreadName(a.s.ThreadIn(a.s.LaneAt(e)))
	f := b.event(there, a.g.Tape.Nth(e))
	d := &Difference{Thread: name, Event: e + 1, Halted: f + 1}
	switch {
	case f < 0:
		d.Text = fmt.Sprintf("%s does not come to %s (event %d)", name, a.said(e), e+1)
		return d
	case a.did[e] != b.did[f]:
		d.Text = fmt.Sprintf("%s: %s (event %d), and never halted: %s (event %d)", name, b.said(f), f+1, a.said(e), e+1)
		return d
	}
	return x.ordered(d, e, f)
}

// ordered looks for another thread more of whose events come before event e of the one run than before f of the other.
func (x *pairing) ordered(d *Difference, e, f int) *Difference {
	for lane := range x.a.s.Lanes() {
		there, ok := x.lanes[lane]
		if !ok {
			continue
		}
		before, after := x.a.g.Needs(e, lane), uint32(0)
		if there >= 0 {
			after = x.b.g.Needs(f, there)
		}
		switch {
		case before > after:
			return d.pair(x.a, e, lane, int(before)-1, Never)
		case after > before:
			return d.pair(x.b, f, there, int(after)-1, Went)
		}
	}
	return nil
}

// pair names two events that are ordered in one of the runs alone.
func (d *Difference) pair(o *own, e, lane, nth int, only string) *Difference {
	before, other := o.event(lane, nth), o.s.ThreadName(o.s.ThreadIn(lane))
	d.Other, d.Before, d.Only = other, before+1, only
	where := "in the run never halted"
	if only == Went {
		where = "in the one that was halted"
	}
	d.Text = fmt.Sprintf("%s of %s (event %d) comes before %s of %s (event %d) only %s", o.said(before), other, before+1,
		o.said(e), d.Thread, e+1, where)
	return d
}

// said is an event in words.
func (o *own) said(e int) string {
	rows, err := o.s.Rows(e, e+1)
	if err != nil || len(rows) == 0 {
		return o.did[e].op.String()
	}
	return rows[0].Action
}
