package temporal

import (
	"math"
	"slices"
)

// residual is what still has to hold from the next position on: an operator of the future at work, or several joined.
type residual struct {
	op       Op
	n        *node
	kids     []*residual // of Not, And and Or
	since    int         // the event that the atoms depend on
	from, to int64       // on the operator's clock
	owed     []int       // the events whose position asked for it
}

// What is decided.
var (
	yes = &residual{}
	no  = &residual{}
)

func constant(holds bool) *residual {
	if holds {
		return yes
	}
	return no
}

// begin returns what a part asks for from the present position on, this one included.
func (m *Monitor) begin(n *node, since int) *residual {
	switch {
	case !n.future:
		return constant(m.holds(n, since))
	case n.op > Or:
		return m.window(n, since)
	}
	r := &residual{op: n.op, n: n}
	for _, k := range n.kids {
		r.kids = append(r.kids, m.begin(k, since))
	}
	return r
}

// window returns an operator of the future at work, with its interval.
func (m *Monitor) window(n *node, since int) *residual {
	r := &residual{op: n.op, n: n, since: since, to: math.MaxInt64, owed: []int{m.at.Event()}}
	if n.timed && n.op != LeadsTo {
		now := m.at.Clock(n.clock)
		r.from, r.to = now+n.from, now+n.to
	}
	return r
}

// progress returns what a part asks for from the next position on, once it has held or not at the present one.
func (m *Monitor) progress(n *node, since int) *residual { return m.step(m.begin(n, since)) }

// step takes the present position into account.
func (m *Monitor) step(r *residual) *residual {
	switch {
	case r == yes || r == no:
		return r
	case r.op == Not:
		return negation(m.step(r.kids[0]))
	case r.op == And || r.op == Or:
		return joined(r.op, r.kids, m.step)
	case r.op == LeadsTo:
		return conjunction(m.answers(r), r)
	}
	in, over := m.inside(r)
	switch kid := r.n.kids[len(r.n.kids)-1]; {
	case over:
		return constant(r.op == Always)
	case r.op == Always:
		if !in {
			return r
		}
		if now := m.progress(kid, r.since); now != yes {
			return conjunction(now, r)
		}
		return r
	case r.op == Eventually:
		if !in {
			return r
		}
		if now := m.progress(kid, r.since); now != no {
			return disjunction(now, r)
		}
		return r
	default:
		now := no
		if in {
			now = m.progress(kid, r.since)
		}
		if now == yes {
			return yes
		}
		return disjunction(now, conjunction(m.progress(r.n.kids[0], r.since), r))
	}
}

// inside says whether the present position is within the interval of an operator, or beyond it.
func (m *Monitor) inside(r *residual) (in, over bool) {
	if !r.n.timed {
		return true, false
	}
	now := m.at.Clock(r.n.clock)
	return now >= r.from, now > r.to
}

// answers returns what a LeadsTo owes by its first kid at the present position.
func (m *Monitor) answers(r *residual) *residual {
	if !m.holds(r.n.kids[0], r.since) {
		return yes
	}
	since := r.since
	if r.n.binds {
		since = m.at.Event()
	}
	owed := &residual{op: Eventually, n: r.n, since: since, to: math.MaxInt64, owed: []int{m.at.Event()}}
	if r.n.timed {
		now := m.at.Clock(r.n.clock)
		owed.from, owed.to = now+r.n.from, now+r.n.to
	}
	return m.step(owed)
}

func negation(r *residual) *residual {
	switch {
	case r == yes:
		return no
	case r == no:
		return yes
	case r.op == Not:
		return r.kids[0]
	}
	return &residual{op: Not, kids: []*residual{r}}
}

func conjunction(a, b *residual) *residual { return joined(And, []*residual{a, b}, itself) }
func disjunction(a, b *residual) *residual { return joined(Or, []*residual{a, b}, itself) }

func itself(r *residual) *residual { return r }

// joined joins what of makes of some residuals by And or Or, each once.
func joined(o Op, all []*residual, of func(*residual) *residual) *residual {
	nothing, everything := yes, no
	if o == Or {
		nothing, everything = no, yes
	}
	var kids []*residual
	for _, r := range all {
		switch r = of(r); {
		case r == everything:
			return r
		case r == nothing:
		case r.op == o:
			for _, k := range r.kids {
				kids = with(kids, k)
			}
		default:
			kids = with(kids, r)
		}
	}
	switch len(kids) {
	case 0:
		return nothing
	case 1:
		return kids[0]
	}
	return &residual{op: o, kids: kids}
}

// with adds a residual to others, unless an equal one is there: that is owed for both then.
func with(all []*residual, r *residual) []*residual {
	i := slices.IndexFunc(all, r.equal)
	if i < 0 {
		return append(all, r)
	}
	all[i] = all[i].joined(r)
	return all
}

// joined is a residual that is owed for an equal one as well.
func (r *residual) joined(o *residual) *residual {
	if len(o.owed) == 0 || r == o {
		return r
	}
	both := *r
	both.owed = union(both.owed, o.owed)
	return &both
}

// maxOwed is how many events are kept for which one thing is owed.
const maxOwed = 1000

func union(a, b []int) []int {
	for _, e := range b {
		if len(a) < maxOwed && !slices.Contains(a, e) {
			a = append(a[:len(a):len(a)], e)
		}
	}
	return a
}

// equal says whether two residuals ask for the same.
func (r *residual) equal(o *residual) bool {
	if r == o {
		return true
	}
	return r.op == o.op && r.since == o.since && r.from == o.from && r.to == o.to &&
		(r.n == o.n || r.op <= Or) && slices.EqualFunc(r.kids, o.kids, (*residual).equal)
}

// end is what becomes of a residual when no position follows.
func (r *residual) end() bool {
	switch r.op {
	case Not:
		return !r.kids[0].end()
	case And:
		return !slices.ContainsFunc(r.kids, func(k *residual) bool { return !k.end() })
	case Or:
		return slices.ContainsFunc(r.kids, (*residual).end)
	}
	return r == yes || r != no && (r.op == Always || r.op == LeadsTo)
}
