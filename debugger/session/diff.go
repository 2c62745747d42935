package session

import (
	"machsim/debugger/event/view"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// View returns the state at a position by names, and the changes by the debugger that it holds. The present position
// stays.
func (s *Session) View(at graph.Position) (*view.View, []kernel.Edit, error) {
	here := s.log().at
	if err := s.MoveTo(at); err != nil {
		return nil, nil, err
	}
	then, edits := view.Of(s.State()), s.edits()
	return then, edits, s.MoveTo(here)
}
