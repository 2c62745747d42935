package callrpc

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// take does what a packet asks for.
func (s *Server) take(th *kernel.Thread, m *ipc.Message) {
	mark, ok := kernel.MarkOf(m.Items)
	if !ok {
		return
	}
	i := slices.IndexFunc(s.callers, func(c *caller) bool { return c.Caller == mark.Caller })
	if i < 0 {
		return // it has gone
	}
	switch c := s.callers[i]; mark.Step {
	case kernel.MarkRequest:
		s.request(th, c, m)
	case kernel.MarkProbe:
		s.probed(th, c, mark, m)
	case kernel.MarkTerminator:
		s.terminated(mark)
	}
}

// request executes a call, unless it is stale or has come before.
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
	case tied(h.Mark.Protocol):
		s.once(th, c, &h, &s.handlers[i], body)
	default:
		if answer := s.execute(th, c, h.Mark, &s.handlers[i], body); answer != nil {
			s.reply(th, c, h.Mark, 1, answer)
		}
	}
}

// execute has the procedure executed. It returns nil if the request is another than that of the procedure.
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

// once executes a call that has not come before.
func (s *Server) once(th *kernel.Thread, c *caller, h *header, hd *handler, body *ipc.Message) {
	s.ended(c, h.Oldest)
	if h.Mark.Call < c.Oldest {
		return // so late that the client has its answer
	}
	if in := s.find(h.Mark); in != nil {
		s.repeated(th, c, in)
		return
	}
	in := &Incoming{Procedure: hd.procedure, Caller: c.Caller, Call: h.Mark.Call, Protocol: h.Mark.Protocol}
	in.State = Serving
	s.calls = append(s.calls, in)
	in.answer = s.execute(th, c, h.Mark, hd, body)
	in.State = Answered
	if in.answer != nil {
		in.until = th.Clock() + patient
		s.answer(th, c, in)
	}
}

// ended forgets the calls of a client that it has done with.
func (s *Server) ended(c *caller, oldest uint32) {
	c.Oldest = max(c.Oldest, oldest)
	s.calls = slices.DeleteFunc(s.calls, func(in *Incoming) bool {
		return in.Caller == c.Caller && in.Call < c.Oldest && in.State != Serving
	})
}

func (s *Server) find(mark kernel.Mark) *Incoming {
	for _, in := range s.calls {
		if in.Caller == mark.Caller && in.Call == mark.Call {
			return in
		}
	}
	return nil
}

// repeated answers a request that has come before, or a probe.
func (s *Server) repeated(th *kernel.Thread, c *caller, in *Incoming) {
	switch {
	case in.State == Serving:
		mark := in.mark(kernel.MarkWorking, 1)
		s.send(th, c, kernel.Pack(th, working{mark}))
	case in.State == Answered && in.answer != nil:
		s.answer(th, c, in)
	}
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
		s.repeated(th, c, in)
	case mark.Call >= c.Oldest:
		s.refuse(th, c, mark, unknownCall)
	}
}

// terminated notes that a client has its reply.
func (s *Server) terminated(mark kernel.Mark) {
	if in := s.find(mark); in != nil {
		in.State, in.answer = Terminated, nil
	}
}

// answer sends the reply to a call, for the first time or once more.
func (s *Server) answer(th *kernel.Thread, c *caller, in *Incoming) {
	in.Replies++
	in.due = th.Clock() + every
	s.reply(th, c, in.mark(kernel.MarkReply, 1), in.Replies, in.answer)
}

func (in *Incoming) mark(step kernel.MarkStep, try uint32) kernel.Mark {
	return kernel.Mark{Step: step, Caller: in.Caller, Call: in.Call, Try: try, Protocol: in.Protocol}
}

// overdue sends the replies again whose terminators have not come.
func (s *Server) overdue(th *kernel.Thread) {
	now := th.Clock()
	for _, in := range slices.Clone(s.calls) {
		if in.State != Answered || in.Protocol != exactlyOnce || in.due > now {
			continue
		}
		i := slices.IndexFunc(s.callers, func(c *caller) bool { return c.Caller == in.Caller })
		if i < 0 || now > in.until {
			in.State, in.answer = Terminated, nil
			continue
		}
		s.answer(th, s.callers[i], in)
	}
}

func (s *Server) reply(th *kernel.Thread, c *caller, mark kernel.Mark, try uint32, answer *ipc.Message) {
	mark.Step, mark.Try = kernel.MarkReply, try
	s.send(th, c, wrap(th, reply{mark}, answer))
}

func (s *Server) refuse(th *kernel.Thread, c *caller, mark kernel.Mark, why Outcome) {
	mark.Step = kernel.MarkRefusal
	s.send(th, c, kernel.Pack(th, refusal{mark, uint8(why)}))
}

// send sends a packet to a client, and forgets one that has gone.
func (s *Server) send(th *kernel.Thread, c *caller, m *ipc.Message) {
	if drop(th, c.port, m) {
		s.forget(c.Caller)
	}
}
