package callrpc

import (
	"reflect"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// take does what a packet asks for.
func (s *Server) take(th *kernel.Thread, m *ipc.Message) {
	mark, ok := kernel.MarkOf(m.Items)
	if !ok {
		s.bind(th, m)
		return
	}
	c := s.caller(mark.Caller)
	if c == nil {
		return // it has gone
	}
	switch mark.Step {
	case kernel.MarkRequest:
		s.request(th, c, m)
	case kernel.MarkProbe:
		s.probed(th, c, mark, m)
	case kernel.MarkTerminator:
		if in := s.find(mark); in != nil {
			in.State, in.answer = Terminated, nil
		}
	}
}

// request does what a request asks for, unless it is stale.
func (s *Server) request(th *kernel.Thread, c *caller, m *ipc.Message) {
	h, body, ok := unwrap[header](th, m)
	if !ok {
		return
	}
	i := slices.IndexFunc(s.handlers, func(h handler) bool { return h.id == body.ID })
	switch {
	case tied(h.Mark.Protocol) && h.Server != s.Number:
		s.refuse(th, c, h.Mark, Restarted)
	case i < 0:
		s.refuse(th, c, h.Mark, NoProcedure)
	default:
		s.serve(th, c, &h, &s.handlers[i], body)
	}
}

// serve has a call executed, as its protocol wants it.
func (s *Server) serve(th *kernel.Thread, c *caller, h *header, hd *handler, body *ipc.Message) {
	var in *Incoming
	switch h.Mark.Protocol {
	case maybe, idempotent:
		if answer := s.execute(th, c, h.Mark, hd, body); answer != nil {
			s.reply(th, c, h.Mark, answer)
		}
		return
	case keyed:
		in = s.underKey(h.Key)
	default:
		if s.ended(c, h.Oldest); h.Mark.Call < c.Oldest {
			return // so late that the client has done with it
		}
		in = s.find(h.Mark)
	}
	if in == nil {
		s.first(th, c, h, hd, body)
		return
	}
	in.Duplicates++
	if in.Protocol == keyed && (in.request.ID != body.ID || !reflect.DeepEqual(in.request.Items, body.Items)) {
		s.refuse(th, c, h.Mark, KeyReused)
		return
	}
	s.repeated(th, c, h.Mark, in)
}

// first has a call executed that the server has not met before.
func (s *Server) first(th *kernel.Thread, c *caller, h *header, hd *handler, body *ipc.Message) {
	in := &Incoming{Procedure: hd.procedure, Caller: c.Caller, Call: h.Mark.Call, Protocol: h.Mark.Protocol, Key: h.Key}
	in.State = Serving
	if in.Protocol == keyed {
		in.request = body
	}
	s.calls = append(s.calls, in)
	answer := s.execute(th, c, h.Mark, hd, body)
	if answer == nil || s.caller(c.Caller) == nil && in.Protocol != keyed { // it was refused, or nobody will ask
		s.leaveOut(func(other *Incoming) bool { return other == in })
		return
	}
	if in.Protocol == exactlyOnce {
		in.until = th.Clock() + patient
		in.due = in.until
	}
	in.State, in.answer = Answered, answer
	s.repeated(th, c, h.Mark, in)
}

// execute has a procedure executed. It returns nil if the request is another than that of the procedure.
func (s *Server) execute(th *kernel.Thread, c *caller, mark kernel.Mark, h *handler, body *ipc.Message) *ipc.Message {
	end := th.Serving(mark, h.procedure)
	answer, err := h.run(th, body)
	end()
	if err != nil {
		s.refuse(th, c, mark, NoProcedure)
		return nil
	}
	return answer
}

// ended forgets the calls of a client that it has done with.
func (s *Server) ended(c *caller, oldest uint32) {
	c.Oldest = max(c.Oldest, oldest)
	s.leaveOut(func(in *Incoming) bool {
		return tied(in.Protocol) && in.Caller == c.Caller && in.Call < c.Oldest && in.State != Serving
	})
}

// find returns a call of a client's, nil if there is none.
func (s *Server) find(mark kernel.Mark) *Incoming {
	return s.known(func(in *Incoming) bool {
		return tied(in.Protocol) && in.Caller == mark.Caller && in.Call == mark.Call
	})
}

// underKey returns the call of a key, nil if there is none.
func (s *Server) underKey(key string) *Incoming {
	return s.known(func(in *Incoming) bool { return in.Protocol == keyed && in.Key == key })
}

func (s *Server) known(is func(*Incoming) bool) *Incoming {
	if i := slices.IndexFunc(s.calls, is); i >= 0 {
		return s.calls[i]
	}
	return nil
}

// probed answers a probe.
func (s *Server) probed(th *kernel.Thread, c *caller, mark kernel.Mark, m *ipc.Message) {
	p, err := kernel.Unpack[probe](th, m)
	if err != nil {
		return
	}
	switch in := s.find(mark); {
	case p.Server != s.Number:
		s.refuse(th, c, mark, Restarted)
	case in != nil:
		s.repeated(th, c, mark, in)
	case mark.Call >= c.Oldest:
		s.refuse(th, c, mark, unknownCall)
	}
}

// repeated sends what there is to be said of a call: that it has come, or its reply. mark is that of the packet which
// has made the client known.
func (s *Server) repeated(th *kernel.Thread, c *caller, mark kernel.Mark, in *Incoming) {
	switch {
	case in.State == Serving && in.Protocol == exactlyOnce:
		in.working++
		mark.Step, mark.Try = kernel.MarkWorking, in.working
		s.send(th, c, kernel.Pack(th, working{mark}))
	case in.answer != nil:
		in.Replies++
		answer := in.answer // before another worker receives the terminator
		if mark.Try = in.Replies; in.Protocol == exactlyOnce {
			in.due = th.Clock() + every
		}
		s.reply(th, c, mark, answer)
	}
}

// overdue sends the replies again whose terminators have not come.
func (s *Server) overdue(th *kernel.Thread) {
	now := th.Clock()
	for _, in := range slices.Clone(s.calls) {
		if !in.retried() || in.due > now {
			continue
		}
		c := s.caller(in.Caller)
		if c == nil || now > in.until {
			s.leaveOut(func(other *Incoming) bool { return other == in })
			continue
		}
		s.repeated(th, c, kernel.Mark{Caller: in.Caller, Call: in.Call, Protocol: in.Protocol}, in)
	}
}

// retried says whether the reply to a call is sent until a terminator comes.
func (in *Incoming) retried() bool { return in.Protocol == exactlyOnce && in.State == Answered }

func (s *Server) reply(th *kernel.Thread, c *caller, mark kernel.Mark, answer *ipc.Message) {
	mark.Step = kernel.MarkReply
	s.send(th, c, wrap(th, reply{mark}, answer))
}

func (s *Server) refuse(th *kernel.Thread, c *caller, mark kernel.Mark, why Outcome) {
	mark.Step = kernel.MarkRefusal
	s.send(th, c, kernel.Pack(th, refusal{mark, uint8(why)}))
}

// send sends a packet to a client, unless it has gone.
func (s *Server) send(th *kernel.Thread, c *caller, m *ipc.Message) {
	if s.caller(c.Caller) == c && !drop(th, c.port, m) {
		s.gone(th, c)
	}
}
