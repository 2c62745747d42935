package temporal

import (
	"math"
	"slices"
)

// Program is a compiled formula.
type Program struct {
	root   *node
	past   []*node // operators of the past, those within others first
	nodes  int
	future bool
	midway bool // what was before the first position is not known
}

// node is a part of a compiled formula.
type node struct {
	number   int // in the formula
	op       Op
	kids     []*node
	atom     int
	weak     bool // an atom holds if it is not known to be false
	against  bool // if it held, the formula might not
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
	p.root = p.node(f, false, false)
	p.future = p.root.future
	return p
}

// Midway is the program for who begins in the midst of a run: what was before the first position is not known. The
// formula is true where it is so whatever that was.
func (p *Program) Midway() *Program {
	p.midway = true
	return p
}

// Lasts says whether the formula is refuted by any part of a run that refutes it: it says what holds always, and looks
// at nothing that was.
func (p *Program) Lasts() bool { return len(p.past) == 0 && p.root.lasts() }

func (n *node) lasts() bool {
	if n.op == And {
		return !slices.ContainsFunc(n.kids, func(k *node) bool { return !k.lasts() })
	}
	return n.op == Always && !n.timed || n.op == LeadsTo
}

// Comes says whether the formula is fulfilled by any part of a run that fulfils it: it asks for what comes some time.
func (p *Program) Comes() bool { return len(p.past) == 0 && p.root.op == Eventually && !p.root.timed }

// IsFuture says whether the formula looks ahead.
func (p *Program) IsFuture() bool { return p.future }

// node compiles a part. weak says what it takes Unknown for: true. against says that what holds there may be against
// the formula.
func (p *Program) node(f *Formula, weak, against bool) *node {
	n := &node{number: p.nodes, op: f.Op, atom: f.Atom, weak: weak, against: against, binds: f.Binds, to: math.MaxInt64}
	n.future = f.Op >= Eventually
	p.nodes++
	if w := f.Within; w != nil {
		n.timed, n.clock, n.from, n.to = true, w.Clock, w.From, w.To
	}
	for i, k := range f.Kids {
		kid := p.node(k, f.takes(i, weak), against != (f.Op == Not || f.Op == LeadsTo && i == 0))
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
