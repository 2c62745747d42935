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
		for _, o := range calls.Orphans(c) {
			if o.By == 0 || only != nil && !slices.Contains(only, o.By) {
				continue
			}
			pair := []*Expr{b.atom(n, b.r.abandoned(c)), b.atom(n, b.r.serving(c, &o))}
			kids = append(kids, join(lang.And, n, "", pair...))
		}
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
	text := fmt.Sprintf("rpc %d given up", c.Number)
	return r.since(text, text, int(c.GaveUp)-1, 0)
}

// serving is the atom that a thread serves a remote call.
func (r *Run) serving(c *rpc.Call, o *rpc.Orphan) *Atom {
	lane := &r.Tape.Lanes[r.Tape.LaneOf(o.By)]
	from := lane.Event(min(lane.Before(int(o.Since)-1), lane.Len()-1))
	text := fmt.Sprintf("serves rpc %d", c.Number)
	return r.since(fmt.Sprintf("%s since %d", text, o.Since), text, from, o.Until)
}

// since is an atom that holds from an event of its lane on, up to the lane's first event from another on, a number that
// is 0 for none. key is what no other atom has.
func (r *Run) since(key, text string, from int, until uint64) *Atom {
	if l := r.atoms[key]; l != nil {
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
	r.atoms[key] = l
	return l
}
