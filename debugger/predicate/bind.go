package predicate

import (
	"errors"
	"slices"

	"machsim/kernel"
)

// binder finds out which threads and variables the parts of a predicate speak of.
type binder struct {
	source
	r *Run

	remarks []string // on places that the run never comes to
}

// scope is what the names in a part of a predicate may leave out.
type scope struct {
	thread kernel.ThreadID // whose variables are meant; 0 if that has to be said
	rest   []step          // what a variable without a name stands for
}

// unshown is a variable that a thread does not show.
type unshown struct{ *Mistake }

// absent is a mistake about a name that another run might know.
func (b *binder) absent(at int, format string, args ...any) *Mistake {
	m := b.mistake(at, format, args...)
	m.Absent = true
	return m
}

func (b *binder) terms(nodes []*node, s scope) ([]*term, error) {
	var all []*term
	for _, n := range nodes {
		t, err := b.term(n, s)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// condition is a term that has to be true or false.
func (b *binder) condition(n *node, s scope) (*term, error) {
	if !n.truth() {
		return nil, b.mistake(n.at, "this is a value, and not true or false; compare it with something, as in %s = 1", b.source[n.at:n.to])
	}
	return b.term(n, s)
}

func (b *binder) term(n *node, s scope) (*term, error) {
	switch n.op {
	case literal:
		return join(literal, n, ""), nil
	case variable:
		return b.variable(n, s)
	case place:
		return b.place(n, s)
	case quantified:
		return b.quantified(n, s)
	case aggregate:
		return b.aggregate(n, s)
	case not, and, or:
		return b.logical(n, s)
	case linked, concurrent, repeated, possibly, definitely:
		return nil, b.mistake(n.at, "%s speaks of events or of whole runs; it cannot be a part of a condition on one position", b.source[n.at:n.to])
	}
	for _, k := range n.kids {
		if k.op == place || k.op == and || k.op == or || k.op == not {
			return nil, b.mistake(k.at, "this is true or false; a value is needed here")
		}
	}
	kids, err := b.terms(n.kids, s)
	if err != nil {
		return nil, err
	}
	return join(n.op, n, n.text, kids...), nil
}

func (b *binder) logical(n *node, s scope) (*term, error) {
	var kids []*term
	for _, k := range n.kids {
		t, err := b.condition(k, s)
		if err != nil {
			return nil, err
		}
		kids = append(kids, t)
	}
	return join(n.op, n, "", kids...), nil
}

// variable finds the thread that shows a variable.
func (b *binder) variable(n *node, s scope) (*term, error) {
	if n.steps == nil {
		return b.own(n, s.thread, s.rest)
	}
	if s.thread != 0 && (n.steps[0].quoted || len(b.r.showing([]kernel.ThreadID{s.thread}, n.steps[0].text)) > 0) {
		return b.own(n, s.thread, n.steps)
	}
	for k := len(n.steps); k > 0; k-- {
		if threads := b.r.process(joined(n.steps[:k])); len(threads) > 0 {
			return b.of(n, threads, k)
		}
	}
	if s.thread != 0 {
		return b.own(n, s.thread, n.steps)
	}
	return b.anybody(n)
}

// of is a variable of one of some threads, named by the first k steps.
func (b *binder) of(n *node, threads []kernel.ThreadID, k int) (*term, error) {
	name := joined(n.steps[:k])
	if k == len(n.steps) {
		return nil, b.mistake(n.steps[0].at, "%s is a thread or task; say which of its variables is meant, as in %s.NAME%s", name, name,
			near("", b.r.variableNames(threads), "it shows none (th.Watch)"))
	}
	v := n.steps[k]
	switch found := b.r.showing(threads, v.text); len(found) {
	case 0:
		return nil, unshown{b.absent(v.at, "%s shows no variable %s%s", name, v.text, near(v.text, b.r.variableNames(threads), "it shows none at all (th.Watch)"))}
	case 1:
		return b.own(n, found[0], n.steps[k:])
	default:
		return nil, b.mistake(n.steps[0].at, "several threads show %s: %s; name one of them, or say some %s", v.text, list(b.r.names(found)), name)
	}
}

// anybody is a variable that is named alone: only one thread may show it.
func (b *binder) anybody(n *node) (*term, error) {
	v := n.steps[0]
	switch found := b.r.showing(b.r.threads(), v.text); len(found) {
	case 0:
		all := b.r.processNames()
		if len(n.steps) == 1 {
			all = append(all, b.r.variableNames(b.r.threads())...)
		}
		return nil, b.absent(v.at, "there is no thread, task or variable %s in this run%s", v.text, near(v.text, all, "there is none at all"))
	case 1:
		return b.own(n, found[0], n.steps)
	default:
		first := b.r.thread(found[0])
		return nil, b.mistake(v.at, "several threads show %s: %s; say which, as in %s.%s, or some, all or sum of", v.text, list(b.r.names(found)), first, v.text)
	}
}

func (r *Run) names(threads []kernel.ThreadID) (all []string) {
	for _, id := range threads {
		all = append(all, r.thread(id))
	}
	return all
}

// own is a variable of one thread: the first step is its name, the others are fields.
func (b *binder) own(n *node, id kernel.ThreadID, steps []step) (*term, error) {
	if len(steps) == 0 {
		return nil, b.mistake(n.to, "the name of a variable is missing here")
	}
	if threads := []kernel.ThreadID{id}; len(b.r.showing(threads, steps[0].text)) == 0 {
		return nil, unshown{b.absent(steps[0].at, "%s shows no variable %s%s", b.r.thread(id), steps[0].text,
			near(steps[0].text, b.r.variableNames(threads), "it shows none at all (th.Watch)"))}
	}
	t := &term{op: variable, node: n, at: steps[0].at, owner: id, name: steps[0].text}
	for _, s := range steps[1:] {
		t = join(member, n, s.text, t)
		t.at = s.at
	}
	return t, nil
}

// members are the threads of a family, and what the names after it stand for.
func (b *binder) members(n *node) (threads []kernel.ThreadID, rest []step, err error) {
	hole := n.kids[0].holed()
	for k := len(n.steps); k > 0 && hole; k-- {
		threads = b.r.family(joined(n.steps[:k]))
		if k < len(n.steps) && len(b.r.showing(threads, n.steps[k].text)) > 0 {
			return threads, n.steps[k:], nil
		}
	}
	if n.op == aggregate && (hole || n.steps == nil) {
		return b.everybody(n)
	}
	first := n.steps
	if hole {
		first = first[:1]
	}
	if threads = b.r.family(joined(first)); len(threads) > 0 {
		return threads, n.steps[len(first):], nil
	}
	return nil, nil, b.absent(first[0].at, "no thread or task is called %s, or by a name that begins so%s", joined(first),
		near(joined(first), b.r.processNames(), "there is none"))
}

// everybody is all threads, where an aggregate names no family.
func (b *binder) everybody(n *node) (threads []kernel.ThreadID, rest []step, err error) {
	threads = b.r.threads()
	if n.steps == nil || len(b.r.showing(threads, n.steps[0].text)) > 0 {
		return threads, n.steps, nil
	}
	v, of := n.steps[0], ""
	if family := b.r.family(v.text); len(family) > 0 && len(n.steps) > 1 {
		threads, of, v = family, " of "+v.text, n.steps[1]
	}
	return nil, nil, b.absent(v.at, "no thread%s shows a variable %s%s", of, v.text, near(v.text, b.r.variableNames(threads), "none is shown at all (th.Watch)"))
}

// holed says whether a part has the variable whose name is left out.
func (n *node) holed() bool {
	return n.op == variable && n.steps == nil || n.op != quantified && n.op != aggregate && slices.ContainsFunc(n.kids, (*node).holed)
}

// each makes a term of the body of a family for each of its threads, but for those that do
// not show its variables.
func (b *binder) each(n *node) (all []*term, err error) {
	threads, rest, err := b.members(n)
	if err != nil {
		return nil, err
	}
	var lacks *unshown
	for _, id := range threads {
		b.r.tick()
		t, err := b.term(n.kids[0], scope{id, rest})
		var u unshown
		switch {
		case errors.As(err, &u):
			if lacks == nil {
				lacks = &u
			}
		case err != nil:
			return nil, err
		default:
			all = append(all, t)
		}
	}
	if len(all) == 0 && lacks != nil {
		return nil, lacks.Mistake
	}
	return all, nil
}

// quantified is the condition for some or all threads of a family, or for several different
// ones.
func (b *binder) quantified(n *node, _ scope) (*term, error) {
	if k := n.kids[0]; !k.truth() {
		return nil, b.mistake(k.at, "this is a value, and not true or false; compare it with something")
	}
	all, err := b.each(n)
	if m := (*Mistake)(nil); errors.As(err, &m) && m.Absent && n.kids[0].op == place && n.text != "all" {
		b.remark(n.kids[0], m.What)
		t := join(or, n, "") // there is nobody to stand there
		t.owner = several
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	switch n.text {
	case "some":
		return join(or, n, "", all...), nil
	case "all":
		return join(and, n, "", all...), nil
	}
	return b.different(n, all)
}

// maxWays is how many alternatives a predicate may have.
const maxWays = 5000

// different is the condition for n.n different ones of some terms.
func (b *binder) different(n *node, all []*term) (*term, error) {
	var ways []*term
	var pick func(from int, picked []*term) bool
	pick = func(from int, picked []*term) bool {
		if len(picked) == n.n {
			ways = append(ways, join(and, n, "", slices.Clone(picked)...))
			return len(ways) <= maxWays
		}
		for i := from; i < len(all); i++ {
			if !pick(i+1, append(picked, all[i])) {
				return false
			}
		}
		return true
	}
	if !pick(0, nil) {
		return nil, b.mistake(n.at, "there are more than %d ways to choose %d of %d threads; name a smaller family", maxWays, n.n, len(all))
	}
	return join(or, n, "", ways...), nil
}

// aggregate is a sum or a count over the threads of a family.
func (b *binder) aggregate(n *node, _ scope) (*term, error) {
	if k := n.kids[0]; n.text != "count" && (k.op == compare || k.op == and || k.op == or || k.op == not) {
		return nil, b.mistake(k.at, "the %s of conditions; count them", n.text)
	}
	all, err := b.each(n)
	if err != nil {
		return nil, err
	}
	if n.text == "sum" { // of a list, the sum of its elements
		for i, t := range all {
			all[i] = join(total, n.kids[0], n.text, t)
		}
	}
	t := join(aggregate, n, n.text, all...)
	if n.text == "count" {
		t.owner = several // of a thread that has not begun it counts none, which that thread cannot say
	}
	return t, nil
}
