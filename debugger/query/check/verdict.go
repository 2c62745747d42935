package check

import (
	"fmt"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/temporal"
	"machsim/debugger/present"
	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
)

// Verdict is what a run says to an assertion about time, in the recorded order of its events.
type Verdict struct {
	Truth    Truth
	Future   bool  // it looks ahead, and is judged from the start; any other is judged at the end
	Since    int   // how many events came before those that are known here; 0 for none
	held     bool  // it asks for what has held
	now      Truth // of a part of a run: what it is so far
	Complete bool  // the run has ended by itself, so that nothing more can come
	// Refuted are the positions that refute one that looks ahead, in order, at most MaxRefuted.
	Refuted []Refuted
	Owed    int // to how many events something is owed that never came, in all
	Open    int // to how many something is owed that may still come, for the run is not complete
	// True and False are where one that looks back is true for the first time, and is not; zero if it never is.
	True, False present.Position
	Orders      *Orders // if it was wanted
}

// Orders is what an assertion is in other orders of the same events (detect.Orders).
type Orders struct {
	Other    bool             // another order says otherwise than the recorded one
	Decided  bool             // the search has seen all orders, or found one that says otherwise
	States   int              // that were looked at
	Position present.Position // where it is known that this order says otherwise; zero for none
	Why      string           // which event is owed an answer, in that order or in all, in a sentence; "" if unknown
	First    string           // the first event that comes sooner in it than in the recorded order, in a sentence
	Order    []int            // its events up to there, from 1
}

// Truth is whether an assertion holds; it may not be decided.
type Truth = temporal.Truth

// What can be known of an assertion.
const (
	IsTrue    = temporal.True
	IsFalse   = temporal.False
	IsUnknown = temporal.Unknown
)

// MaxRefuted is the greatest number of positions that a Verdict lists.
const MaxRefuted = 100

// Refuted is a position that refutes an assertion.
type Refuted struct {
	Position present.Position
	Event    int    // from 1, that is owed something, or after which it does not hold; 0 for the start
	Why      string // in a sentence
}

// String says in a sentence what came out.
func (v *Verdict) String() string {
	switch {
	case v.Since > 0:
		return v.part()
	case v.Truth == IsUnknown && !v.Future:
		return "not decided, as the run has not ended by itself: so far it is " + v.soFar()
	case v.Truth == IsUnknown && v.Open == 0:
		return "not decided at the end: the run was cut short"
	case v.Truth == IsUnknown:
		return fmt.Sprintf("not decided at the end: the run was cut short, and something may still come that is owed to %s",
			text.Counted(v.Open, "event"))
	case v.Future && v.Truth == IsTrue:
		return "holds in the recorded order"
	case v.Future:
		return "refuted in the recorded order, " + text.Counted(v.Owed, "time")
	case v.True.IsZero() || v.False.IsZero():
		return v.soFar()
	case v.Truth == IsTrue:
		return fmt.Sprintf("true at the end, and for the first time %s", after(v.True))
	}
	return "not true at the end; it is " + v.soFar()
}

// soFar says where one that looks back is true.
func (v *Verdict) soFar() string {
	switch {
	case v.True.IsZero():
		return "true at no position of the recorded order"
	case v.False.IsZero():
		return "true at all positions of the recorded order"
	}
	return fmt.Sprintf("true for the first time %s, and not %s", after(v.True), after(v.False))
}

// part is String where the beginning of the run is not known.
func (v *Verdict) part() string {
	from := v.Since + 1
	switch {
	case v.Truth == IsUnknown && v.Future:
		return fmt.Sprintf("not decided: from event %d on nothing refutes it, and what was before is not known", from)
	case v.Truth == IsUnknown && v.now == IsTrue:
		return fmt.Sprintf("not decided, as the run has not ended by itself: so far it is true, and from event %d on "+
			"for the first time %s", from, after(v.True))
	case v.Truth == IsUnknown && v.now == IsFalse:
		return "not decided, as the run has not ended by itself: so far it is not true"
	case v.Truth == IsUnknown && v.held:
		return fmt.Sprintf("not decided: it may have held before event %d", from)
	case v.Truth == IsUnknown:
		return fmt.Sprintf("not decided: that depends on what was before event %d", from)
	case v.Future && v.Truth == IsTrue:
		return "holds: what it asks for comes"
	case v.Future:
		return fmt.Sprintf("refuted in the recorded order, %s from event %d on", text.Counted(v.Owed, "time"), from)
	case v.Truth == IsTrue:
		return fmt.Sprintf("true at the end, and from event %d on for the first time %s", from, after(v.True))
	}
	return "not true at the end"
}

// after says in words where a position of the recorded order is.
func after(p present.Position) string {
	switch at := p.String(); {
	case p.IsStart() && p.Events() == 0:
		return "at the start"
	case strings.Contains(at, "@"):
		return "at " + at
	default:
		return "after event " + at
	}
}

// judge holds an assertion about time against the recorded order.
func (d In) judge(x *Checked, p *detect.Predicate, c Check) error {
	j, err := p.Judge()
	if err != nil {
		return err
	}
	v := &Verdict{Truth: j.Truth, Future: j.Future, Since: j.Since, held: j.Held, now: j.Now, Complete: j.Complete,
		Open: len(j.Open)}
	x.Verdict, x.Found = v, j.Truth == IsTrue
	for _, r := range j.Refuted {
		for _, one := range p.Refutes(r) {
			if v.Owed++; len(v.Refuted) < MaxRefuted {
				v.Refuted = append(v.Refuted, Refuted{d.At(p.After(one.At)), p.Number(one.Event), one.Why})
			}
		}
	}
	if j.First >= 0 {
		v.True = d.At(p.After(j.First))
	}
	if j.Fails >= 0 {
		v.False = d.At(p.After(j.Fails))
	}
	if len(v.Refuted) > 0 {
		x.Position = v.Refuted[0].Position
	} else {
		x.Position = v.True
	}
	if c.Orders && c.States == Consistent && j.Since == 0 && (j.Future || j.Truth != IsUnknown) {
		v.Orders, err = d.otherwise(p)
	}
	return err
}

// otherwise looks for an order of the events in which an assertion is otherwise.
func (d In) otherwise(p *detect.Predicate) (*Orders, error) {
	o, err := p.Orders()
	if err != nil {
		return nil, err
	}
	x := &Orders{Other: o.Other, Decided: o.Decided, States: o.States, Order: o.Order}
	switch {
	case o.Unanswered < 0:
	case o.Other:
		x.Why = p.Called(o.Unanswered) + " is owed an answer that does not come in time there"
	default:
		x.Why = p.Called(o.Unanswered) + " gets no answer in time in any of them"
	}
	if o.Other {
		x.Position = d.At(graph.At(o.Cut))
	}
	x.First = sooner(p, o.Order)
	return x, nil
}

// String says in a sentence what came out; holds is what the assertion is in the recorded order.
func (o *Orders) String(holds Truth) string {
	switch {
	case !o.Decided:
		return fmt.Sprintf("in other orders of the same events it is not decided: the search was given up after %s",
			text.Counted(o.States, "state"))
	case o.Other && holds == IsFalse:
		return "it holds in some other order of the same events"
	case o.Other:
		return "it is refuted in some other order of the same events"
	case holds == IsTrue:
		return "it holds in all orders of the same events"
	case holds == IsFalse:
		return "it holds in no order of the same events"
	}
	return "no order of the same events refutes it"
}
