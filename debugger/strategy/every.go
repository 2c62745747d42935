package strategy

import (
	"machsim/debugger/explore"
	"machsim/kernel"
)

// every makes a run of each class of orders (package explore). The seed makes no difference.
type every struct {
	search *explore.Search
	begun  int // the number of the run that was begun last, plus 1
}

func newEvery() Strategy { return &every{search: explore.NewSearch()} }

// Begin returns a Door that has to be the Log of the run, too.
func (s *every) Begin(r Run) kernel.Door {
	var l explore.Listener
	if r.N+1 == s.begun {
		l = s.search.Again()
	} else if l = s.search.Begin(); l == nil {
		return nil
	}
	s.begun = r.N + 1
	return l
}

// End takes the run in.
func (s *every) End(int, Ended) { s.search.End() }
