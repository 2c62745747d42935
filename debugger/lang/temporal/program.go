package temporal

import "math"

// Program is a compiled formula.
type Program struct {
	root   *node
	past   []*node // operators of the past, those within others first
	nodes  int
	future bool
}

// node is a part of a compiled formula.
type node struct {
	number   int // in the formula
	op       Op
	kids     []*node
	atom     int
	weak     bool // an atom holds if it is not known to be false
	timed    bool
	clock    int
	from, to int64
	register int // of an operator of the past
	pattern  *automaton
	binds    bool
	future   bool
}

// Compile compiles a formula.
func Compile(f *Formula) *Program {
	p := &Program{}
	p.root = p.node(f, false)
	p.future = p.root.future
	return p
}

// IsFuture says whether the formula looks ahead.
func (p *Program) IsFuture() bool { return p.future }

// node compiles a part. weak says what it takes Unknown for: true.
func (p *Program) node(f *Formula, weak bool) *node {
	n := &node{number: p.nodes, op: f.Op, atom: f.Atom, weak: weak, binds: f.Binds, to: math.MaxInt64}
	n.future = f.Op >= Eventually
	p.nodes++
	if w := f.Within; w != nil {
		n.timed, n.clock, n.from, n.to = true, w.Clock, w.From, w.To
	}
	for i, k := range f.Kids {
		kid := p.node(k, f.takes(i, weak))
		n.kids, n.future = append(n.kids, kid), n.future || kid.future
	}
	if f.Op == Match {
		n.pattern = f.Pattern.automaton()
	}
	if f.Op >= Once && f.Op <= Match {
		n.register = len(p.past)
		p.past = append(p.past, n)
	}
	return n
}

// takes says what the i-th kid of a formula takes Unknown for.
func (f *Formula) takes(i int, weak bool) bool {
	switch f.Op {
	case Not:
		return !weak
	case And, Or:
		return weak
	case Always:
		return true
	case Since, Until:
		return i == 0
	}
	return false
}
