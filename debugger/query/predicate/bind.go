package predicate

import (
	"errors"
	"reflect"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/kernel"
)

// Binder resolves the names in a predicate to threads and variables.
type Binder struct {
	source
	r *Run

	// Own is the thread whose variables are meant where a variable is named alone, if it shows one of
	// that name; 0 for none.
	Own kernel.ThreadID

	Calls bool // variables are looked at where threads stand at their calls

	coarse []kernel.TaskID // tasks without hooks whose variables are meant

	Remarks []string // about places that the run never reaches
}

// OnlyCalls says which variables were looked at at kernel calls only, as there are no hooks; "" if none were.
func (b *Binder) OnlyCalls() string {
	switch {
	case len(b.coarse) == 0:
		return ""
	case len(b.r.hooked) == 0:
		return "variables were looked at at kernel calls only: the program has no hooks"
	}
	tasks := text.Each(b.coarse, b.r.Tape.End.TaskName)
	return "the variables of " + text.List(tasks) + " were looked at at kernel calls only: no code with hooks ran there"
}

// Binder returns a Binder for the parts of a text.
func (r *Run) Binder(text lang.Source) *Binder { return &Binder{source: source{text}, r: r} }

// scope is what the names in a part of a predicate may leave out.
type scope struct {
	thread  kernel.ThreadID // the thread whose variables need no prefix; 0 for none
	rest    []lang.Step     // the names that complete a variable whose name is left out
	message bool            // a name may be a field of a message
	others  bool            // a variable that the thread does not show may be one of another thread
}

// unshown is the mistake that a thread does not show a variable.
type unshown struct{ *lang.Mistake }

// unbound strips the binding context (unshown) from an error.
func unbound(err error) error {
	var u unshown
	if errors.As(err, &u) {
		return u.Mistake
	}
	return err
}

func (b *Binder) exprs(nodes []*lang.Node, s scope) ([]*Expr, error) {
	var all []*Expr
	for _, n := range nodes {
		t, err := b.expr(n, s)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// condition binds a node that has to be true or false.
func (b *Binder) condition(n *lang.Node, s scope) (*Expr, error) {
	if !n.IsTruth() {
		return nil, b.Mistake(n.At, "this is a value, and not true or false; compare it with something, as in %s = 1",
			b.Text[n.At:n.To])
	}
	return b.expr(n, s)
}

func (b *Binder) expr(n *lang.Node, s scope) (*Expr, error) {
	if t := b.field(n, s); t != nil {
		return t, nil
	}
	switch n.Op {
	case lang.Literal:
		return join(lang.Literal, n, ""), nil
	case lang.Variable:
		t, err := b.variable(n, s)
		if err != nil && !b.Calls {
			if place := b.spot(n); place != nil {
				return b.place(place, s)
			}
		}
		return t, err
	case lang.Called:
		return b.called(n, s)
	case lang.ListType:
		return nil, b.Mistake(n.At, "this is a type, not a value")
	case lang.AtPlace:
		return b.place(n, s)
	case lang.Quantified:
		return b.quantified(n, s)
	case lang.Aggregate:
		return b.aggregate(n, s)
	case lang.Not, lang.And, lang.Or:
		return b.logical(n, s)
	case lang.Implies:
		return b.implication(n, s)
	case lang.MessageID, lang.MessageItem, lang.MessageType:
		t := join(n.Op, n, "")
		t.owner = several // because no thread shows its value
		return t, nil
	}
	if n.IsOfEvents() {
		return nil, b.Mistake(n.At,
			"%s speaks of events or of whole runs; it cannot be a part of a condition on one position", b.Text[n.At:n.To])
	}
	for _, k := range n.Kids {
		if k.Op == lang.AtPlace || k.Word && (k.Op == lang.And || k.Op == lang.Or || k.Op == lang.Not) {
			return nil, b.Mistake(k.At, "this is true or false; a value is needed here")
		}
	}
	kids, err := b.exprs(n.Kids, s)
	if err != nil {
		return nil, err
	}
	return join(n.Op, n, sign(n), kids...), nil
}

// called binds a conversion to a type that has a name in every program, or the call of a method.
func (b *Binder) called(n *lang.Node, s scope) (*Expr, error) {
	to, isType := eval.Type(n.Kids[0], b.typeNamed)
	nodes := n.Kids[1:]
	receiver, name, isMethod := eval.Method(n)
	switch {
	case isType && len(nodes) != 1:
		return nil, b.Mistake(n.At, "a conversion takes one value")
	case !isType && !isMethod:
		return nil, b.Mistake(n.At, "%s", eval.NoFunctions)
	case !isType:
		nodes = append([]*lang.Node{receiver}, nodes...)
	}
	kids, err := b.exprs(nodes, s)
	if err != nil {
		return nil, err
	}
	t := join(lang.Called, n, name, kids...)
	t.to = to
	return t, nil
}

// typeNamed is a type that Go declares, unless a variable has its name.
func (b *Binder) typeNamed(steps []lang.Step) (t reflect.Type, ok bool) {
	if len(steps) > 1 || len(b.r.showing(b.r.threads(), steps[0].Text)) > 0 {
		return nil, false
	}
	return eval.Basic(steps[0].Text)
}

// sign returns the text of a node, with = as the only spelling of equality.
func sign(n *lang.Node) string {
	if n.Op == lang.Compare && n.Text == "==" {
		return "="
	}
	return n.Text
}

func (b *Binder) logical(n *lang.Node, s scope) (*Expr, error) {
	var kids []*Expr
	for _, k := range n.Kids {
		t, err := b.condition(k, s)
		if err != nil {
			return nil, err
		}
		kids = append(kids, t)
	}
	return join(n.Op, n, "", kids...), nil
}

// implication binds A implies B as not A or B.
func (b *Binder) implication(n *lang.Node, s scope) (*Expr, error) {
	t, err := b.logical(n, s)
	if err != nil {
		return nil, err
	}
	first := join(lang.Not, n.Kids[0], "", t.Kids[0])
	return join(lang.Or, n, "", first, t.Kids[1]), nil
}

// variable binds a variable to the thread that shows it.
func (b *Binder) variable(n *lang.Node, s scope) (*Expr, error) {
	if n.Steps == nil {
		return b.own(n, s.thread, s.rest)
	}
	if name := n.Steps[0]; len(n.Steps) == 1 && name.Text == "nil" && !name.Quoted &&
		len(b.r.showing(b.r.threads(), "nil")) == 0 {
		return join(opNil, n, ""), nil
	}
	quoted := n.Steps[0].Quoted && kernel.BaseOf(n.Steps[0].Text) == n.Steps[0].Text // not the whole name of a thread
	if s.thread != 0 && (quoted || len(b.r.showing([]kernel.ThreadID{s.thread}, n.Steps[0].Text)) > 0) {
		return b.own(n, s.thread, n.Steps)
	}
	for k := len(n.Steps); k > 0; k-- {
		if threads := b.r.process(joined(n.Steps[:k])); len(threads) > 0 {
			return b.of(n, threads, k)
		}
	}
	if t, err := b.inFunction(n, s); t != nil || err != nil {
		return t, err
	}
	if s.thread != 0 && !s.others {
		return b.own(n, s.thread, n.Steps)
	}
	return b.anybody(n)
}

// inFunction binds a variable that is named with its function, as work.x; nil if there is none.
func (b *Binder) inFunction(n *lang.Node, s scope) (*Expr, error) {
	threads := b.r.threads()
	if s.thread != 0 && !s.others {
		threads = []kernel.ThreadID{s.thread}
	}
	for k := len(n.Steps); k > 1; k-- {
		name := joined(n.Steps[:k])
		found := b.r.showing(threads, name)
		if len(found) > 1 {
			return nil, b.Mistake(n.Steps[0].At, "several threads have %s: %s; say which, as in %s.%s, or some, all or sum of",
				name, text.List(b.r.names(found)), b.r.ThreadName(found[0]), name)
		}
		if len(found) == 1 {
			first := n.Steps[0]
			first.Text = name
			return b.own(n, found[0], append([]lang.Step{first}, n.Steps[k:]...))
		}
	}
	return nil, nil
}

// of binds a variable of one of some threads, which the first k steps name.
func (b *Binder) of(n *lang.Node, threads []kernel.ThreadID, k int) (*Expr, error) {
	name := joined(n.Steps[:k])
	if k == len(n.Steps) {
		return nil, b.Mistake(n.Steps[0].At,
			"%s is a thread or task; say which of its variables is meant, as in %s.NAME%s", name, name,
			text.Near("", b.r.variableNames(threads), "it shows none (th.Watch)"))
	}
	v := n.Steps[k]
	switch found := b.r.showing(threads, v.Text); len(found) {
	case 0:
		for to := len(n.Steps); len(threads) == 1 && to > k+1; to-- {
			if v.Text = joined(n.Steps[k:to]); len(b.r.showing(threads, v.Text)) > 0 {
				return b.own(n, threads[0], append([]lang.Step{v}, n.Steps[to:]...))
			}
		}
		v = n.Steps[k]
		return nil, unshown{b.Unshown(v.Text, v.At, "%s shows no variable %s%s",
			name, v.Text, text.Near(v.Text, b.r.variableNames(threads), "it shows none at all (th.Watch)"))}
	case 1:
		return b.own(n, found[0], n.Steps[k:])
	default:
		return nil, b.Mistake(n.Steps[0].At, "several threads show %s: %s; name one of them, or say some %s",
			v.Text, text.List(b.r.names(found)), name)
	}
}

// anybody binds a variable that is named without a thread. It fails unless exactly one thread shows one
// of that name.
func (b *Binder) anybody(n *lang.Node) (*Expr, error) {
	v := n.Steps[0]
	switch found := b.r.showing(b.r.threads(), v.Text); len(found) {
	case 0:
		all := b.r.processNames()
		if len(n.Steps) == 1 {
			all = append(all, b.r.variableNames(b.r.threads())...)
		}
		return nil, b.Unshown(v.Text, v.At, "there is no thread, task or variable %s in this run%s",
			v.Text, text.Near(v.Text, all, "there is none at all"))
	case 1:
		return b.own(n, found[0], n.Steps)
	default:
		return nil, b.Mistake(v.At, "several threads show %s: %s; say which, as in %s, or some, all or sum of",
			v.Text, text.List(b.r.names(found)), b.r.variable(found[0], v.Text))
	}
}

// names are those of threads, as they have to be typed.
func (r *Run) names(threads []kernel.ThreadID) (all []string) {
	return text.Each(threads, func(id kernel.ThreadID) string { return lang.NameText(r.ThreadName(id)) })
}

// variable is the name of a variable of a thread, as it has to be typed.
func (r *Run) variable(id kernel.ThreadID, name string) string {
	return lang.NameText(r.ThreadName(id)) + "." + name
}

// own binds a variable of one thread. The first step is its name, the others are fields.
func (b *Binder) own(n *lang.Node, id kernel.ThreadID, steps []lang.Step) (*Expr, error) {
	if len(steps) == 0 {
		return nil, b.Mistake(n.To, "the name of a variable is missing here")
	}
	if threads := []kernel.ThreadID{id}; len(b.r.showing(threads, steps[0].Text)) == 0 {
		return nil, unshown{b.Unshown(steps[0].Text, steps[0].At, "%s shows no variable %s%s", b.r.ThreadName(id),
			steps[0].Text, text.Near(steps[0].Text, b.r.variableNames(threads), "it shows none at all (th.Watch)"))}
	}
	t := &Expr{Op: lang.Variable, node: n, at: steps[0].At, owner: id, name: steps[0].Text}
	if task := b.r.TaskOf(id); !b.Calls && b.r.hooked[task] {
		t.fine = true
	} else if !b.Calls && !slices.Contains(b.coarse, task) {
		b.coarse = append(b.coarse, task)
	}
	for _, s := range steps[1:] {
		t = join(lang.Member, n, s.Text, t)
		t.at = s.At
	}
	return t, nil
}

// members returns the threads of a family, and the names that are left after the family's.
func (b *Binder) members(n *lang.Node) (threads []kernel.ThreadID, rest []lang.Step, err error) {
	hole := n.Kids[0].HasHole()
	for k := len(n.Steps); k > 0 && hole; k-- {
		threads = b.r.family(joined(n.Steps[:k]))
		if k < len(n.Steps) && len(b.r.showing(threads, n.Steps[k].Text)) > 0 {
			return threads, n.Steps[k:], nil
		}
	}
	if n.Op == lang.Aggregate && (hole || n.Steps == nil) {
		return b.everybody(n)
	}
	first := n.Steps
	if hole {
		first = first[:1]
	}
	if threads = b.r.family(joined(first)); len(threads) > 0 {
		return threads, n.Steps[len(first):], nil
	}
	return nil, nil, b.Absent(first[0].At, "no thread or task is called %s, or by a name that begins so%s",
		joined(first), text.Near(joined(first), b.r.processNames(), "there is none"))
}

// everybody is members for an aggregate that names no family: all threads.
func (b *Binder) everybody(n *lang.Node) (threads []kernel.ThreadID, rest []lang.Step, err error) {
	threads = b.r.threads()
	if n.Steps == nil || len(b.r.showing(threads, n.Steps[0].Text)) > 0 {
		return threads, n.Steps, nil
	}
	v, of := n.Steps[0], ""
	if family := b.r.family(v.Text); len(family) > 0 && len(n.Steps) > 1 {
		threads, of, v = family, " of "+v.Text, n.Steps[1]
	}
	return nil, nil, b.Unshown(v.Text, v.At, "no thread%s shows a variable %s%s",
		of, v.Text, text.Near(v.Text, b.r.variableNames(threads), "none is shown at all (th.Watch)"))
}

// each binds the body of a family once for each of its threads. It leaves out threads that do not show
// the variables, unless none does.
func (b *Binder) each(n *lang.Node) (all []*Expr, err error) {
	threads, rest, err := b.members(n)
	if err != nil {
		return nil, err
	}
	var lacks *unshown
	for _, id := range threads {
		b.r.Tick()
		t, err := b.expr(n.Kids[0], scope{thread: id, rest: rest})
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

// quantified binds a condition on some threads of a family, on all, or on several different ones.
func (b *Binder) quantified(n *lang.Node, _ scope) (*Expr, error) {
	if k := n.Kids[0]; !k.IsTruth() {
		return nil, b.Mistake(k.At, "this is a value, and not true or false; compare it with something")
	}
	all, err := b.each(n)
	if m := (*lang.Mistake)(nil); errors.As(err, &m) && m.Absent && n.Kids[0].Op == lang.AtPlace && n.Text != "all" {
		b.remark(n.Kids[0], m.What)
		t := join(lang.Or, n, "") // false, because no thread can stand there
		t.owner = several
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	switch n.Text {
	case "some":
		return join(lang.Or, n, "", all...), nil
	case "all":
		return join(lang.And, n, "", all...), nil
	}
	return b.different(n, all)
}

// maxChoices is the greatest number of choices of threads that a quantifier may come to.
const maxChoices = 5000

// different returns the condition that n.N different ones of some expressions hold: one disjunct for
// each choice.
func (b *Binder) different(n *lang.Node, all []*Expr) (*Expr, error) {
	var choices []*Expr
	var pick func(from int, picked []*Expr) bool
	pick = func(from int, picked []*Expr) bool {
		if len(picked) == n.N {
			choices = append(choices, join(lang.And, n, "", slices.Clone(picked)...))
			return len(choices) <= maxChoices
		}
		for i := from; i < len(all); i++ {
			if !pick(i+1, append(picked, all[i])) {
				return false
			}
		}
		return true
	}
	if !pick(0, nil) {
		return nil, b.Mistake(n.At, "there are more than %d ways to choose %d of %d threads; name a smaller family",
			maxChoices, n.N, len(all))
	}
	return join(lang.Or, n, "", choices...), nil
}

// aggregate binds a sum, count, least or greatest value over the threads of a family.
func (b *Binder) aggregate(n *lang.Node, _ scope) (*Expr, error) {
	conditions := []lang.Op{lang.Compare, lang.And, lang.Or, lang.Not}
	if k := n.Kids[0]; n.Text != "count" && slices.Contains(conditions, k.Op) {
		return nil, b.Mistake(k.At, "the %s of conditions; count them", n.Text)
	}
	all, err := b.each(n)
	if err != nil {
		return nil, err
	}
	if n.Text == "sum" { // a list counts with the sum of its elements
		for i, t := range all {
			all[i] = join(lang.Function, n.Kids[0], sumOf, t)
		}
	}
	t := join(lang.Aggregate, n, n.Text, all...)
	if n.Text == "count" {
		t.owner = several // because a thread that has not begun counts as 0, and shows nothing
	}
	return t, nil
}
