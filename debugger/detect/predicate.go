package detect

import (
	"machsim/debugger/graph"
	"machsim/debugger/lang"
	"machsim/debugger/predicate"
)

// Form is what sort of predicate it is.
type Form uint8

// The forms.
const (
	Conjunctive Form = iota // conditions of single processes joined by and
	Disjunctive             // several conjunctions, one of which has to hold
	Relational              // conditions that compare values of several processes
	Linked                  // events of which each happened before the next
	Concurrent              // events of which none happened before another
	Possibly                // asks whether there is a consistent cut that satisfies a condition
	Definitely              // asks whether every way through the cuts comes to one that does
)

var formNames = []string{"conjunctive", "disjunctive", "relational", "linked", "concurrent", "possibly", "definitely"}

func (f Form) String() string { return formNames[f] }

// Predicate is a predicate of which all is known that a run has of it.
type Predicate struct {
	Text string
	Form Form
	// Remarks are sentences on its places that the run never comes to: they hold nowhere, be it
	// that another run would come there or that their names are misspelt.
	Remarks []string

	r       *Run
	formula *formula // of a condition
	// ways are the conjunctions of a Conjunctive or Disjunctive, also within Possibly and Definitely; nil
	// of a relational one.
	disjuncts [][]*predicate.Atom
	stages    []*stage // of a Linked or Concurrent
}

// Undecided says that a search was given up.
type Undecided struct {
	Cuts int // that were looked at
}

func (u *Undecided) Error() string {
	return "not decided after " + counted(u.Cuts, "cut") +
		"; raise the limit, or narrow the predicate down with conditions of single processes"
}

// Predicate reads a predicate, and finds out how its conditions went in the run. A *Mistake
// says what is wrong with the text, an *Unordered that threads share what they show without
// a lock, a *engine.Departure that the program is not deterministic.
func (r *Run) Predicate(text string) (*Predicate, error) {
	return r.read(text, func(n *lang.Node) *lang.Node { return n })
}

// read reads a predicate, of which something is made before it is bound.
func (r *Run) read(text string, as func(*lang.Node) *lang.Node) (p *Predicate, err error) {
	defer predicate.Caught(&err)
	n, err := lang.Parse(text)
	if err != nil {
		return nil, err
	}
	n = as(n)
	err = r.Bound(func() error {
		p = &Predicate{Text: text, r: r}
		b := r.Binder(lang.Source{Of: "predicate", Text: text})
		defer func() { p.Remarks = b.Remarks }()
		return p.bind(b, n)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Predicate) bind(b *predicate.Binder, n *lang.Node) error {
	switch n.Op {
	case lang.Linked, lang.Repeated:
		p.Form = Linked
		return p.bindStages(b, n)
	case lang.Concurrent:
		p.Form = Concurrent
		return p.bindStages(b, n)
	case lang.Possibly, lang.Definitely:
		p.Form = Possibly
		if n.Op == lang.Definitely {
			p.Form = Definitely
		}
		n = n.Kids[0]
	}
	return p.bindCondition(b, n)
}

func (p *Predicate) bindCondition(b *predicate.Binder, n *lang.Node) error {
	f, err := b.Formula(n, true)
	if err != nil {
		return err
	}
	p.formula = &formula{f}
	disjuncts, ok, tooMany := p.formula.disjuncts()
	switch {
	case tooMany:
		return b.Mistake(n.At, "this comes to more than %d alternatives; name smaller families", maxAlternatives)
	case ok:
		p.disjuncts = disjuncts
	}
	if p.Form == Conjunctive {
		p.Form = formOf(disjuncts, ok)
	}
	return p.r.Feed(f.Atoms)
}

func formOf(disjuncts [][]*predicate.Atom, ok bool) Form {
	switch {
	case !ok:
		return Relational
	case len(disjuncts) == 1:
		return Conjunctive
	}
	return Disjunctive
}

// simple says whether the condition is made of conditions of single processes.
func (p *Predicate) simple() bool { return p.formula.simple() }

// simple says whether a condition is made of conditions of single processes.
func (f *formula) simple() bool {
	_, ok := f.disjunctsOf(f.Root)
	return ok
}

// First is the first position that satisfies the predicate; nil if there is none. Of a
// conjunction it is the least cut that satisfies it, which is within every other one (Inf).
// Of a disjunction it is that of the conjunction that the recorded run comes to first. Of
// a relational predicate it is the one with the fewest events, and of several with as few the one
// to which the recorded run comes first. If these are too many
// cuts to look at, it is another one, and its Note says so: of sums one whose last event was
// recorded before that of any other, and with no event more than it takes for the sum to be as
// great, or as small, as it can be then. The Note calls it minimal if no smaller cut within it
// satisfies the predicate. That no cut satisfies a comparison of sums is always found
// out, but for two of them at once, and for one with a number that the sum may jump over. Of a linked or
// concurrent one it is the least cut that holds its events, of those of which the recorded
// run had all first. Of a Definitely it is a position that, in the present order of events,
// satisfies it. An *Undecided says that the search was given up.
func (p *Predicate) First() (f *Found, err error) {
	defer predicate.Caught(&err)
	start := p.r.Graph.Start()
	switch p.Form {
	case Linked, Concurrent:
		return p.happened(p.r.Graph.Start(), true), nil
	case Definitely:
		return p.definitely()
	}
	if p.holds(start) {
		return p.here(start), nil
	}
	return p.Next(start)
}

// Next is the next position after a consistent cut, which it holds. If the cut does not
// satisfy the predicate, it is the least one beyond it that does. If it does, one of its
// conditions has to have ceased to hold in between, or to hold at another visit to its place: of the
// least positions that satisfy it after that, one for each condition, it is that which the recorded run
// comes to first.
// Of a linked or concurrent predicate it is the next of whose last event the cut holds not
// yet; of a relational one a nearest or, with a Note, that which First would give beyond the cut.
func (p *Predicate) Next(from graph.Cut) (f *Found, err error) {
	defer predicate.Caught(&err)
	switch p.Form {
	case Linked, Concurrent:
		return p.happened(from, false), nil
	}
	if p.disjuncts == nil && !p.simple() {
		return p.search(from, true)
	}
	return p.on(from), nil
}

// Previous is Next in the other direction: the greatest position within a consistent cut
// that satisfies the predicate; if the cut itself does, the greatest one at which one of its
// conditions has not yet begun to hold as it does there, the one that the recorded run comes to
// last. Of a relational predicate it is a nearest or, with a Note, one that lacks none of the events
// up to one so late that any other lacks some. Of a linked or concurrent predicate it is the least cut
// that holds its events, of those that the cut holds more than, the one that the recorded run comes to
// last.
func (p *Predicate) Previous(from graph.Cut) (f *Found, err error) {
	defer predicate.Caught(&err)
	switch p.Form {
	case Linked, Concurrent:
		return p.hadHappened(from), nil
	}
	if p.disjuncts == nil && !p.simple() {
		return p.search(from, false)
	}
	if x := p.r.last(p.r.next(p.disjuncts, from, true)); x.cut != nil {
		return p.r.found(x.conjunction, x.cut), nil
	}
	return nil, nil
}

// Holds says whether a cut satisfies the condition of a predicate, and why; nil if it does
// not. Linked and concurrent predicates are none of a cut: it is nil.
func (p *Predicate) Holds(c graph.Cut) *Found {
	if p.formula == nil || !p.holds(c) {
		return nil
	}
	return p.here(c)
}

func (p *Predicate) holds(c graph.Cut) bool { return p.formula.at(p.r, c).True() }

// here is a cut that satisfies the predicate.
func (p *Predicate) here(c graph.Cut) *Found {
	for _, conjunction := range p.disjuncts {
		if p.r.satisfied(conjunction, c) {
			return p.r.found(conjunction, c)
		}
	}
	return p.r.explained(p.formula, c)
}

// on is the first of the positions that the conjunctions lead to.
func (p *Predicate) on(from graph.Cut) *Found {
	all := p.r.next(p.disjuncts, from, false)
	best := p.r.first(all)
	if best.cut == nil {
		return nil
	}
	f := p.r.found(best.conjunction, best.cut)
	if some := p.r.minimal(all); len(some) > 1 {
		f.Minimal = some
	}
	return f
}

// Possibly says whether any consistent cut satisfies the predicate, and gives one; nil if
// none does.
func (p *Predicate) Possibly() (f *Found, err error) {
	defer predicate.Caught(&err)
	q := *p
	q.Form = formOf(p.disjuncts, p.formula != nil && p.simple())
	if p.formula == nil {
		q.Form = p.Form
	}
	return q.First()
}

// Definitely says whether every way through the consistent cuts, from the first to the last,
// comes to one that satisfies the predicate, and gives a cut that does; nil if one way does
// not. Of a linked predicate it is First: that its events happened one before the other is so
// in every way. A concurrent one is nil: in no order do events happen at once.
func (p *Predicate) Definitely() (f *Found, err error) {
	defer predicate.Caught(&err)
	switch p.Form {
	case Linked:
		return p.First()
	case Concurrent:
		return nil, nil
	}
	return p.definitely()
}
