package predicate

import (
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/replay/graph"
)

// Formula is a condition or an expression on cuts, taken apart into atoms.
type Formula struct {
	source
	Atoms []*Atom
	Root  *Expr
	Eval  Eval
	Frame Frame
}

// Formula binds a condition, or with truth false an expression, and takes it apart into atoms.
func (b *Binder) Formula(n *lang.Node, truth bool) (*Formula, error) {
	bind := b.expr
	if truth {
		bind = b.condition
	}
	t, err := bind(n, scope{thread: b.Own, others: true})
	if err != nil {
		return nil, err
	}
	f := &Formula{source: b.source}
	if truth {
		t = plain(t, false)
	}
	f.Root = b.withAtoms(f, t, truth)
	f.Eval = b.Compile(f.Root)
	f.Frame.Atoms = make([]eval.Value, len(f.Atoms))
	return f, nil
}

// With returns a formula with other atoms in the place of its own.
func (f *Formula) With(atoms []*Atom) *Formula {
	g := *f
	g.Atoms, g.Frame.Atoms = atoms, make([]eval.Value, len(atoms))
	return &g
}

// At evaluates the condition or expression in a cut.
func (f *Formula) At(g *graph.Graph, c graph.Cut) eval.Value {
	for i, l := range f.Atoms {
		f.Frame.Atoms[i] = l.Value(g, c)
	}
	return f.Eval(&f.Frame)
}

// plain pushes negations down to the parts that speak of one thread's variables or of a place.
func plain(t *Expr, inverse bool) *Expr {
	switch {
	case t.owner != several && inverse:
		return join(lang.Not, t.node, "", t)
	case t.owner != several:
		return t
	case t.Op == lang.Not:
		return plain(t.Kids[0], !inverse)
	case t.Op == lang.And || t.Op == lang.Or:
		o := t.Op
		if inverse {
			o = lang.And + lang.Or - t.Op
		}
		var kids []*Expr
		for _, k := range t.Kids {
			if k = plain(k, inverse); k.Op == o && k.owner == several {
				kids = append(kids, k.Kids...)
			} else {
				kids = append(kids, k)
			}
		}
		c := join(o, t.node, "", kids...)
		c.owner = several
		return c
	case inverse:
		c := join(lang.Not, t.node, "", t)
		c.owner = several
		return c
	}
	return t
}

// withAtoms replaces the largest parts that speak of one thread by atoms.
func (b *Binder) withAtoms(f *Formula, t *Expr, truth bool) *Expr {
	switch {
	case t.Op == lang.AtPlace:
		return f.add(t, t.hold)
	case t.Op == lang.Not && t.Kids[0].Op == lang.AtPlace:
		return f.add(t, b.r.opposite(t.Kids[0].hold))
	case t.owner == 0:
		return t
	case t.owner != several && !(b.r.split[b.key(t, truth)] && t.Op != lang.Variable && t.Op != lang.Member):
		return f.add(t, b.local(t, truth))
	}
	kids := text.Each(t.Kids, func(k *Expr) *Expr { return b.withAtoms(f, k, t.judges()) })
	c := *t
	c.Kids = kids
	return &c
}

// judges says whether the parts of an expression are conditions.
func (t *Expr) judges() bool {
	return t.Op == lang.And || t.Op == lang.Or || t.Op == lang.Not || t.Op == lang.Aggregate && t.Text == "count"
}

func (f *Formula) add(t *Expr, l *Atom) *Expr {
	i := slices.Index(f.Atoms, l)
	if i < 0 {
		i = len(f.Atoms)
		f.Atoms = append(f.Atoms, l)
	}
	return &Expr{Op: OpAtom, node: t.node, at: t.at, owner: t.owner, Atom: i}
}

// local returns the atom for a part that speaks of one thread. Equal parts share one.
func (b *Binder) local(t *Expr, truth bool) *Atom {
	key := b.key(t, truth)
	if l := b.r.atoms[key]; l != nil {
		return l
	}
	l := &Atom{
		Text: b.written(t), Thread: t.owner, Lane: b.r.Tape.LaneOf(t.owner), IsTruth: truth, source: b.source,
		fine: t.isFine(),
	}
	l.eval = b.Compile(t)
	if truth {
		l.eval = b.source.condition(t)
	}
	b.variables(l, t)
	b.r.atoms[key] = l
	return l
}

// key identifies an atom.
func (b *Binder) key(t *Expr, truth bool) string {
	return fmt.Sprintf("thread %d %t %t %s", t.owner, truth, t.isFine(), b.written(t))
}

// isFine says whether an expression reads variables that change at statements.
func (t *Expr) isFine() bool { return t.anywhere(func(t *Expr) bool { return t.fine }) }

// variables notes the variables of an atom, each once.
func (b *Binder) variables(l *Atom, t *Expr) {
	if t.Op == lang.Variable || t.Op == lang.Member || t.Op == lang.Element {
		text := b.written(t)
		if !slices.ContainsFunc(l.Vars, func(v Var) bool { return v.Text == text }) {
			l.Vars = append(l.Vars, Var{text, b.Compile(t)})
		}
		return
	}
	for _, k := range t.Kids {
		b.variables(l, k)
	}
}
