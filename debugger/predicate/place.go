package predicate

import (
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/breakpoint"
	"machsim/kernel"
)

// place is the condition that a thread stands at a place: any thread that comes there, or
// the scope's.
func (b *binder) place(n *node, s scope) (*term, error) {
	var leaves []*leaf
	var err error
	if n.any {
		leaves = b.r.blockedAnywhere(s.thread)
	} else if leaves, err = b.hits(n, s); err != nil {
		return nil, err
	}
	var kids []*term
	for _, l := range leaves {
		kids = append(kids, &term{op: place, node: n, at: n.at, owner: several, hold: l})
	}
	if len(kids) == 1 {
		return kids[0], nil
	}
	t := join(or, n, "", kids...)
	t.owner = several
	return t, nil
}

// hits are the leaves of a place, one for each lane that comes there.
func (b *binder) hits(n *node, s scope) (all []*leaf, err error) {
	h, err := b.r.match(n.spec)
	var m *breakpoint.Mistake
	switch {
	case errors.As(err, &m) && m.Absent && !onVariables(n.spec, m.At):
		b.remark(n, m.What)
		return nil, nil
	case errors.As(err, &m):
		wrong := b.mistake(n.from+m.At, "%s", m.What)
		wrong.Absent = m.Absent
		return nil, wrong
	case err != nil:
		return nil, err
	case h.Empty():
		b.remark(n, "no thread comes there in this run")
	}
	lanes := h.Lanes
	if s.thread != 0 {
		i, found := slices.BinarySearch(lanes, b.r.t.LaneOf(s.thread))
		if !found {
			return nil, nil
		}
		lanes = lanes[i : i+1]
	}
	for _, lane := range lanes {
		all = append(all, b.r.atPlace(h, n, lane))
	}
	return all, nil
}

// onVariables says whether a byte of a place's text belongs to a condition on variables.
func onVariables(s *breakpoint.Spec, at int) bool {
	return slices.ContainsFunc(s.If, func(c breakpoint.Predicate) bool {
		v, ok := c.(*breakpoint.Variables)
		return ok && at >= v.At && at <= v.At+len(v.Text)
	})
}

// remark notes that the run never comes to a place, so that it holds nowhere.
func (b *binder) remark(n *node, what string) {
	text := fmt.Sprintf("%s: %s", b.source[n.at:n.to], what)
	if !slices.Contains(b.remarks, text) {
		b.remarks = append(b.remarks, text)
	}
}

func (r *Run) match(s *breakpoint.Spec) (*breakpoint.Hits, error) {
	key := s.String()
	if h := r.hits[key]; h != nil {
		return h, nil
	}
	h, err := r.places.Match(s)
	if err == nil {
		r.hits[key] = h
	}
	return h, err
}

// atPlace is the leaf of one lane at a place.
func (r *Run) atPlace(h *breakpoint.Hits, n *node, lane int) *leaf {
	text := n.spec.String()
	if n.in {
		text = blocked + " " + text
	}
	key := fmt.Sprintf("lane %d %s", lane, text)
	if l := r.leaves[key]; l != nil {
		return l
	}
	l := &leaf{text: text, thread: r.t.Lanes[lane].Thread, lane: lane, truth: true, place: n.spec, done: true}
	for p, ok := h.After(lane, 0); ok; p, ok = h.After(lane, uint32(p.Done)) {
		r.stand(l, p.Done, n.in)
	}
	r.leaves[key] = l
	return l
}

// stand adds a stop after so many events of the lane to a leaf: a thread stands there until
// its call is done; after a call, or where a packet has arrived, until the lane's next event.
func (r *Run) stand(l *leaf, done int, in bool) {
	lane := &r.t.Lanes[l.lane]
	to, event := done+1, done-1
	if lane.Thread != 0 && !l.place.After {
		to = r.passed(l.lane, done)
		event = to - 1
		if l.place.Kind == breakpoint.Send {
			event = done
		}
	}
	if event >= 0 && event < lane.Len() {
		l.events = append(l.events, lane.Event(event))
	}
	if in {
		done++
	}
	if done < to && done <= lane.Len() {
		l.spans = append(l.spans, span{lane.Event(done - 1), r.nth(l.lane, to-1)})
	}
}

// passed is how many events of a lane are done when the call is done that is the next after
// so many of them; more than there are if it never is.
func (r *Run) passed(lane, done int) int {
	l := &r.t.Lanes[lane]
	if k := l.Completed(done); k < l.Done() {
		return l.DoneBy(k)
	}
	return l.Len() + 1
}

func (r *Run) nth(lane, n int) int {
	if l := &r.t.Lanes[lane]; n < l.Len() {
		return l.Event(n)
	}
	return never
}

// blockedAnywhere are the leaves of threads while they are in the middle of a call.
func (r *Run) blockedAnywhere(only kernel.ThreadID) (all []*leaf) {
	for _, id := range r.threads() {
		if only == 0 || id == only {
			all = append(all, r.blocked(id))
		}
	}
	return all
}

func (r *Run) blocked(id kernel.ThreadID) *leaf {
	lane := r.t.LaneOf(id)
	key := fmt.Sprintf("lane %d %s", lane, blocked)
	if l := r.leaves[key]; l != nil {
		return l
	}
	l := &leaf{text: blocked, thread: id, lane: lane, truth: true, done: true, place: &breakpoint.Spec{}}
	for done, n := 1, r.t.Lanes[lane].Len(); done < n; {
		to := r.passed(lane, done)
		r.stand(l, done, true)
		done = to
	}
	r.leaves[key] = l
	return l
}

// opposite is the leaf that holds while a leaf of a place does not, from the first event of
// its lane on.
func (r *Run) opposite(l *leaf) *leaf {
	o := *l
	o.text, o.inverse = "not "+l.text, true
	o.spans = slices.DeleteFunc(gaps(l.spans, r.t.Lanes[l.lane].Event(0)), func(s span) bool { return s.lo == s.hi })
	return &o
}
