package session

import "machsim/debugger/rpc"

// RPCs returns the remote calls of the whole run. The first use replays the run once.
func (s *Session) RPCs() (*rpc.Calls, error) {
	if s.rpcs == nil {
		c := rpc.New()
		play := s.tape.Resume(s.tape.Start.Clone(), 0, s.cuts.Start())
		play.Trace(c.Tracer())
		if err := s.on(play, s.tape.Len()); err != nil {
			return nil, err
		}
		s.rpcs = c.Calls()
	}
	return s.rpcs, nil
}

// HasEvent says whether the position holds an event, by its number from 1, as the events of remote calls are given.
func (s *Session) HasEvent(number uint32) bool { return s.Holds(int(number) - 1) }
