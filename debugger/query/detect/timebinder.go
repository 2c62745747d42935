package detect

import (
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/predicate"
	"machsim/kernel"
)

// timeBinder binds the parts of an assertion.
type timeBinder struct {
	*predicate.Binder
	a       *assertion
	past    *lang.Node // the operator of the past around, nil for none
	trigger *leaf      // of the every around whose answer is bound, nil for none
	names   map[string]int
}

// formula binds a part: an operator of time, conditions that are joined, or one.
func (x *timeBinder) formula(n *lang.Node) (*temporal.Formula, error) {
	switch {
	case n.Op == lang.Matches:
		return x.pattern(n)
	case n.IsOfTime():
		return x.operator(n)
	case n.Op == lang.AtPlace && n.Place != nil && n.Place.After && !n.Blocked:
		return x.event(n)
	case n.Op == lang.Implies:
		return x.joined(temporal.Or, n, true)
	case n.Op == lang.Not && n.Word:
		return x.joined(temporal.Not, n, false)
	case n.Op == lang.And && n.Word:
		return x.joined(temporal.And, n, false)
	case n.Op == lang.Or && n.Word:
		return x.joined(temporal.Or, n, false)
	case !n.Any(isOfPositions):
		return x.condition(n)
	case n.Op == lang.Quantified && n.Text == "some" && n.Kids[0].Op == lang.AtPlace:
		return x.event(n)
	}
	return nil, x.Mistake(n.At, "%s cannot hold an operator of time, or an event; put the operator around it",
		x.Text[n.At:n.To])
}

// isOfPositions says whether a part is more than a condition on one state.
func isOfPositions(n *lang.Node) bool {
	return n.IsOfTime() || n.Op == lang.AtPlace && n.Place != nil && n.Place.After && !n.Blocked
}

// joined binds parts that are joined; the first is negated if they imply.
func (x *timeBinder) joined(o temporal.Op, n *lang.Node, implies bool) (*temporal.Formula, error) {
	f := &temporal.Formula{Op: o}
	for i, k := range n.Kids {
		kid, err := x.formula(k)
		if err != nil {
			return nil, err
		}
		if implies && i == 0 {
			kid = not(kid)
		}
		f.Kids = append(f.Kids, kid)
	}
	return f, nil
}

func negated(n *lang.Node) *lang.Node {
	return &lang.Node{Op: lang.Not, Word: true, At: n.At, To: n.To, Kids: []*lang.Node{n}}
}

func not(f *temporal.Formula) *temporal.Formula {
	return &temporal.Formula{Op: temporal.Not, Kids: []*temporal.Formula{f}}
}

// condition binds a condition on states.
func (x *timeBinder) condition(n *lang.Node) (*temporal.Formula, error) {
	f, err := x.Formula(n, true)
	if err != nil {
		return nil, err
	}
	contrary, err := x.Formula(negated(n), true)
	if err != nil {
		return nil, err
	}
	return x.leaf(&leaf{state: f, contrary: contrary}), nil
}

func (x *timeBinder) leaf(l *leaf) *temporal.Formula {
	x.a.leaves = append(x.a.leaves, l)
	return &temporal.Formula{Op: temporal.Atom, Atom: len(x.a.leaves) - 1}
}

// operand binds what an operator has to come across: a place, or one of several, is the event there.
func (x *timeBinder) operand(n *lang.Node) (*temporal.Formula, error) {
	place := n
	if n.Op == lang.Quantified && n.Text == "some" {
		place = n.Kids[0]
	}
	switch {
	case place.Op == lang.AtPlace && place.Place != nil && !place.Blocked:
		return x.event(n)
	case n.Op != lang.Or || !n.Word:
		return x.formula(n)
	}
	f := &temporal.Formula{Op: temporal.Or}
	for _, k := range n.Kids {
		kid, err := x.operand(k)
		if err != nil {
			return nil, err
		}
		f.Kids = append(f.Kids, kid)
	}
	return f, nil
}

// operators are the operators of time, and those of package temporal.
var operators = map[lang.Op]temporal.Op{
	lang.Once: temporal.Once, lang.Previously: temporal.Previously, lang.SoFar: temporal.Once, lang.Since: temporal.Since,
	lang.Eventually: temporal.Eventually, lang.Always: temporal.Always, lang.Never: temporal.Always,
	lang.Until: temporal.Until, lang.LeadsTo: temporal.LeadsTo,
}

func (x *timeBinder) operator(n *lang.Node) (f *temporal.Formula, err error) {
	switch {
	case n.IsOfFuture() && x.past != nil:
		return nil, x.Mistake(n.At, "this looks ahead, and %s looks back; "+
			"put the operator of the future around that of the past", x.Text[x.past.At:x.past.To])
	case !n.IsOfFuture():
		defer func(before *lang.Node) { x.past = before }(x.past)
		x.past = n
	}
	if x.trigger != nil && !n.IsOfFuture() && bindsHere(n) {
		return nil, x.Mistake(n.At, "the names that every gives are not known in here; use them beside this")
	}
	f = &temporal.Formula{Op: operators[n.Op]}
	if f.Within, err = x.interval(n.Within); err != nil {
		return nil, err
	}
	if n.Op == lang.LeadsTo {
		return f, x.leadsTo(f, n)
	}
	for i, k := range n.Kids {
		bind := x.operand
		switch {
		case (n.Op == lang.Since || n.Op == lang.Until) && i == 0,
			n.Op == lang.Always, n.Op == lang.Never, n.Op == lang.SoFar:
			bind = x.formula
		}
		kid, err := bind(k)
		if err != nil {
			return nil, err
		}
		if n.Op == lang.Never || n.Op == lang.SoFar {
			kid = not(kid)
		}
		f.Kids = append(f.Kids, kid)
	}
	if n.Op == lang.SoFar {
		f = not(f)
	}
	return f, nil
}

// bindsHere says whether a part speaks of what the every around it gives names to, or of its message.
func bindsHere(n *lang.Node) bool {
	if n.Place != nil && (n.Place.Same || len(n.Place.With) > 0) {
		return true
	}
	return slices.ContainsFunc(n.Kids, func(k *lang.Node) bool { return k.Op != lang.LeadsTo && bindsHere(k) })
}

// interval finds the clock of an interval.
func (x *timeBinder) interval(w *lang.Within) (*temporal.Interval, error) {
	switch {
	case w == nil:
		return nil, nil
	case w.Events:
		return &temporal.Interval{Clock: eventClock, From: w.From, To: w.To}, nil
	case w.Clock.Text == "":
		return &temporal.Interval{Clock: virtualClock, From: w.From, To: w.To}, nil
	}
	var names []string
	s := x.a.r.Tape.End
	for id := range s.Hosts.All {
		host := kernel.HostID(id)
		if s.HostName(host) == w.Clock.Text {
			x.a.hosts = append(x.a.hosts, host)
			return &temporal.Interval{Clock: hostClocks + len(x.a.hosts) - 1, From: w.From, To: w.To}, nil
		}
		names = append(names, s.HostName(host))
	}
	return nil, x.Absent(w.Clock.At, "this run has no host %s; %s", w.Clock.Text, text.Offer(w.Clock.Text, names, "hosts"))
}
