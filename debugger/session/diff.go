package session

import (
	"machsim/debugger/graph"
	"machsim/debugger/view"
)

// Diff says, by names, what changed from another position to the present one.
func (s *Session) Diff(from graph.Position) ([]view.Change, error) {
	here, now := s.at, view.Of(s.State())
	if err := s.MoveTo(from); err != nil {
		return nil, err
	}
	then := view.Of(s.State())
	return view.Diff(then, now), s.MoveTo(here)
}
