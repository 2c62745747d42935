package predicate

import (
	"cmp"
	"slices"

	"machsim/debugger/breakpoint"
)

// verdict is what is known of some cuts without going through them: whether any satisfies a
// condition.
type verdict struct {
	possible bool   // false: none does
	cut      vector // one that does; nil if none is known
	rank     int    // of cut, see interval.rank; never if it is nil
	first    int    // no cut of a lower rank does
}

// unknown is the verdict where nothing can be said.
var unknown = verdict{possible: true, rank: never, first: -never}

// or joins what is known of two conditions, one of which has to hold.
func (v verdict) or(w verdict) verdict {
	switch {
	case !v.possible:
		return w
	case !w.possible:
		return v
	}
	first := min(v.first, w.first)
	if w.rank < v.rank {
		v = w
	}
	v.first = first
	return v
}

// beyond is what is known of the cuts that a search may end at: beyond its beginning, or
// within it.
func (x *lattice) beyond(begin spot, forwards bool) verdict {
	if begin.left {
		return x.decide(true, begin.v, forwards)
	}
	gone := x.decide(false, begin.v, forwards)
	switch {
	case !gone.possible:
		return gone
	case gone.cut == nil:
		return unknown
	}
	v := x.decide(true, gone.cut, forwards)
	if v.first = -never; !v.possible {
		return unknown // it may cease elsewhere, and hold again after that
	}
	return v
}

// decide is what is known of the cuts beyond one, or within it, in which the condition holds or,
// with want false, does not.
func (x *lattice) decide(want bool, begin vector, forwards bool) (all verdict) {
	lo, hi := begin, x.to
	if !forwards {
		lo, hi = x.from, begin
	}
	clauses, ok := x.f.clauses(x.f.root, want)
	for _, c := range clauses {
		s, fine := x.scored(c)
		if ok = ok && fine && (want || x.known(c, lo, hi)); !ok {
			break
		}
		all = all.or(s.decide(x, slices.Clone(lo), slices.Clone(hi), forwards))
	}
	if !ok {
		return unknown
	}
	return all
}

// known says whether all values in a clause's relations are there in all cuts between two.
func (x *lattice) known(c clause, lo, hi vector) bool {
	s, ok := x.scored(clause{relations: c.relations})
	return ok && s.clear(x, lo, hi)
}

// decide is what is known of the cuts between two in which a clause holds.
func (s *scored) decide(x *lattice, lo, hi vector, forwards bool) verdict {
	if !s.fit(x, lo, hi) {
		return verdict{}
	}
	t := x.interval(lo, hi, forwards)
	if len(s.relations) == 0 {
		return t.found(t.begin())
	}
	all := t.found(nil)
	for i := range s.relations {
		v := s.solve(t, i)
		if !v.possible {
			return v
		}
		all.first = max(all.first, v.first)
		if v.cut != nil && all.cut == nil && s.holds(x, v.cut) {
			all.cut, all.rank = v.cut, v.rank
		}
	}
	return all
}

// solve is what is known of the cuts of an interval in which a relation holds, and no leaf is bad.
func (s *scored) solve(t *interval, i int) verdict {
	r := s.relations[i]
	up, down := s.toward(r.score, 1), s.toward(r.score, -1)
	switch r.op {
	case ">=":
		return t.climb(up, 0)
	case ">":
		return t.climb(up, 1)
	case "<=":
		return t.climb(down, 0)
	case "<":
		return t.climb(down, 1)
	case "!=":
		return t.climb(up, 1).or(t.climb(down, 1))
	}
	return t.level(up, down)
}

// holds says whether a clause holds in a cut.
func (s *scored) holds(x *lattice, v vector) bool {
	for l, bad := range s.bad {
		if bad[x.turn(l, v)] {
			return false
		}
	}
	return !slices.ContainsFunc(s.relations, func(r ranked) bool { return !breakpoint.Compared(r.op, cmp.Compare(r.at(x, v), 0)) })
}

// climb looks for a cut with a score of at least so much.
func (t *interval) climb(sc score, least int64) verdict {
	a := t.ascent(sc)
	for a.best() < least {
		if !a.next() {
			return verdict{}
		}
	}
	return t.found(a.cut())
}

// level looks for a cut with a score of 0; down is the score with the other sign. Both come
// to 0 or more; so on the way from where the one is greatest to where the other is, the score
// passes 0, and comes to it if no step changes it by more than 1.
func (t *interval) level(up, down score) verdict {
	a, b := t.ascent(up), t.ascent(down)
	for a.best() < 0 || b.best() < 0 {
		if !a.next() {
			return verdict{}
		}
		b.next()
	}
	v := t.found(nil)
	if a.size > 0 {
		v.first = max(v.first, t.order(t.steps[a.size-1]))
	}
	if v.cut = t.between(up, b.cut(), a.cut()); v.cut == nil {
		for a.next() && b.next() {
		}
		v.cut = t.between(up, b.cut(), a.cut())
	}
	if v.cut != nil {
		v.rank = t.rank(v.cut)
	}
	return v
}

// between goes from a cut to another, through what both hold, until the score is 0; nil if it
// never is.
func (t *interval) between(sc score, from, to vector) vector {
	v, n := slices.Clone(from), sc.at(t.x, from)
	if n == 0 {
		return v
	}
	for _, e := range slices.Backward(t.beyond(from, to)) {
		v[e.lane]--
		if n -= sc.gain(t.x, e); n == 0 {
			return v
		}
	}
	for _, e := range t.beyond(to, from) {
		v[e.lane]++
		if n += sc.gain(t.x, e); n == 0 {
			return v
		}
	}
	return nil
}

// beyond is the steps that a cut holds and another does not, in the order of the recording.
func (t *interval) beyond(v, w vector) (all []move) {
	for _, e := range t.steps {
		if e.n < int(v[e.lane]) && e.n >= int(w[e.lane]) {
			all = append(all, e)
		}
	}
	if !t.forwards {
		slices.Reverse(all)
	}
	return all
}
