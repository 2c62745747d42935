package predicate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/lang"
	"machsim/kernel"
)

// Stand is where a thread stands before a statement of a place.
type Stand struct {
	Thread kernel.ThreadID
	N      uint64 // of the statement
	Stays  bool   // the thread was at a statement of that place already, and has not come to it anew
}

// ofStatements says whether a place is one of statements, and where threads stand before these.
func (r *Run) ofStatements(p *lang.Place) (all []Stand, ok bool, err error) {
	if r.Statements == nil || p == nil || p.Kind != lang.Line || p.After {
		return nil, false, nil
	}
	key := p.String()
	if all, ok := r.stands[key]; ok {
		return all, true, nil
	}
	if all, ok, err = r.Statements(p); ok && err == nil {
		r.stands[key] = all
	}
	return all, ok, err
}

// IsOfStatements says whether a part is a place of statements.
func (b *Binder) IsOfStatements(n *lang.Node) bool {
	if n.Op == lang.Quantified {
		n = n.Kids[0]
	}
	_, ok, _ := b.r.ofStatements(n.Place)
	return ok && !n.Blocked
}

// spot returns the place that a name alone stands for: a label of Go, or a function; nil if it is none.
func (b *Binder) spot(n *lang.Node) *lang.Node {
	place, ok := lang.Spot(n, b.Source)
	if !ok {
		return nil
	}
	if _, ok, err := b.r.ofStatements(place.Place); !ok || err != nil {
		return nil
	}
	return place
}

// statements binds the condition that a thread stands before a statement of a place, or is within it at a call. ok is
// false if the place is none of statements.
func (b *Binder) statements(n *lang.Node, s scope) (t *Expr, ok bool, err error) {
	if n.Blocked {
		return nil, false, nil
	}
	stands, ok, err := b.r.ofStatements(n.Place)
	switch {
	case !ok:
		return nil, false, nil
	case err != nil:
		return nil, true, b.Absent(n.Place.LineAt, "%s", err)
	}
	doers, err := b.r.places.Doers(n.Place)
	if err != nil {
		return nil, true, err
	}
	var kids []*Expr
	for _, id := range b.r.threads() {
		if s.thread != 0 && id != s.thread || doers != nil && !slices.Contains(doers, id) {
			continue
		}
		theirs := slices.DeleteFunc(slices.Clone(stands), func(x Stand) bool { return x.Thread != id })
		if len(theirs) == 0 {
			continue
		}
		kid, err := b.standingAt(n, id, theirs)
		if err != nil {
			return nil, true, err
		}
		kids = append(kids, kid)
	}
	if len(kids) == 0 {
		b.remark(n, "no thread comes there in this run")
	}
	if len(kids) == 1 {
		return kids[0], true, nil
	}
	t = join(lang.Or, n, "", kids...)
	t.owner = several
	return t, true, nil
}

// standingAt is the condition that one thread stands there, and that what follows if is true.
func (b *Binder) standingAt(n *lang.Node, id kernel.ThreadID, stands []Stand) (*Expr, error) {
	l, err := b.r.beforeStatements(n, id, stands)
	if err != nil {
		return nil, err
	}
	at := b.atom(n, l)
	if n.Place.If == nil {
		return at, nil
	}
	holds, err := b.condition(n.Place.If, scope{thread: id})
	if err != nil {
		return nil, err
	}
	t := join(lang.And, n, "", at, holds)
	t.owner = several
	return t, nil
}

// beforeStatements returns the atom that a thread stands before some statements, or is at a call of their place.
func (r *Run) beforeStatements(n *lang.Node, id kernel.ThreadID, stands []Stand) (*Atom, error) {
	lane, text := r.Tape.LaneOf(id), n.String()
	key := fmt.Sprintf("lane %d statements %s", lane, text)
	if l := r.atoms[key]; l != nil {
		return l, nil
	}
	l := &Atom{Text: text, Thread: id, Lane: lane, IsTruth: true, place: n.Place, fine: true, done: true}
	nth := 0
	for _, x := range stands {
		if !x.Stays {
			nth++
		}
		if !n.Place.Count.Stops(nth) {
			continue
		}
		if at := r.before(id, x.N); !x.Stays {
			l.Events = append(l.Events, at)
		}
		l.Spans = append(l.Spans, Span{r.before(id, x.N), r.passedAt(id, x.N)})
	}
	if n.Place.File != "" && n.Place.Count.Mode == lang.Each {
		if err := r.calls(l, n); err != nil {
			return nil, err
		}
	}
	r.atoms[key] = l
	return l, nil
}

// passedAt is the moment at which a thread that stood before a statement stands there no longer: it comes to its next
// statement, or to a call.
func (r *Run) passedAt(id kernel.ThreadID, n uint64) moment {
	at, next := r.before(id, n), r.before(id, n+1)
	if eventOf(next) != eventOf(at) || next == at {
		return r.arrival(eventOf(at))
	}
	return next
}

// calls adds to the spans of an atom those in which its thread is at a call of the same line.
func (r *Run) calls(l *Atom, n *lang.Node) error {
	place := *n.Place
	place.If = nil
	hits, err := r.known(&place)
	m := (*lang.Mistake)(nil)
	if errors.As(err, &m) && m.Absent {
		return nil
	}
	if err != nil {
		return err
	}
	if i, found := slices.BinarySearch(hits.Lanes, l.Lane); found && i >= 0 {
		node := *n
		node.Place = &place
		l.Spans = union(append(l.Spans, r.timed(r.atPlace(hits, &node, l.Lane)).Spans...))
	}
	return nil
}

// union orders spans, and makes one of those that overlap.
func union(spans []Span) (all []Span) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) })
	for _, s := range spans {
		if n := len(all) - 1; n >= 0 && s.Lo < all[n].Hi {
			all[n].Hi = max(all[n].Hi, s.Hi)
			continue
		}
		all = append(all, s)
	}
	return all
}
