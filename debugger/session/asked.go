package session

import (
	"slices"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/ipc"
	"machsim/kernel"
)

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
		err = s.Events(at, at+1, func(e *kernel.Event) {
			if m := event.Of(e).Got; m.ID == ipc.MACH_NOTIFY_SEND_ONCE {
				code = ipc.MIG_SERVER_DIED
			} else {
				reply = trace.Message(m)
			}
		})
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
