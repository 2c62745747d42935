package predicate

import (
	"fmt"
	"slices"

	"machsim/debugger/lang"
)

// formula is a condition on a cut, taken apart into leaves.
type formula struct {
	source
	leaves []*leaf
	root   *term
	eval   eval
	frame  frame
}

// formula takes a condition, or an expression, apart.
func (b *binder) formula(n *lang.Node, truth bool) (*formula, error) {
	bind := b.term
	if truth {
		bind = b.condition
	}
	t, err := bind(n, scope{})
	if err != nil {
		return nil, err
	}
	f := &formula{source: b.source}
	if truth {
		t = plain(t, false)
	}
	f.root = b.leafed(f, t, truth)
	f.eval = b.compile(f.root)
	f.frame.leaves = make([]Value, len(f.leaves))
	return f, nil
}

// plain pushes nots down to where one thread's variables, or a place, are asked for.
func plain(t *term, inverse bool) *term {
	switch {
	case t.owner != several && inverse:
		return join(lang.Not, t.node, "", t)
	case t.owner != several:
		return t
	case t.op == lang.Not:
		return plain(t.kids[0], !inverse)
	case t.op == lang.And || t.op == lang.Or:
		o := t.op
		if inverse {
			o = lang.And + lang.Or - t.op
		}
		var kids []*term
		for _, k := range t.kids {
			if k = plain(k, inverse); k.op == o && k.owner == several {
				kids = append(kids, k.kids...)
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

// leafed puts leaves in place of the largest parts that speak of one thread.
func (b *binder) leafed(f *formula, t *term, truth bool) *term {
	switch {
	case t.op == lang.AtPlace:
		return f.add(t, t.hold)
	case t.op == lang.Not && t.kids[0].op == lang.AtPlace:
		return f.add(t, b.r.opposite(t.kids[0].hold))
	case t.owner == 0:
		return t
	case t.owner != several && !(b.r.split[b.key(t, truth)] && t.op != lang.Variable && t.op != lang.Member):
		return f.add(t, b.local(t, truth))
	}
	kids := make([]*term, len(t.kids))
	for i, k := range t.kids {
		kids[i] = b.leafed(f, k, t.judges())
	}
	c := *t
	c.kids = kids
	return &c
}

// judges says whether a term is made of conditions.
func (t *term) judges() bool {
	return t.op == lang.And || t.op == lang.Or || t.op == lang.Not || t.op == lang.Aggregate && t.text == "count"
}

func (f *formula) add(t *term, l *leaf) *term {
	i := slices.Index(f.leaves, l)
	if i < 0 {
		i = len(f.leaves)
		f.leaves = append(f.leaves, l)
	}
	return &term{op: leafed, node: t.node, at: t.at, owner: t.owner, leaf: i}
}

// local is the leaf of a part that speaks of one thread.
func (b *binder) local(t *term, truth bool) *leaf {
	key := b.key(t, truth)
	if l := b.r.leaves[key]; l != nil {
		return l
	}
	l := &leaf{text: b.written(t), thread: t.owner, lane: b.r.t.LaneOf(t.owner), truth: truth, source: b.source}
	l.eval = b.compile(t)
	if compiled := l.eval; truth {
		l.eval = func(f *frame) Value { return b.truth(f, t, compiled) }
	}
	b.variables(l, t)
	b.r.leaves[key] = l
	return l
}

// key tells leaves apart.
func (b *binder) key(t *term, truth bool) string {
	return fmt.Sprintf("thread %d %t %s", t.owner, truth, b.written(t))
}

// variables notes the variables of a leaf, each once.
func (b *binder) variables(l *leaf, t *term) {
	if t.op == lang.Variable || t.op == lang.Member || t.op == lang.Element {
		text := b.written(t)
		if !slices.ContainsFunc(l.vars, func(v variableOf) bool { return v.text == text }) {
			l.vars = append(l.vars, variableOf{text, b.compile(t)})
		}
		return
	}
	for _, k := range t.kids {
		b.variables(l, k)
	}
}

// maxAlternatives is how many conjunctions a condition may come to.
const maxAlternatives = 5000

// ways are the conjunctions of leaves of which one has to hold, if the condition is made of
// such alone; ok is false if it is not, as it compares values of several threads. tooMany is
// true if there are too many of them.
func (f *formula) ways() (all [][]*leaf, ok, tooMany bool) {
	all, ok = f.waysOf(f.root)
	return all, ok && len(all) <= maxAlternatives, ok && len(all) > maxAlternatives
}

// musts are conditions of single processes that have to hold wherever the condition does.
func (f *formula) musts() (all []*leaf) {
	parts := []*term{f.root}
	if f.root.op == lang.And {
		parts = f.root.kids
	}
	for _, t := range parts {
		if t.op == leafed && f.leaves[t.leaf].truth {
			all = append(all, f.leaves[t.leaf])
		}
	}
	return all
}

func (f *formula) waysOf(t *term) (all [][]*leaf, ok bool) {
	switch t.op {
	case leafed:
		return [][]*leaf{{f.leaves[t.leaf]}}, f.leaves[t.leaf].truth
	case lang.Literal:
		if t.literal().True() {
			return [][]*leaf{{}}, true
		}
		return nil, true
	case lang.Or:
		for _, k := range t.kids {
			ways, ok := f.waysOf(k)
			if !ok {
				return nil, false
			}
			all = append(all, ways...)
		}
		return all, true
	case lang.And:
		all = [][]*leaf{{}}
		for _, k := range t.kids {
			ways, ok := f.waysOf(k)
			if !ok {
				return nil, false
			}
			if len(all)*len(ways) > 10*maxAlternatives {
				return make([][]*leaf, maxAlternatives+1), true
			}
			all = product(all, ways)
		}
		return all, true
	}
	return nil, false
}

// product joins each of some conjunctions with each of others.
func product(a, b [][]*leaf) (all [][]*leaf) {
	for _, x := range a {
		for _, y := range b {
			way := slices.Clone(x)
			for _, l := range y {
				if !slices.Contains(way, l) {
					way = append(way, l)
				}
			}
			all = append(all, way)
		}
	}
	return all
}
