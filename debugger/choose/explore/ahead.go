package explore

import "slices"

// A Search takes its runs in one after the other, for what a run shows decides which are made next. But what happens in
// a run is a function of its leaf alone, and many leaves are known long before their turn: those that hang in the trees
// of the present run's places. So others can make their runs ahead of time. When the turn of one comes, it may be that
// it is to begin with other threads asleep than was foreseen; then it was made in vain, and is made once more. So the
// runs, their order and all that follows from them are the same for any number of those who make them.

// mostAhead is how many runs may wait for their turn at once.
const mostAhead = 256

// Take begins a run for somebody who makes it beside others: that whose turn it is, if nobody has begun it, or another
// one; nil if there is none for now, or, when all that were begun have had their turn, if there are no more. When the
// run has ended, Ended is called, or Cancel if it did not end by itself. These methods are called one at a time, and
// Begin and End are not called as long as there are such runs.
func (s *Search) Take() *Attempt {
	if s.all {
		return nil
	}
	if s.ByReceipt || s.Bounds.Orders() { // each run follows from that before
		if s.ahead > 0 {
			return nil
		}
		if s.ByReceipt {
			return s.enlist(s.received())
		}
		return s.enlist(s.swept())
	}
	if s.turn() == nil {
		return s.begin(s.present())
	}
	if s.ahead == mostAhead {
		return nil
	}
	for i := len(s.places) - 1; i >= 0; i-- {
		p := &s.places[i]
		if p.known = p.known || p.tree == nil && len(p.now.choices) == 0; p.known {
			continue
		}
		s.planted(i)
		if next, sleep := p.foreseen(s.from+i, s.names.Numbers); next != nil {
			return s.begin(s.leaf(i, next, sleep))
		}
	}
	return nil
}

// begin begins a run that is to have its turn.
func (s *Search) begin(l leaf) *Attempt { return s.enlist(s.attempt(l)) }

func (s *Search) enlist(a *Attempt) *Attempt {
	list := s.list(len(a.leaf.path) - 1)
	*list = append(*list, a)
	s.ahead++
	return a
}

// list returns the runs that were begun at a place. That without a place is the first of all.
func (s *Search) list(at int) *[]*Attempt {
	if at < 0 {
		return &s.root
	}
	return &s.places[at].ahead
}

// Ended says that a run has ended. still is nil if it has ended by itself; if it was given up, it is as for Left.
func (s *Search) Ended(a *Attempt, still func() bool) {
	switch {
	case still != nil:
		a.leave(still)
	case a.wasted:
		s.keep(a)
	default:
		a.end()
	}
	if a.ended = true; a.wasted {
		return
	}
	if at := len(a.leaf.path) - 1; at >= 0 {
		s.places[at].known = false
	}
}

// Cancel says that a run was ended by others. It may be begun once more.
func (s *Search) Cancel(a *Attempt) {
	if !a.wasted {
		s.remove(a)
	}
}

func (s *Search) remove(a *Attempt) {
	list := s.list(len(a.leaf.path) - 1)
	*list = slices.DeleteFunc(*list, func(b *Attempt) bool { return b == a })
	s.ahead--
	if at := len(a.leaf.path) - 1; at >= 0 {
		s.places[at].known = false
	}
}

// Turn takes in the run whose turn it is, and returns it; nil if it has not ended, or there is none.
func (s *Search) Turn() *Attempt {
	if s.all {
		return nil
	}
	a := s.turn()
	if a == nil || !a.ended {
		return nil
	}
	s.remove(a)
	s.take(a)
	return a
}

// turn returns the run whose turn it is, if that was begun.
func (s *Search) turn() *Attempt {
	n := len(s.places)
	switch {
	case n > 0:
		return s.places[n-1].begun(s.places[n-1].tree.children[0].branch)
	case len(s.root) > 0:
		return s.root[0]
	}
	return nil
}

// check finds out whether the run whose turn it is now, if it was begun, is what it should be.
func (s *Search) check() {
	if s.ahead == 0 || s.all {
		return
	}
	if a := s.turn(); a != nil && !a.leaf.is(s.present()) {
		s.remove(a)
		s.waste(a)
	}
}

// is compares what follows of two leaves whose paths are the same.
func (l *leaf) is(m leaf) bool {
	return slices.Equal(l.next, m.next) && slices.EqualFunc(l.sleep, m.sleep, func(a, b asleep) bool {
		return a.actor == b.actor && slices.Equal(a.uses, b.uses)
	})
}

// waste notes that a run will have no turn.
func (s *Search) waste(a *Attempt) {
	s.Wasted++
	if a.wasted = true; a.ended {
		s.keep(a)
	}
}

// drop notes that runs will have no turn.
func (s *Search) drop(all []*Attempt) {
	s.ahead -= len(all)
	for _, a := range all {
		s.waste(a)
	}
}

// Drop forgets all runs that have not had their turn.
func (s *Search) Drop() {
	s.drop(s.root)
	s.root = nil
	for i := range s.places {
		p := &s.places[i]
		s.drop(p.ahead)
		p.ahead, p.known = nil, false
	}
}
