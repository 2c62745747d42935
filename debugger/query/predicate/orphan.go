package predicate

import (
	"fmt"
	"slices"

	"machsim/debugger/event/rpc"
	"machsim/debugger/lang"
	"machsim/kernel"
)

// orphan binds the condition that a thread is an orphan: it serves a remote call whose caller has given up. That is
// about two lanes, so it is, for each call that was an orphan, that the caller has given up and that the server still
// serves it.
func (b *Binder) orphan(n *lang.Node, s scope) (*Expr, error) {
	calls, err := b.r.places.RPCs()
	if err != nil {
		return nil, err
	}
	var only []kernel.ThreadID
	if by := n.Place.By.Text; by != "" {
		only = b.r.process(by)
	}
	if s.thread != 0 {
		only = []kernel.ThreadID{s.thread}
	}
	var kids []*Expr
	for i := range calls.All {
		c := &calls.All[i]
		if from, _ := c.Orphaned(); from == 0 {
			continue
		}
		server, since := calls.Server(c, func(e uint32) bool { return c.Replied == 0 || e < c.Replied })
		if server == 0 || only != nil && !slices.Contains(only, server) {
			continue
		}
		pair := []*Expr{b.atom(n, b.r.abandoned(c)), b.atom(n, b.r.serving(c, server, since))}
		kids = append(kids, join(lang.And, n, "", pair...))
	}
	if len(kids) == 1 {
		return kids[0], nil
	}
	t := join(lang.Or, n, "", kids...)
	t.owner = several
	return t, nil
}

func (b *Binder) atom(n *lang.Node, l *Atom) *Expr {
	return &Expr{Op: lang.AtPlace, node: n, at: n.At, owner: several, hold: l}
}

// abandoned is the atom that the caller of a remote call has given up.
func (r *Run) abandoned(c *rpc.Call) *Atom {
	return r.since(fmt.Sprintf("rpc %d given up", c.Number), int(c.GaveUp)-1, 0)
}

// serving is the atom that a thread serves a remote call, which it has since an event.
func (r *Run) serving(c *rpc.Call, id kernel.ThreadID, since uint32) *Atom {
	lane := &r.Tape.Lanes[r.Tape.LaneOf(id)]
	from := lane.Event(min(lane.Before(int(since)-1), lane.Len()-1))
	end := c.Replied
	if c.Lost != 0 && (end == 0 || c.Lost < end) {
		end = c.Lost
	}
	return r.since(fmt.Sprintf("serves rpc %d", c.Number), from, end)
}

// since is an atom that holds from an event of its lane on, up to the lane's first event from another on, a number that
// is 0 for none.
func (r *Run) since(text string, from int, until uint32) *Atom {
	if l := r.atoms[text]; l != nil {
		return l
	}
	lane := r.Tape.Lane(from)
	l := &Atom{
		Text: text, Thread: r.Tape.Lanes[lane].Thread, Lane: lane, IsTruth: true, done: true, place: &lang.Place{},
		Spans: []Span{{from, Never}},
	}
	if until != 0 {
		l.Spans[0].Hi = r.nth(lane, r.Tape.Lanes[lane].Before(int(until)-1))
	}
	r.atoms[text] = l
	return l
}
