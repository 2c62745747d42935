package session

import (
	"fmt"

	"machsim/kernel"
)

// CheckEdit says why a change cannot be made at the present position (Branch); nil if it can. To
// set a variable that a thread shows, it brings the programs' threads here.
func (s *Session) CheckEdit(e *kernel.Edit) error {
	if f := s.State().Failure; f != nil {
		return fmt.Errorf("the run has failed here (%s), and nothing goes on; go back first", f.Kind)
	}
	if err := s.State().CheckEdit(e); err != nil || e.Kind != kernel.EditSet {
		return err
	}
	t, err := s.Threads()
	if err != nil {
		return err
	}
	return t.CheckSet(e)
}
