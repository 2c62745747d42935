package detect

import (
	"slices"
	"sort"

	"machsim/debugger/lang"
	"machsim/debugger/predicate"
	"machsim/debugger/temporal"
)

// leaf is an atom of an assertion about time: a condition on states, or events.
type leaf struct {
	text  string
	state *formula // nil of events

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
		if a, b := &h.With[pair[0]], &t.With[pair[1]]; a.Kind == predicate.None || !a.Same(b) {
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
	x := newLattice(r, l.state)
	var turns []change
	for atom, chain := range x.chains {
		x.f.Frame.Atoms[atom] = x.turns[atom][0]
		for i, e := range chain {
			turns = append(turns, change{e, atom, i + 1})
		}
	}
	slices.SortStableFunc(turns, func(a, b change) int { return a.event - b.event })
	l.first = l.now()
	last := l.first
	for i, t := range turns {
		if x.f.Frame.Atoms[t.atom] = x.turns[t.atom][t.n]; i+1 < len(turns) && turns[i+1].event == t.event {
			continue
		}
		if now := l.now(); now != last {
			l.changes, l.truths, last = append(l.changes, t.event), append(l.truths, now), now
		}
	}
}

// change is the n-th change of an atom, by an event.
type change struct{ event, atom, n int }

// now is the truth of a condition with the present values of its atoms.
func (l *leaf) now() temporal.Truth {
	switch v := l.state.Eval(&l.state.Frame); {
	case v.Kind != predicate.Bool:
		return temporal.Unknown
	case v.True():
		return temporal.True
	}
	return temporal.False
}
