package session

import "machsim/kernel"

// Fork makes a machine that goes on from the present position, as door chooses: a run of
// its own, which the caller closes. The Session stays where it is. Config is that of the
// recorded run, but for what change alters.
func (s *Session) Fork(door kernel.Door, change func(*kernel.Config)) (*kernel.Machine, error) {
	t, _, err := s.Threads()
	if err != nil {
		return nil, err
	}
	cfg := s.Tape.Config
	cfg.Door, cfg.Edits, cfg.Halt = door, nil, nil
	if change != nil {
		change(&cfg)
	}
	return t.Revive(s.State().Clone(), cfg)
}
