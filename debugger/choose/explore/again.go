package explore

import "machsim/debugger/choose/explore/touch"

// Again begins the last run once more.
func (s *Search) Again() Listener { return s.Keep()() }

// Keep keeps the run that was taken in last: what it returns begins that one once more. It is called before any other
// is begun.
func (s *Search) Keep() func() Listener {
	var path []branch
	n := len(s.run.events)
	if s.run.bounds.cut == Bound && n > s.from && s.run.events[n-1].pause {
		n-- // which stands for the end, and is none where a bound has cut the run
	}
	for i := s.from; i < n; i++ {
		path = append(path, s.run.events[i].branch)
	}
	return s.kept(append(path, s.run.rest...))
}

// kept returns what begins a run that goes along a path. Where a bound has cut the run, it does so again: what follows
// is none of this search.
func (s *Search) kept(path []branch) func() Listener {
	waits := s.run.prints.Names.Waits
	bounds := Bounds{Random: s.Bounds[Random]}
	if s.run.bounds.cut == Bound {
		bounds[Depth], bounds[Events] = s.Bounds[Depth], s.Bounds[Events]
	}
	return func() Listener {
		return newRun(s.names.Waiting(waits), s.from, path, first{}, s.FreeTimers, bounds)
	}
}

// first takes the first option, and has no fault come. Deciders that have no more to say are made of it.
type first struct{}

func (first) wants() touch.Actor { return 0 }

func (first) decide(int, []option) int { return 0 }

func (first) fails([]mishap) touch.Actor { return 0 }

func (first) taken(int, *event) {}

func (first) touched(int, touch.Footprint) {}
