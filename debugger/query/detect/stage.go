package detect

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// stage is one part of a linked or concurrent predicate. It has alternatives: conditions of single
// processes, which have to come to hold, and places, which have to be passed. The moment of a place
// is the event that completes its call; for a send, the event that begins it.
type stage struct {
	atoms   []*predicate.Atom
	bar     *stage                  // what does not happen after the event before, and before this; nil: all may
	moments map[int][]int           // by lane, in order
	lanes   []int                   // those that have moments, in order
	atom    map[int]*predicate.Atom // by moment
}

func (p *Predicate) bindStages(b *predicate.Binder, n *lang.Node) error {
	kids := n.Kids
	if n.Op == lang.Repeated {
		kids = []*lang.Node{n}
	}
	var all []*predicate.Atom
	for _, k := range kids {
		times, bar := 1, (*stage)(nil)
		if k.Op == lang.Unless {
			var err error
			if bar, err = stageOf(b, k.Kids[1]); err != nil {
				return err
			}
			k = k.Kids[0]
		}
		if k.Op == lang.Repeated && p.Form == Linked {
			times, k = k.N, k.Kids[0]
		}
		read := stageOf
		if p.Form == Simultaneous {
			read = p.r.localOf
		}
		s, err := read(b, k)
		if err != nil {
			return err
		}
		s.bar = bar
		for range times {
			p.stages = append(p.stages, s)
		}
		all = append(all, s.all()...)
	}
	if err := p.r.Feed(all); err != nil {
		return err
	}
	*p = *p.in(p.r.suited(p.atoms()))
	choices := 1
	for _, s := range p.stages {
		choices = min(choices*max(1, len(s.lanes)), maxChoices+1)
	}
	if p.Form == Concurrent && choices > maxChoices {
		return b.Mistake(n.At, "there are more than %d ways to choose threads for the parts of this; "+
			"say who is meant", maxChoices)
	}
	return nil
}

// maxChoices is the greatest number of choices of threads that are tried for concurrent events.
const maxChoices = 100_000

// eachPart says in a mistake what the parts of linked and concurrent predicates can be.
const eachPart = "each part of -> and || is one condition of one process, or several joined by or"

// stageOf reads a condition of single processes, or several joined by or, of which each is
// satisfied by itself.
func stageOf(b *predicate.Binder, n *lang.Node) (s *stage, err error) {
	s = &stage{}
	if n.Op == lang.Or {
		for _, k := range n.Kids {
			one, err := stageOf(b, k)
			if err != nil {
				return s, err
			}
			s.atoms = append(s.atoms, one.atoms...)
		}
		return s, nil
	}
	if n.IsOfEvents() {
		return s, b.Mistake(n.At, eachPart+"; only a part of -> may be repeated")
	}
	f, err := b.Formula(n, true)
	if err != nil {
		return s, err
	}
	disjuncts, ok, _ := f.Disjuncts()
	for _, conjunction := range disjuncts {
		if len(conjunction) != 1 {
			return s, b.Mistake(n.At, "this joins conditions of several processes; "+eachPart)
		}
		s.atoms = append(s.atoms, conjunction[0])
	}
	if !ok {
		return s, b.Mistake(n.At, "this compares several processes; "+eachPart)
	}
	return s, nil
}

// all are the conditions of a stage, and those of what does not happen before it.
func (s *stage) all() []*predicate.Atom {
	if s.bar == nil {
		return s.atoms
	}
	return slices.Concat(s.atoms, s.bar.atoms)
}

// stagesWith returns stages with other atoms in the place of theirs, as Predicate.atoms lists them.
func stagesWith(r *Run, stages []*stage, atoms []*predicate.Atom) (all []*stage) {
	for i, s := range stages {
		own, n := len(s.atoms), len(s.all())
		x := &stage{atoms: atoms[:own]}
		switch {
		case i > 0 && s == stages[i-1]: // repeated
			x = all[i-1]
		case s.bar != nil:
			x.bar = &stage{atoms: atoms[own:n]}
			x.bar.collect(r)
			fallthrough
		default:
			x.collect(r)
		}
		all, atoms = append(all, x), atoms[n:]
	}
	return all
}

// collect finds the moments of a stage.
func (s *stage) collect(r *Run) {
	s.moments, s.atom = map[int][]int{}, map[int]*predicate.Atom{}
	for _, l := range s.atoms {
		for _, e := range l.Moments() {
			if s.atom[e] == nil {
				s.atom[e] = l
				s.moments[r.Tape.Lane(e)] = append(s.moments[r.Tape.Lane(e)], e)
			}
		}
	}
	for lane, events := range s.moments {
		slices.Sort(events)
		s.lanes = append(s.lanes, lane)
	}
	slices.Sort(s.lanes)
}

// moment returns the Reason why an event satisfies a stage.
func (r *Run) moment(s *stage, e int) Reason {
	l := s.atom[e]
	x := r.blank(l)
	x.since(r, e)
	for i, sp := range l.Spans {
		if sp.Lo == e && i < len(l.Was) {
			return r.reason(l, i)
		}
	}
	return x
}

// happened returns the first position at which the events of a linked or concurrent predicate have
// happened, or the next one beyond a cut.
func (p *Predicate) happened(from graph.Cut, first bool) *Found {
	switch p.Form {
	case Concurrent:
		return p.after(from, p.firstAntichain(from, first))
	case Simultaneous:
		return p.learnt(from, first)
	}
	return p.after(from, p.chain(func(e int) bool { return first || !p.r.Graph.Holds(from, e) }, true))
}

// hadHappened returns the last position within a cut, but not the cut itself, at which they had
// happened.
func (p *Predicate) hadHappened(from graph.Cut) *Found {
	start := p.r.Graph.Start()
	switch p.Form {
	case Concurrent:
		return p.after(start, p.lastAntichain(from))
	case Simultaneous:
		return p.hadLearnt(from)
	}
	return p.after(start, p.chain(func(e int) bool { return p.r.less([]int{e}, from) }, false))
}

// less says whether the least cut that holds some events is within a cut, and smaller.
func (r *Run) less(events []int, than graph.Cut) bool {
	c := r.Graph.Start()
	for _, e := range events {
		if !r.Graph.Holds(than, e) {
			return false
		}
		r.Graph.Raise(c, e)
	}
	return !than.Within(c)
}

// after returns the least cut that holds another and some events.
func (p *Predicate) after(from graph.Cut, events []int) *Found {
	if events == nil {
		return nil
	}
	f := &Found{Position: graph.At(from.Clone())}
	for i, e := range events {
		p.r.Graph.Raise(f.Cut, e)
		f.Reasons = append(f.Reasons, p.r.moment(p.stages[i], e))
	}
	f.Order = p.r.orders(events)
	return f
}
