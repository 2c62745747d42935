package detect

import "sort"

// chain finds events, one for each stage, in causal order. If several such chains end with an event
// that satisfies ok, it returns the one whose last event was recorded first or, backwards, last.
func (p *Predicate) chain(ok func(int) bool, forwards bool) []int {
	reached := p.reached()
	if reached == nil {
		return nil
	}
	last, n := -1, len(p.stages)-1
	for lane, from := range reached[n] {
		for _, e := range p.stages[n].moments[lane] {
			if e < from || !ok(e) {
				continue
			}
			if last < 0 || (e < last) == forwards {
				last = e
			}
			if forwards {
				break
			}
		}
	}
	if last < 0 {
		return nil
	}
	return p.back(reached, last)
}

// reached returns by stage and lane the first event that ends a chain of the stages up to that one;
// all later events of the lane do so too. It returns nil if no event ends a whole chain.
func (p *Predicate) reached() []map[int]int {
	all := make([]map[int]int, len(p.stages))
	for i := range p.stages {
		s := p.stages[i]
		all[i] = map[int]int{}
		for _, lane := range s.lanes {
			p.r.Tick()
			events := s.moments[lane]
			k := 0
			if i > 0 {
				k = sort.Search(len(events), func(k int) bool { return p.follows(all[i-1], events[k]) })
			}
			if k < len(events) {
				all[i][lane] = events[k]
			}
		}
		if len(all[i]) == 0 {
			return nil
		}
	}
	return all
}

// follows says whether any of some events happened before e.
func (p *Predicate) follows(some map[int]int, e int) bool {
	for _, from := range some {
		if p.r.Graph.Before(from, e) {
			return true
		}
	}
	return false
}

// back follows a chain from its last event to the first. Of the events that may precede one, it takes
// that which was recorded first.
func (p *Predicate) back(reached []map[int]int, last int) []int {
	events := make([]int, len(p.stages))
	for i := len(events) - 1; i >= 0; i-- {
		if events[i] = last; i == 0 {
			break
		}
		before := -1
		for _, e := range reached[i-1] {
			if p.r.Graph.Before(e, last) && (before < 0 || e < before) {
				before = e
			}
		}
		last = before
	}
	return events
}
