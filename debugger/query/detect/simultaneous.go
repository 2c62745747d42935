package detect

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// A simultaneous predicate holds at an event of a process if all its conditions hold in every cut in which that event
// is the last one of the process (Spezialetti and Gupta's occurrence and stability, of a recorded run). These cuts lie
// between the least one with the event and the greatest one without the next event of the process, and both of them are
// among these; so a condition holds in all if one of its spans has begun by the event, and does not end but after the
// next one.

// knowing is a stretch of events of a process at which a simultaneous predicate holds.
type knowing struct {
	thread       kernel.ThreadID
	since, until int // the first event, and the first one after the stretch; Never if the run ends in it
}

// knowings lists all such stretches, in the order of the recording. It goes through the events of each process once.
func (p *Predicate) knowings() (all []knowing) {
	conditions, ok := p.conditions()
	if !ok {
		return nil
	}
	r, spans := p.r, make([][]predicate.Span, len(conditions))
	for k, l := range conditions {
		spans[k] = cuts.Merged(l.Spans)
	}
	for lane := range r.Tape.Lanes {
		if r.Tape.Lanes[lane].Thread != 0 {
			all = append(all, r.knownTo(lane, spans)...)
		}
	}
	slices.SortFunc(all, func(a, b knowing) int { return cmp.Compare(a.since, b.since) })
	return all
}

func (r *Run) knownTo(lane int, spans [][]predicate.Span) (all []knowing) {
	l := &r.Tape.Lanes[lane]
	begun := make([]int, len(spans)) // by condition: how many of its spans have
	for n := range l.Len() {
		r.Tick()
		e, next := l.Event(n), predicate.Never
		if n+1 < l.Len() {
			next = l.Event(n + 1)
		}
		if !r.lasts(spans, begun, e, next) {
			continue
		}
		if k := len(all) - 1; k >= 0 && all[k].until == e {
			all[k].until = next
		} else {
			all = append(all, knowing{l.Thread, e, next})
		}
	}
	return all
}

// lasts says whether all conditions hold at an event, and at whatever the other processes may do before the next one.
func (r *Run) lasts(spans [][]predicate.Span, begun []int, e, next int) bool {
	all := true
	for k, some := range spans {
		for begun[k] < len(some) && (some[begun[k]].Lo == e || predicate.Precedes(r.Graph, some[begun[k]].Lo, e)) {
			begun[k]++
		}
		if begun[k] == 0 {
			all = false
			continue
		}
		hi := some[begun[k]-1].Hi
		mayEnd := r.Open && hi == predicate.Never // by something to come that the next event does not precede
		all = all && !mayEnd && (hi == next || predicate.Precedes(r.Graph, next, hi))
	}
	return all
}

// conditions are those of a simultaneous predicate, each once; ok is false if the run never comes to one of them.
func (p *Predicate) conditions() (all []*predicate.Atom, ok bool) {
	for _, s := range p.stages {
		if len(s.atoms) == 0 {
			return all, false
		}
		for _, l := range s.atoms {
			if !slices.Contains(all, l) {
				all = append(all, l)
			}
		}
	}
	return all, true
}

// learnt returns the least cut beyond another in which somebody has come to know a simultaneous predicate that did
// not there, or, with first, in which anybody does.
func (p *Predicate) learnt(from graph.Cut, first bool) *Found {
	for i := range p.knows {
		if k := &p.knows[i]; first || !p.r.Graph.Holds(from, k.since) {
			return p.known(p.r.Graph.Grow(from, k.since), k)
		}
	}
	return nil
}

// hadLearnt returns the last position within a cut, but not the cut itself, at which somebody had.
func (p *Predicate) hadLearnt(from graph.Cut) *Found {
	for i := range slices.Backward(p.knows) {
		if k := &p.knows[i]; p.r.less([]int{k.since}, from) {
			return p.known(p.r.Graph.Least(k.since), k)
		}
	}
	return nil
}

// knownIn says who knows a simultaneous predicate in a cut, and why; nil for nobody.
func (p *Predicate) knownIn(c graph.Cut) *Found {
	for i := range p.knows {
		k := &p.knows[i]
		if p.r.Graph.Holds(c, k.since) && !predicate.HoldsEvent(p.r.Graph, c, k.until) {
			return p.known(c, k)
		}
	}
	return nil
}

// known returns a cut in which a process knows that the conditions hold.
func (p *Predicate) known(c graph.Cut, k *knowing) *Found {
	conditions, _ := p.conditions()
	f := p.r.found(conditions, c)
	f.Note = fmt.Sprintf("%s knows it from %s on, ", p.r.ThreadName(k.thread), p.r.Point(k.since))
	if k.until == predicate.Never {
		f.Note += "to the end"
	} else {
		f.Note += "and no longer at " + p.r.Point(k.until)
	}
	return f
}

// allKnown lists where a simultaneous predicate is known, at most so many stretches.
func (p *Predicate) allKnown(most int) *Together {
	s := &meetings{r: p.r, most: most, Together: &Together{Apart: -1}}
	s.conditions, _ = p.conditions()
	s.name()
	for _, k := range p.knows {
		c := p.r.Graph.Least(k.since)
		chosen := text.Each(s.conditions, func(l *predicate.Atom) int { return predicate.In(p.r.Graph, l.Spans, c) })
		if s.add(chosen); s.More {
			break
		}
		x := &s.Rows[len(s.Rows)-1]
		x.Position = p.r.Position(c, graph.Position{})
		x.Knows = &Knows{p.r.ThreadName(k.thread), s.when(k.since), s.when(k.until)}
	}
	return s.Together
}

// localOf reads a part of a simultaneous predicate: conditions of one process, joined by and.
func (r *Run) localOf(b *predicate.Binder, n *lang.Node) (*stage, error) {
	if n.IsOfEvents() {
		return nil, b.Mistake(n.At, "this speaks of events or of whole runs; "+eachLocal)
	}
	f, err := b.Formula(n, true)
	if err != nil {
		return nil, err
	}
	disjuncts, ok, _ := f.Disjuncts()
	switch owners := r.owners(f); {
	case len(owners) > 1:
		return nil, b.Mistake(n.At, "this is about %s; "+eachLocal, text.List(owners))
	case len(disjuncts) > 1:
		return nil, b.Mistake(n.At, "either of these may hold for the other; a part of simultaneous joins conditions by and")
	case !ok || len(disjuncts) == 1 && len(disjuncts[0]) == 0:
		return nil, b.Mistake(n.At, "this is about no process; "+eachLocal)
	case len(disjuncts) == 1:
		return &stage{atoms: disjuncts[0]}, nil
	}
	return &stage{}, nil // the run never comes to a place in it
}

// owners are the names of the threads that a condition is about.
func (r *Run) owners(f *predicate.Formula) (names []string) {
	for _, l := range f.Atoms {
		if name := r.ThreadName(l.Thread); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// eachLocal says in a mistake what the parts of simultaneous can be.
const eachLocal = "each part of simultaneous is of one process, as in simultaneous(a.x = 1, b.y = 2)"
