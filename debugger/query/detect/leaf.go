package detect

import (
	"cmp"
	"slices"
	"sort"

	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// leaf is an atom of an assertion about time: a condition on states, or events.
type leaf struct {
	state    *predicate.Formula // nil of events
	contrary *predicate.Formula // its negation, which is not true either where values are missing

	// Of a condition, in recorded order: the events at which its truth changes, and what it is then; first is its
	// truth before all of them.
	changes []int
	truths  []temporal.Truth
	first   temporal.Truth

	// Of events, in recorded order, and what each of them is to have a name for.
	happened []predicate.Happening
	with     []lang.Bound
	// What an event of it has to have, if it is an answer: in each pair, columns of Happening.With of this leaf and of
	// trigger, which are equal. With same, its message is that of the trigger's event.
	trigger *leaf
	equal   [][2]int
	same    bool
	by      int // the column of trigger that has its thread, -1 for none
}

// occurs returns the event of a leaf with a number, nil if it is none.
func (l *leaf) occurs(event int) *predicate.Happening {
	i := sort.Search(len(l.happened), func(i int) bool { return l.happened[i].Event >= event })
	if i == len(l.happened) || l.happened[i].Event != event {
		return nil
	}
	return &l.happened[i]
}

// answers says whether an event of a leaf has what that of its trigger asks for.
func (l *leaf) answers(h *predicate.Happening, since int) bool {
	if l.trigger == nil {
		return true
	}
	t := l.trigger.occurs(since)
	if t == nil {
		return false
	}
	for _, pair := range l.equal {
		if a, b := &h.With[pair[0]], &t.With[pair[1]]; a.Kind() == eval.None || !a.Same(b) {
			return false
		}
	}
	if l.by >= 0 && t.With[l.by].Int() != int64(h.Thread) {
		return false
	}
	return !l.same || h.From == t.Call
}

// follow finds how the truth of a condition goes in recorded order.
func (l *leaf) follow(r *Run) {
	var turns []turning
	for _, f := range []*predicate.Formula{l.state, l.contrary} {
		for i, a := range f.Atoms {
			events, values := a.Turns()
			f.Frame.Atoms[i] = values[0]
			for k, e := range events {
				turns = append(turns, turning{e, &f.Frame.Atoms[i], values[k+1]})
			}
		}
	}
	slices.SortStableFunc(turns, func(a, b turning) int { return cmp.Compare(a.event, b.event) })
	l.first = l.now()
	last := l.first
	for i, t := range turns {
		if i%predicate.TickEvery == 0 {
			r.Tick()
		}
		if *t.atom = t.to; i+1 < len(turns) && turns[i+1].event == t.event {
			continue
		}
		if now := l.now(); now != last {
			l.changes, l.truths, last = append(l.changes, t.event), append(l.truths, now), now
		}
	}
}

// turning is the change of an atom, by an event.
type turning struct {
	event int
	atom  *eval.Value
	to    eval.Value
}

// now is the truth of a condition with the present values of its atoms. Where values are missing, neither the
// condition nor its contrary is true.
func (l *leaf) now() temporal.Truth {
	switch {
	case l.state.Eval(&l.state.Frame).True():
		return temporal.True
	case l.contrary.Eval(&l.contrary.Frame).True():
		return temporal.False
	}
	return temporal.Unknown
}

// at is the truth of a condition in a cut.
func (l *leaf) at(r *Run, c graph.Cut) temporal.Truth {
	switch {
	case l.state.At(r.Graph, c).True():
		return temporal.True
	case l.contrary.At(r.Graph, c).True():
		return temporal.False
	}
	return temporal.Unknown
}
