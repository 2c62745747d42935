package explore

import "machsim/debugger/choose/explore/touch"

// Again begins the last run once more.
func (s *Search) Again() Listener { return s.Keep()() }

// Keep keeps the run that was taken in last: what it returns begins that one once more. It is called before any other
// is begun.
func (s *Search) Keep() func() Listener {
	var path []branch
	for i := s.from; i < len(s.run.events); i++ {
		path = append(path, s.run.events[i].branch)
	}
	return s.kept(append(path, s.run.rest...))
}

// kept returns what begins a run that goes along a path.
func (s *Search) kept(path []branch) func() Listener {
	waits := s.run.prints.Names.Waits
	values := Bounds{}
	if n := s.Bounds[Random]; n > 0 {
		values[Random] = n
	}
	return func() Listener {
		return newRun(s.names.Waiting(waits), s.from, path, first{}, s.FreeTimers, values)
	}
}

// first takes the first option.
type first struct{}

func (first) wants() touch.Actor { return 0 }

func (first) decide(int, []option) int { return 0 }

func (first) taken(int, *event) {}

func (first) touched(int, touch.Footprint) {}
