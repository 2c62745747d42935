package session

import (
	"machsim/debugger/lines/race"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
)

// Races returns the races of the run: source.ErrPlain if the program was built without hooks.
func (s *Session) Races() ([]race.Race, error) {
	e, ok := s.log().engine.(engine.Hearing)
	switch {
	case !ok || !s.HasStatements():
		return nil, source.ErrPlain
	case s.whole("races") != nil:
		return nil, s.whole("races")
	case s.races != nil:
		return *s.races, nil
	}
	all, err := race.Find(s.order(), e, s.Stop)
	if err == nil {
		s.races = &all
	}
	return all, err
}
