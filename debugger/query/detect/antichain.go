package detect

import (
	"slices"
	"sort"

	"machsim/debugger/replay/graph"
)

// antichain searches for concurrent events, one from each list. A list has events of one lane.
type antichain struct {
	r     *Run
	lists [][]int
	at    []int // by list: the index that the search has reached
}

// move advances to the least events that are all concurrent or, backwards, goes back to the greatest. An event that
// happened before that of another list also happened before all later events of that list, so it is skipped; backwards,
// one that happened after it. It returns false at the end of a list.
func (m *antichain) move(forwards bool) bool {
	for again := true; again; {
		again = false
		for i, l := range m.lists {
			m.r.Tick()
			if m.at[i] < 0 || m.at[i] == len(l) {
				return false
			}
			if m.passed(i, forwards) {
				if again = true; forwards {
					m.at[i]++
				} else {
					m.at[i]--
				}
			}
		}
	}
	return true
}

// passed says whether the event of a list happened before that of another or, backwards, after it.
func (m *antichain) passed(i int, forwards bool) bool {
	for j, l := range m.lists {
		if j == i || m.at[j] < 0 || m.at[j] == len(l) {
			continue
		}
		first, second := m.lists[i][m.at[i]], l[m.at[j]]
		if !forwards {
			first, second = second, first
		}
		if m.r.Graph.Before(first, second) {
			return true
		}
	}
	return false
}

// sooner says whether the recorded run had all of some events before it had all of others or, if
// the last event is the same, the least cut that holds them holds fewer events.
func (r *Run) sooner(a, b []int) bool {
	if d := slices.Max(a) - slices.Max(b); d != 0 {
		return d < 0
	}
	return r.holding(a).Events() < r.holding(b).Events()
}

// holding returns the least cut that holds some events.
func (r *Run) holding(events []int) graph.Cut {
	c := r.Graph.Start()
	for _, e := range events {
		r.Graph.Raise(c, e)
	}
	return c
}

func (m *antichain) events() []int {
	all := make([]int, len(m.lists))
	for i, l := range m.lists {
		all[i] = l[m.at[i]]
	}
	return all
}

// choose calls visit with each choice of one list for every stage, all of different lanes.
func (p *Predicate) choose(visit func(lists [][]int)) {
	lanes, lists := make([]int, len(p.stages)), make([][]int, len(p.stages))
	var next func(i int)
	next = func(i int) {
		if i == len(lanes) {
			visit(lists)
			return
		}
		for _, lane := range p.stages[i].lanes {
			p.r.Tick()
			if !slices.Contains(lanes[:i], lane) {
				lanes[i], lists[i] = lane, p.stages[i].moments[lane]
				next(i + 1)
			}
		}
	}
	next(0)
}

// firstAntichain finds concurrent events, one for each stage, that are not all in a cut; with
// first, any. It returns those that the recorded run had completed first. Of several with the same
// last event it takes those with the fewest events before them.
func (p *Predicate) firstAntichain(from graph.Cut, first bool) (best []int) {
	p.choose(func(lists [][]int) {
		for i, l := range lists {
			m := antichain{p.r, lists, make([]int, len(lists))}
			if !first {
				m.at[i] = sort.Search(len(l), func(k int) bool { return !p.r.Graph.Holds(from, l[k]) })
			}
			if !m.move(true) {
				continue
			}
			if e := m.events(); best == nil || p.r.sooner(e, best) {
				best = e
			}
		}
	})
	return best
}

// lastAntichain finds concurrent events, one for each stage, such that the least cut that holds
// them is within another and smaller. It returns those that the recorded run had completed last. Of
// several with the same last event it takes those with the most events before them.
func (p *Predicate) lastAntichain(within graph.Cut) (best []int) {
	p.choose(func(lists [][]int) {
		for i := -1; i < len(lists); i++ {
			m := antichain{p.r, lists, make([]int, len(lists))}
			for k, l := range lists {
				m.at[k] = sort.Search(len(l), func(k int) bool { return !p.r.Graph.Holds(within, l[k]) }) - 1
			}
			if i >= 0 {
				m.at[i]--
			}
			if !m.move(false) || !p.r.less(m.events(), within) {
				continue
			}
			if e := m.events(); best == nil || p.r.sooner(best, e) {
				best = e
			}
		}
	})
	return best
}
