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
	for _, events := range reached[n] {
		for _, e := range events {
			if !ok(e) {
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

// reached returns by stage and lane the events that end a chain of the stages up to that one. It returns nil if no
// event ends a whole chain.
func (p *Predicate) reached() []map[int][]int {
	all := make([]map[int][]int, len(p.stages))
	for i, s := range p.stages {
		all[i] = map[int][]int{}
		for _, lane := range s.lanes {
			p.r.Tick()
			events := s.moments[lane]
			if i > 0 {
				events = p.following(all[i-1], s, events)
			}
			if len(events) > 0 {
				all[i][lane] = events
			}
		}
		if len(all[i]) == 0 {
			return nil
		}
	}
	return all
}

// following returns those events of a lane that are in the stage and come after one of some others. Without a bar, all
// do that come after the first of these.
func (p *Predicate) following(some map[int][]int, s *stage, events []int) (left []int) {
	if s.bar == nil {
		return events[sort.Search(len(events), func(k int) bool { return p.before(some, s, events[k]) >= 0 }):]
	}
	for _, e := range events {
		p.r.Tick()
		if p.before(some, s, e) >= 0 {
			left = append(left, e)
		}
	}
	return left
}

// before returns which of some events, by lanes, may precede one of the stage: that which was recorded first; -1 if
// none may. Of those of one lane, the last one before it has the fewest events between, so with a bar only that counts.
func (p *Predicate) before(some map[int][]int, s *stage, e int) int {
	found := -1
	for _, events := range some {
		d := events[0]
		if s.bar != nil {
			n := p.countBefore(events, e)
			if n == 0 || p.barred(events[n-1], e, s.bar) {
				continue
			}
			d = events[n-1]
		} else if !p.r.Graph.Before(d, e) {
			continue
		}
		if found < 0 || d < found {
			found = d
		}
	}
	return found
}

// countBefore says how many events of a lane, the first ones, happened before e.
func (p *Predicate) countBefore(events []int, e int) int {
	return sort.Search(len(events), func(k int) bool { return !p.r.Graph.Before(events[k], e) })
}

// barred says whether something happened after d and before e that is not to: of each lane, the last of it before e.
func (p *Predicate) barred(d, e int, bar *stage) bool {
	for _, events := range bar.moments {
		if n := p.countBefore(events, e); n > 0 && p.r.Graph.Before(d, events[n-1]) {
			return true
		}
	}
	return false
}

// back follows a chain from its last event to the first.
func (p *Predicate) back(reached []map[int][]int, last int) []int {
	events := make([]int, len(p.stages))
	for i := len(events) - 1; ; i-- {
		if events[i] = last; i == 0 {
			return events
		}
		last = p.before(reached[i-1], p.stages[i], last)
	}
}
