package detect

import (
	"machsim/debugger/lang"
	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Asks says what a text asks for, as far as the text alone tells: for events (Linked, Concurrent), for
// what a run could have come to (Possibly, Definitely), or for a condition on one position, whatever
// that is made of (Conjunctive). A *Mistake says that it cannot be read.
func Asks(text string) (Form, error) {
	n, err := lang.Parse(text)
	if err != nil {
		return 0, err
	}
	return asks(n), nil
}

func asks(n *lang.Node) Form {
	switch {
	case isAssertion(n):
		return Temporal
	case n.Op == lang.Repeated:
		return Linked
	}
	return ofOps[n.Op] // else it is Conjunctive
}

var ofOps = map[lang.Op]Form{lang.Linked: Linked, lang.Concurrent: Concurrent, lang.Simultaneous: Simultaneous,
	lang.Possibly: Possibly, lang.Definitely: Definitely}

// OfStatements says whether a text speaks of variables, or of lines: where programs have hooks, these are looked at at
// statements. One that cannot be read does not.
func OfStatements(text string) bool {
	n, err := lang.Parse(text)
	return err == nil && ofStatements(n)
}

func ofStatements(n *lang.Node) bool {
	return n.Any(func(n *lang.Node) bool {
		p := n.Place
		return n.Op == lang.Variable || p != nil && (p.Kind == lang.Line || p.If != nil && ofStatements(p.If))
	})
}

// Contrary reads a condition, and returns its negation. Where a value that the condition needs is
// missing, neither of the two holds. The errors are those of Predicate.
func (r *Run) Contrary(text string) (p *Predicate, err error) {
	return r.read(text, false, negated)
}

// Recorded is the first position of the recorded order that satisfies the predicate, or at which the events of a linked
// or concurrent one have happened, and how many events the run had taken there: one at least, since what holds at the
// start holds before the first event. An assertion is decided after these events, which may be later than at the
// position. ok is false if there is none.
func (p *Predicate) Recorded() (at graph.Position, events int, ok bool, err error) {
	defer predicate.Caught(&err)
	c, ok, err := p.inOrder()
	switch {
	case err != nil:
		return at, 0, false, err
	case ok:
		at, events = p.After(p.r.Graph.Last(c)+1), min(max(1, p.r.events(c)), p.base.Tape.Len())
	}
	if p.assertion == nil {
		return at, events, ok, nil
	}
	if events = p.assertion.decided(); !ok {
		at = graph.At(p.base.Graph.First(events))
	}
	return at, events, events > 0, nil
}

// inOrder returns the first cut of the recorded order at which Recorded finds something.
func (p *Predicate) inOrder() (c graph.Cut, ok bool, err error) {
	if p.formula == nil {
		f, err := p.first()
		if f == nil || err != nil {
			return nil, false, err
		}
		return f.Cut, true, nil
	}
	x := cuts.New(p.r.Run, p.formula)
	c = x.First()
	return c, c != nil, x.Clash()
}

// aJump is how many steps the clock goes on at once where no thread could run: more than any step takes, on the slowest
// host.
const aJump = 100

// Untimely returns two events of the recorded run, from 1, if virtual time speaks against a cut: the cut lacks early,
// which was done before the clock jumped because all threads waited, and holds late, which was done after that. They
// are 0 if there are none.
func (r *Run) Untimely(c graph.Cut) (early, late int) {
	g, t := r.Base().Graph, r.Base().Tape
	first, last := t.First(), g.Last(c)
	for first < last && g.Holds(c, first) {
		first++
	}
	if t.Config.FreeTimers {
		return 0, 0
	}
	jumped := false
	for e := first + 1; e <= last; e++ {
		jumped = jumped || t.Time(e)-t.Time(e-1) > aJump*max(t.Config.StepTime, 0)
		if jumped && g.Holds(c, e) {
			return first + 1, e + 1
		}
	}
	return 0, 0
}

// events returns the number of events of the recorded run up to the last one of a cut.
func (r *Run) events(c graph.Cut) int {
	if last := r.Graph.Last(c); last >= 0 {
		return r.When(last).Event + 1
	}
	return 0
}
