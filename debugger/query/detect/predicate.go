package detect

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Form is the kind of a predicate.
type Form uint8

// The forms.
const (
	Conjunctive  Form = iota // conditions of single processes joined by and
	Disjunctive              // at least one of several conjunctions holds
	Relational               // conditions that compare values of several processes
	Linked                   // events in causal order
	Concurrent               // events that are all concurrent
	Simultaneous             // conditions that a process can know to hold
	Possibly                 // asks whether there is a consistent cut that satisfies a condition
	Definitely               // asks whether every path through the cuts reaches one that does
	Temporal                 // speaks of the positions of the recorded order, one after the other
)

var formNames = []string{
	"conjunctive", "disjunctive", "relational", "linked", "concurrent", "simultaneous", "possibly", "definitely",
	"temporal",
}

func (f Form) String() string { return formNames[f] }

// Predicate is a predicate with the histories of its atoms in a run.
type Predicate struct {
	Text string
	Form Form
	// Remarks are sentences about its places that the run never reaches. These hold nowhere: another run
	// may reach them, or their names are misspelt.
	Remarks   []string
	OnlyCalls string // which variables were looked at at kernel calls only; "" if none were

	base    *Run               // the run of the recording
	raw     []*predicate.Atom  // the atoms in it
	r       *Run               // the run in which it is detected, which may be refined
	exact   *Predicate         // of one that is detected in the recorded run: it in a refined one; nil until needed
	formula *predicate.Formula // of a condition, with the atoms in r
	// disjuncts are the conjunctions of a Conjunctive or Disjunctive, also within Possibly and Definitely;
	// nil for a relational one.
	disjuncts [][]*predicate.Atom
	stages    []*stage   // of a Linked, Concurrent or Simultaneous
	knows     []knowing  // of a Simultaneous
	assertion *assertion // of a Temporal
}

// Undecided says that a search was given up, or that some of the run cannot be looked at.
type Undecided struct {
	Cuts int    // the number that was visited
	Why  string // what was not looked at, in a sentence; "" if the search was given up
	Open bool   // it is decided where the run is known to its end
}

func (u *Undecided) Error() string {
	if u.Why != "" {
		return "not decided: " + u.Why
	}
	return "not decided after " + text.Counted(u.Cuts, "cut") +
		"; raise the limit, or narrow the predicate down with conditions of single processes"
}

// Predicate reads a predicate, and computes the histories of its atoms in the run. A *Mistake says what
// is wrong with the text, an *Unordered that threads share variables without a lock, an
// *engine.Divergence that the program is not deterministic.
func (r *Run) Predicate(text string) (*Predicate, error) {
	return r.read(text, false, func(n *lang.Node) *lang.Node { return n })
}

// AtCalls is Predicate for who cannot halt between two calls: variables are looked at at calls only.
func (r *Run) AtCalls(text string) (*Predicate, error) {
	return r.read(text, true, func(n *lang.Node) *lang.Node { return n })
}

// read reads a predicate, and binds what as makes of it.
func (r *Run) read(text string, atCalls bool, as func(*lang.Node) *lang.Node) (p *Predicate, err error) {
	defer predicate.Caught(&err)
	n, err := lang.Parse(text)
	if err != nil {
		return nil, err
	}
	n = as(n)
	err = r.Bound(func() error {
		p = &Predicate{Text: text, base: r, r: r}
		b := r.Binder(lang.Source{Of: "predicate", Text: text})
		b.Calls = atCalls
		defer func() { p.Remarks, p.OnlyCalls = b.Remarks, b.OnlyCalls() }()
		return p.bind(b, n)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Unseen is the *Undecided of a predicate on statements that no position satisfies, if not all statements of the run
// were looked at.
func (p *Predicate) Unseen() error {
	if why := p.base.Unseen(); why != "" && predicate.Fine(p.raw) {
		return &Undecided{Why: why}
	}
	return nil
}

func (p *Predicate) bind(b *predicate.Binder, n *lang.Node) error {
	switch p.Form = asks(n); p.Form {
	case Temporal:
		return p.bindTime(b, n)
	case Linked, Concurrent, Simultaneous:
		return p.bindWhole(b, n)
	case Possibly, Definitely:
		n = n.Kids[0]
	}
	return p.bindCondition(b, n)
}

// bindWhole binds stages, whose events may lie anywhere in a run.
func (p *Predicate) bindWhole(b *predicate.Binder, n *lang.Node) error {
	if first := p.r.Tape.First(); first > 0 {
		return fmt.Errorf("%s predicates need the run from its start: here it begins after event %d", p.Form, first)
	}
	return p.bindStages(b, n)
}

func (p *Predicate) bindCondition(b *predicate.Binder, n *lang.Node) error {
	f, err := b.Formula(n, true)
	if err != nil {
		return err
	}
	p.formula = f
	disjuncts, ok, tooMany := f.Disjuncts()
	switch {
	case tooMany:
		return b.Mistake(n.At, "this comes to more than %d alternatives; name smaller families", predicate.MaxAlternatives)
	case ok:
		p.disjuncts = disjuncts
	}
	if p.Form == Conjunctive {
		p.Form = formOf(disjuncts, ok)
	}
	if err := p.r.Feed(f.Atoms); err != nil {
		return err
	}
	*p = *p.in(p.r.suited(f.Atoms))
	return nil
}

// suited returns the run in which atoms are detected, and the atoms in it: the run itself, if they change with its own
// events.
func (r *Run) suited(atoms []*predicate.Atom) (*Run, []*predicate.Atom) {
	if predicate.Fine(atoms) {
		return r.refined(atoms)
	}
	return r, atoms
}

func (r *Run) refined(atoms []*predicate.Atom) (*Run, []*predicate.Atom) {
	f, refined := r.Refined(atoms)
	return &Run{&cuts.Run{Run: f, Limit: r.Limit, Progress: r.Progress}, r.Complete, r.Open}, refined
}

// seenFrom returns the predicate in a run that has a position. The recorded run has none between two calls: there a
// thread has done its event, but has not come to its call, and what holds at the call does not hold yet.
func (p *Predicate) seenFrom(at graph.Position) *Predicate {
	if at.AtCalls() || p.r != p.base || p.assertion != nil {
		return p
	}
	if p.exact == nil {
		p.exact = p.in(p.base.refined(p.atoms()))
	}
	return p.exact
}

// in returns the predicate in another run, with its atoms there.
func (p *Predicate) in(r *Run, atoms []*predicate.Atom) *Predicate {
	q := *p
	q.r = r
	if p.raw == nil {
		q.raw = p.atoms()
	}
	if p.formula == nil {
		q.stages = stagesWith(r, p.stages, atoms)
		if q.Form == Simultaneous {
			q.knows = q.knowings()
		}
		return &q
	}
	q.formula = p.formula.With(atoms)
	if p.disjuncts != nil {
		q.disjuncts, _, _ = q.formula.Disjuncts()
	}
	return &q
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

// First returns the first position that satisfies the predicate, nil if there is none. The first is
//
//   - of a conjunction, the least cut that satisfies it, which is within every other one (Inf)
//   - of a disjunction, that of the disjunct that the recorded run reaches first
//   - of a relational predicate, the one with the fewest events; of several, the one that the recorded
//     run reaches first
//   - of a linked or concurrent predicate, the least cut that holds its events; of several, the one whose
//     events the recorded run had first
//   - of a simultaneous predicate, the least cut with the event by which somebody comes to know it, in recorded order
//   - of a Definitely, a position that satisfies its condition in the recorded order of events
//
// If a relational predicate has too many cuts to visit, the result is another position, and its Note
// says which: for comparisons of sums one whose last event was recorded before that of any other, and
// with no event more than it takes for the sum to be as great, or as small, as it can be then. The Note
// calls it minimal if no smaller cut within it satisfies the predicate. That no cut satisfies a
// comparison of sums is always found out, but for two of them at once, and for equality with a number
// that the sum may jump over. An *Undecided says that the search was given up.
func (p *Predicate) First() (f *Found, err error) {
	defer predicate.Caught(&err)
	f, err = p.first()
	return p.r.outside(graph.Position{}, f, err)
}

func (p *Predicate) first() (f *Found, err error) {
	start := p.r.Graph.Start()
	switch p.Form {
	case Temporal:
		if all := p.assertion.stretches(); len(all) > 0 {
			return p.assertion.at(all[0]), nil
		}
		return nil, nil
	case Linked, Concurrent, Simultaneous:
		return p.happened(p.r.Graph.Start(), true), nil
	case Definitely:
		return p.definitely()
	}
	if p.holds(start) {
		return p.here(start), nil
	}
	return p.next(start)
}

// Next returns the next position that satisfies the predicate beyond a consistent one, nil if there is
// none. If that does not satisfy it, it is the least one beyond it that does. If it does, one of
// the conditions has to cease in between, or to hold at another visit to its place: of the least
// positions after that, one for each condition, the result is the one that the recorded run reaches
// first.
//
// Of a linked or concurrent predicate it is the next one whose last event from does not hold; of a
// relational one a nearest or, with a Note, that which First would give beyond the cut.
func (p *Predicate) Next(from graph.Position) (f *Found, err error) {
	defer predicate.Caught(&err)
	p = p.seenFrom(from)
	f, err = p.next(p.r.Cut(from))
	return p.r.outside(from, f, err)
}

func (p *Predicate) next(from graph.Cut) (*Found, error) {
	switch p.Form {
	case Temporal:
		return p.assertion.beyond(from), nil
	case Linked, Concurrent, Simultaneous:
		return p.happened(from, false), nil
	}
	if p.disjuncts == nil && !p.formula.IsSimple() {
		return p.search(from, true)
	}
	return p.on(from), nil
}

// Previous is Next in the other direction: it returns the greatest position within a consistent one that
// satisfies the predicate. If that itself does, one of the conditions must not have begun yet to hold
// as it does there; of the greatest positions before that, the result is the one that the recorded run
// reaches last.
//
// Of a relational predicate it is a nearest or, with a Note, one that lacks none of the events up to one
// so late that any other lacks some. Of a linked or concurrent predicate it is the least cut that holds
// its events and is smaller than the given one; of several, the one that the recorded run reaches last.
func (p *Predicate) Previous(from graph.Position) (f *Found, err error) {
	defer predicate.Caught(&err)
	p = p.seenFrom(from)
	f, err = p.previous(p.r.Cut(from))
	return p.r.outside(from, f, err)
}

func (p *Predicate) previous(from graph.Cut) (*Found, error) {
	switch p.Form {
	case Temporal:
		return p.assertion.within(from), nil
	case Linked, Concurrent, Simultaneous:
		return p.hadHappened(from), nil
	}
	if p.disjuncts == nil && !p.formula.IsSimple() {
		return p.search(from, false)
	}
	if x := cuts.Last(p.r.Run, cuts.Next(p.r.Run, p.disjuncts, from, true)); x.Cut != nil {
		return p.r.found(x.Conjunction, x.Cut), nil
	}
	return nil, nil
}

// Searches says whether to find a position that satisfies the predicate takes a search among many cuts, which may be
// given up.
func (p *Predicate) Searches() bool {
	switch p.Form {
	case Linked, Concurrent, Simultaneous, Temporal:
		return false
	case Possibly, Definitely:
		return true
	}
	return p.disjuncts == nil && !p.formula.IsSimple()
}

// Holds says why a position satisfies the condition of a predicate; nil if it does not. It is nil for linked
// and concurrent predicates, which are no conditions on a position. A simultaneous one holds if somebody knows it.
func (p *Predicate) Holds(at graph.Position) *Found {
	p = p.seenFrom(at)
	c := p.r.Cut(at)
	if p.assertion != nil {
		return p.assertion.holds(c)
	}
	if p.Form == Simultaneous {
		return p.knownIn(c)
	}
	if p.formula == nil || !p.holds(c) {
		return nil
	}
	f := p.here(c)
	f.Position = at
	return f
}

func (p *Predicate) holds(c graph.Cut) bool { return p.formula.At(p.r.Graph, c).True() }

// outside returns a position that was found in the run, on a way from another or to it, as one of the recorded run.
func (r *Run) outside(from graph.Position, f *Found, err error) (*Found, error) {
	if f == nil || err != nil {
		return nil, err
	}
	f.Position = r.Position(f.Cut, from)
	for i, c := range f.Minimal {
		f.Minimal[i] = r.Position(c, from).Cut
	}
	return f, nil
}

// here returns a cut that satisfies the predicate, with the reasons.
func (p *Predicate) here(c graph.Cut) *Found {
	for _, conjunction := range p.disjuncts {
		if cuts.Satisfied(p.r.Run, conjunction, c) {
			return p.r.found(conjunction, c)
		}
	}
	return p.r.explained(p.formula, c)
}

// on returns the first of the positions to which the disjuncts lead.
func (p *Predicate) on(from graph.Cut) *Found {
	all := cuts.Next(p.r.Run, p.disjuncts, from, false)
	best := cuts.First(p.r.Run, all)
	if best.Cut == nil {
		return nil
	}
	f := p.r.found(best.Conjunction, best.Cut)
	if some := cuts.Minimal(p.r.Run, all); len(some) > 1 {
		f.Minimal = some
	}
	return f
}

// possibly returns a consistent cut that satisfies the predicate, nil if there is none.
func (p *Predicate) possibly() (f *Found, err error) {
	defer predicate.Caught(&err)
	q := *p
	q.Form = formOf(p.disjuncts, p.formula != nil && p.formula.IsSimple())
	if p.formula == nil {
		q.Form = p.Form
	}
	f, err = q.first()
	return p.r.outside(graph.Position{}, f, err)
}

// Definitely says whether every path through the consistent cuts, from the first to the last, reaches
// one that satisfies the predicate. It returns such a cut, nil if some path reaches none. Of a linked
// predicate it is First, because its events happened one before the other in every order, and of a simultaneous
// one because every order takes the event by which it is known. Of a concurrent one it is nil, because in no order
// do events happen at once.
func (p *Predicate) Definitely() (f *Found, err error) {
	defer predicate.Caught(&err)
	switch p.Form {
	case Linked, Simultaneous:
		f, err = p.first()
	case Concurrent:
		return nil, nil
	default:
		f, err = p.definitely()
	}
	return p.r.outside(graph.Position{}, f, err)
}
