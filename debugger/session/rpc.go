package session

import (
	"slices"

	"machsim/debugger/event/rpc"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/rows"
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
func (s *Session) HasEvent(number uint64) bool { return s.Holds(int(number) - 1) }

// SentBy returns what the message says that an event sends, as traces say it; of a packet of a program's own protocol
// what the program says (kernel.Unmarked).
func (s *Session) SentBy(index int) (string, error) {
	lane := s.log().tape.Lane(index)
	_, m, ok := s.log().tape.Call(lane, s.log().tape.Lanes[lane].CallOf(s.log().tape.Nth(index)))
	if !ok || m == nil {
		return "", nil
	}
	for i := range m.Items {
		if m.Items[i].Kind == ipc.KindPort {
			return s.sentWithPorts(index)
		}
	}
	return rows.SentText(m.ID, m.Items), nil
}

// sentWithPorts is SentBy for a message with ports in it, whose names only the state knows.
func (s *Session) sentWithPorts(index int) (text string, err error) {
	err = s.Events(index, index+1, func(e *kernel.Event) { text = rows.Sent(e) })
	return text, err
}

// Executed returns how many events of a thread the position holds that come after one event and not after another, by
// their numbers; 0 for the latter is no end.
func (s *Session) Executed(id kernel.ThreadID, after, until uint64) int {
	lane, last := s.lane(id)
	if lane < 0 {
		return 0
	}
	l := &s.log().tape.Lanes[lane]
	if until != 0 {
		last = min(last, l.Before(int(until)))
	}
	return max(0, last-l.Before(int(after)))
}

// Requests of people: a change makes a thread that calls a port (kernel.EditRPC).

// Asked returns the thread that the last such change of the run has made; 0 if there is none.
func (s *Session) Asked() (id kernel.ThreadID) {
	s.log().tape.Edits(func(event int, e *kernel.Edit) {
		if e.Kind == kernel.EditRPC {
			id = s.log().tape.MadeBy(event)
		}
	})
	return id
}

// Answered returns the event with which the call of such a thread has come back, its result, and the reply in words, ""
// if none came; -1 if it has not come back.
func (s *Session) Answered(id kernel.ThreadID) (at int, code ipc.Code, reply string, err error) {
	t, lane := s.log().tape, s.LaneOf(id)
	if lane < 0 {
		return -1, 0, "", nil
	}
	const both = ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG
	for k := range t.Lanes[lane].Done() {
		c, _, _ := t.Call(lane, k)
		if c.Op.Class() != kernel.ClassMessage || c.Opt&both != both {
			continue
		}
		at = t.CompletedBy(lane, k)
		res, _ := t.Result(lane, k)
		if code = res.Code; code != 0 {
			return at, code, "", nil
		}
		err = s.Events(at, at+1, func(e *kernel.Event) { code, reply = rows.Reply(e) })
		return at, code, reply, err
	}
	return -1, 0, "", nil
}

// Kinds returns the sorts of messages that are structs: those that were sent in the run, that the program was ready to
// receive up to the present position, and those for which it has types, if it has hooks.
func (s *Session) Kinds() []kernel.MessageKind {
	all := slices.Concat(s.sentKinds(), s.readyKinds())
	for _, p := range source.Own(s.Program) {
		for _, t := range p.Types {
			if k, ok := kernel.KindOf(t); ok {
				all = append(all, k)
			}
		}
	}
	return all
}

func (s *Session) sentKinds() (all []kernel.MessageKind) {
	t, known := s.log().tape, map[string]bool{}
	for lane := range t.Lanes {
		for k := range t.Lanes[lane].Calls() {
			_, m, _ := t.Call(lane, k)
			if m == nil || len(m.Items) == 0 || known[m.Items[len(m.Items)-1].Str] {
				continue
			}
			if shape, ok := kernel.ShapeOf(m.Items); ok {
				known[shape.String()] = true
				all = append(all, kernel.MessageKind{ID: m.ID, Shape: shape})
			}
		}
	}
	return all
}

func (s *Session) readyKinds() []kernel.MessageKind {
	if s.Parked() {
		return s.live.run.Kinds()
	}
	if t, err := s.Threads(); err == nil {
		if t, ok := t.(engine.Knower); ok {
			return t.Kinds()
		}
	}
	return nil
}

// Calls returns how many such changes the run has.
func (s *Session) Calls() (n int) {
	for i := range s.Rec.Edits {
		if s.Rec.Edits[i].Kind == kernel.EditRPC {
			n++
		}
	}
	return n
}
