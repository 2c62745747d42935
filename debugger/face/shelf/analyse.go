package shelf

import (
	"errors"
	"fmt"

	"machsim/debugger/face/wire"
)

// Analyse returns what is found in the source of a program.
func (s *Shelf) Analyse(program string) (*wire.Analysed, error) {
	p := s.Process.Program(program)
	switch {
	case p == nil:
		return nil, fmt.Errorf("there is no program %q here", program)
	case s.Analyses == nil:
		return nil, errors.New("the sources of programs are not read here")
	}
	return s.Analyses(p)
}
