package predicate

import (
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/query/breakpoint"
	"machsim/kernel"
)

// place binds the condition that a thread stands at a place: the scope's thread or, without one, any.
func (b *Binder) place(n *lang.Node, s scope) (*Expr, error) {
	var atoms []*Atom
	var err error
	if n.Place != nil && n.Place.Kind == lang.Orphan {
		return b.orphan(n, s)
	}
	if t, ok, err := b.statements(n, s); ok || err != nil {
		return t, err
	}
	if n.Place == nil {
		atoms = b.r.blockedAnywhere(s.thread)
	} else if atoms, err = b.hits(n, s); err != nil {
		return nil, err
	}
	var kids []*Expr
	for _, l := range atoms {
		kids = append(kids, &Expr{Op: lang.AtPlace, node: n, at: n.At, owner: several, hold: l})
	}
	if len(kids) == 1 {
		return kids[0], nil
	}
	t := join(lang.Or, n, "", kids...)
	t.owner = several
	return t, nil
}

// hits returns the atoms of a place, one for each lane that reaches it.
func (b *Binder) hits(n *lang.Node, s scope) (all []*Atom, err error) {
	h, err := b.r.known(n.Place)
	var m *lang.Mistake
	switch {
	case errors.As(err, &m) && m.Absent && n.Place.Kind == lang.Line && b.r.Statements == nil:
		return nil, b.Unshown(n.Place.String(), n.At, "%s", m.What) // where no call is made there may be a statement
	case errors.As(err, &m) && m.Absent && !ofCondition(n.Place, m):
		b.remark(n, m.What)
		return nil, nil
	case err != nil:
		return nil, err
	case h.Empty():
		b.remark(n, "no thread comes there in this run")
	}
	lanes := h.Lanes
	if s.thread != 0 {
		i, found := slices.BinarySearch(lanes, b.r.Tape.LaneOf(s.thread))
		if !found {
			return nil, nil
		}
		lanes = lanes[i : i+1]
	}
	return text.Each(lanes, func(lane int) *Atom { return b.r.atPlace(h, n, lane) }), nil
}

// ofCondition says whether a mistake is in the condition of a place.
func ofCondition(s *lang.Place, m *lang.Mistake) bool { return s.If != nil && m.At >= s.If.At }

// remark notes that the run never reaches a place, so that it holds nowhere.
func (b *Binder) remark(n *lang.Node, what string) {
	text := fmt.Sprintf("%s: %s", b.Text[n.At:n.To], what)
	if !slices.Contains(b.Remarks, text) {
		b.Remarks = append(b.Remarks, text)
	}
}

// known returns the hits of a place. They are computed once.
func (r *Run) known(s *lang.Place) (*breakpoint.Hits, error) {
	key := s.String()
	if h := r.hits[key]; h != nil {
		return h, nil
	}
	h, err := r.match(s)
	if err == nil {
		r.hits[key] = h
	}
	return h, err
}

// atPlace returns the atom that a lane is at a place.
func (r *Run) atPlace(h *breakpoint.Hits, n *lang.Node, lane int) *Atom {
	text := n.String()
	key := fmt.Sprintf("lane %d %s", lane, text)
	if l := r.atoms[key]; l != nil {
		return l
	}
	l := &Atom{Text: text, Thread: r.Tape.Lanes[lane].Thread, Lane: lane, IsTruth: true, place: n.Place, done: true}
	if h.Stands(lane) {
		r.stand(l, 0, n.Blocked)
	}
	for p, ok := h.After(lane, 0); ok; p, ok = h.After(lane, uint32(p.Done)) {
		r.stand(l, p.Done, n.Blocked)
	}
	r.atoms[key] = l
	return l
}

// stand adds a span to an atom, for a stop after a number of events of the lane. The thread stands there
// until its call is done; after a call, or where a packet has arrived, until the lane's next event.
func (r *Run) stand(l *Atom, done int, in bool) {
	lane := &r.Tape.Lanes[l.Lane]
	to, event := done+1, done-1
	if lane.Thread != 0 && !l.place.After {
		to = r.passed(l.Lane, done)
		event = to - 1
		if l.place.Kind == lang.Send {
			event = done
		}
	}
	if event >= 0 && event < lane.Len() {
		l.Events = append(l.Events, lane.Event(event))
	}
	l.arrives = !in && lane.Thread != 0 && !l.place.After
	if in && (done > 0 || !lane.Amid()) {
		done++
	}
	if done < to && done <= lane.Len() {
		from := Always
		if done > 0 {
			from = lane.Event(done - 1)
		}
		l.Spans = append(l.Spans, Span{from, r.nth(l.Lane, to-1)})
	}
}

// passed returns how many events a lane has taken when its next call after n events is done; a number
// greater than that of its events if the call is never done.
func (r *Run) passed(lane, done int) int {
	l := &r.Tape.Lanes[lane]
	if k := l.Completed(done); k < l.Done() {
		return l.DoneBy(k)
	}
	return l.Len() + 1
}

func (r *Run) nth(lane, n int) int {
	if l := &r.Tape.Lanes[lane]; n < l.Len() {
		return l.Event(n)
	}
	return Never
}

// blockedAnywhere are the atoms of threads while they are in the middle of a call.
func (r *Run) blockedAnywhere(only kernel.ThreadID) (all []*Atom) {
	for _, id := range r.threads() {
		if only == 0 || id == only {
			all = append(all, r.blocked(id))
		}
	}
	return all
}

// blocked is the word for a thread that is in the middle of a call.
const blocked = "blocked"

func (r *Run) blocked(id kernel.ThreadID) *Atom {
	lane := r.Tape.LaneOf(id)
	key := fmt.Sprintf("lane %d %s", lane, blocked)
	if l := r.atoms[key]; l != nil {
		return l
	}
	l := &Atom{Text: blocked, Thread: id, Lane: lane, IsTruth: true, done: true, place: &lang.Place{}}
	own := &r.Tape.Lanes[lane]
	done := 1
	if own.Begun(0) {
		done = 0
	}
	for done < own.Len() || done == 0 && own.Amid() {
		to := r.passed(lane, done)
		r.stand(l, done, true)
		done = to
	}
	r.atoms[key] = l
	return l
}

// opposite returns the negation of an atom of a place, from the first event of its lane on.
func (r *Run) opposite(l *Atom) *Atom {
	o := *l
	o.Text, o.inverse, o.opposite = "not "+l.Text, true, l
	first := r.begins(l.Lane)
	if l.fine {
		first = but(first, func(e int) int { return momentOf(e, 0) })
	}
	o.Spans = away(l.Spans, first)
	return &o
}

// begins returns the first event of a lane; Always if it has some before the log, Never if it has none.
func (r *Run) begins(lane int) int {
	switch l := &r.Tape.Lanes[lane]; {
	case l.Begun(0):
		return Always
	case l.Len() == 0:
		return Never
	default:
		return l.Event(0)
	}
}

// away are the spans in which a thread is not at a place, from an event on.
func away(at []Span, from int) []Span {
	return slices.DeleteFunc(gaps(at, from), func(s Span) bool { return s.Lo == s.Hi })
}
