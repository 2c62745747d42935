package session

import (
	"machsim/debugger/event"
	"machsim/debugger/event/rpc"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// RPCs returns the remote calls of the whole run. The first use replays the run once.
func (s *Session) RPCs() (*rpc.Calls, error) { return s.RPCsUntil(s.Stop) }

// RPCsUntil is RPCs for work that is cancelled by a channel of its own.
func (s *Session) RPCsUntil(stop <-chan struct{}) (*rpc.Calls, error) {
	if s.rpcs == nil {
		see, done := s.RPCsBeside()
		if err := s.EventsUntil(stop, 0, s.Len(), see); err != nil {
			return nil, err
		}
		done()
	}
	return s.rpcs, nil
}

// RPCsBeside finds the remote calls in a pass over the run that others make as well, as with EventsUntil: it returns
// what has to be shown each event, and what to call when all have been shown.
func (s *Session) RPCsBeside() (see func(*kernel.Event), done func()) {
	c := rpc.New()
	return c.See, func() { s.rpcs = c.Calls() }
}

// HasEvent says whether the position holds an event, by its number from 1, as remote calls have them.
func (s *Session) HasEvent(number uint32) bool { return s.Holds(int(number) - 1) }

// SentBy returns what the message says that an event sends, as traces say it; of a packet of a program's own protocol
// what the program says (kernel.Unmarked).
func (s *Session) SentBy(index int) (string, error) {
	lane := s.log().tape.Lane(index)
	_, m, ok := s.log().tape.Call(lane, s.log().tape.Lanes[lane].CallOf(s.log().tape.Nth(index)))
	if !ok || m == nil {
		return "", nil
	}
	sent := &event.Message{ID: m.ID, Items: kernel.Unmarked(m.Items)}
	for i := range m.Items {
		if m.Items[i].Kind == ipc.KindPort {
			return s.sentWithPorts(index)
		}
	}
	return trace.Message(sent), nil
}

// sentWithPorts is SentBy for a message with ports in it, whose names only the state knows.
func (s *Session) sentWithPorts(index int) (text string, err error) {
	err = s.Events(index, index+1, func(e *kernel.Event) {
		if m := event.Of(e).Message; m != nil {
			text = trace.Message(m)
		}
	})
	return text, err
}

// Executed returns how many events of a thread the position holds that come after one event and not after another, by
// their numbers; 0 for the latter is no end.
func (s *Session) Executed(id kernel.ThreadID, after, until uint32) int {
	lane := s.log().tape.LaneOf(id)
	if lane < 0 {
		return 0
	}
	l := &s.log().tape.Lanes[lane]
	last := int(s.log().at.Cut[lane])
	if until != 0 {
		last = min(last, l.Before(int(until)))
	}
	return max(0, last-l.Before(int(after)))
}
