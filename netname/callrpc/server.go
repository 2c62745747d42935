package callrpc

import (
	"fmt"
	"slices"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Server executes calls. It is made and used in one task.
type Server struct {
	// Number is the number of its port. By default it is one that no other server of the run has, so that one which has
	// begun anew refuses the calls of the one before.
	Number uint32
	// Workers is how many calls are executed at a time; 1 by default.
	Workers int

	name     string
	port     kernel.Name
	handlers []handler
	callers  []*caller
	calls    []*Incoming
}

// handler executes a procedure.
type handler struct {
	procedure string
	id        int32 // of its requests
	run       func(*kernel.Thread, *ipc.Message) (*ipc.Message, error)
}

// caller is a client that has bound.
type caller struct {
	Caller uint32
	Oldest uint32      // its calls below this number have ended
	port   kernel.Name // where its replies go
}

// String is the client in words.
func (c *caller) String() string { return fmt.Sprintf("%d(oldest %d)", c.Caller, c.Oldest) }

// Incoming is a call that a server knows: of ExactlyOnce, AtMostOnce or Keyed.
type Incoming struct {
	Procedure  string
	Caller     uint32
	Call       uint32
	Protocol   string
	Key        string
	State      State
	Replies    uint32 // how often the reply was sent
	Duplicates uint32 // how often the request has come again

	working uint32          // how often the server has said that it has the call
	request *ipc.Message    // of Keyed
	answer  *ipc.Message    // once it is there, and as long as somebody may ask for it
	due     kernel.Duration // when the reply is sent again
	until   kernel.Duration // when that is given up
}

// String is the call in words.
func (in *Incoming) String() string {
	of := fmt.Sprintf("%d.%d", in.Caller, in.Call)
	if in.Key != "" {
		of = fmt.Sprintf("%q", in.Key)
	}
	return fmt.Sprintf("%s %s %s: %s, replies %d, duplicates %d", in.Procedure, of, in.Protocol, in.State, in.Replies,
		in.Duplicates)
}

// NewServer makes a server, whose port Serve registers under a name.
func NewServer(th *kernel.Thread, name string) *Server {
	s := NewServerAt(th, th.NewDatagramPort(name))
	s.name = name
	return s
}

// NewServerAt makes a server with a datagram port of the task's.
func NewServerAt(th *kernel.Thread, port kernel.Name) *Server {
	s := &Server{Number: uint32(th.ID()), Workers: 1, port: port}
	th.Watch("callers", &s.callers)
	th.Watch("calls", &s.calls)
	return s
}

// Handle lets a function execute the calls whose request is a Req.
func Handle[Req, Rep any](th *kernel.Thread, s *Server, f func(*kernel.Thread, Req) Rep) {
	var request Req
	m := kernel.Pack(th, request)
	th.Check(!slices.ContainsFunc(s.handlers, func(h handler) bool { return h.id == m.ID }),
		"callrpc.Handle: the server has a handler for %s already", nameOf(m))
	run := func(th *kernel.Thread, m *ipc.Message) (*ipc.Message, error) {
		request, err := kernel.Unpack[Req](th, m)
		if err != nil {
			return nil, err
		}
		answer := kernel.Pack(th, f(th, request))
		plain(th, answer)
		return answer, nil
	}
	s.handlers = append(s.handlers, handler{nameOf(m), m.ID, run})
}

// Serve executes calls for ever.
func (s *Server) Serve(th *kernel.Thread) {
	if s.name != "" {
		kernel.Must(netname.Register(th, s.name, s.port))
	}
	for range s.Workers - 1 {
		cthreads.Detach(th, cthreads.Fork(th, "worker", s.work))
	}
	s.work(th)
}

func (s *Server) work(th *kernel.Thread) {
	for {
		switch m, err := s.receive(th); {
		case err == kernel.MACH_RCV_TIMED_OUT:
			s.overdue(th)
		case err != nil:
			kernel.Must(err)
		default:
			s.take(th, m)
		}
	}
}

// receive waits for a message, at most until a reply is to be sent again.
func (s *Server) receive(th *kernel.Thread) (*ipc.Message, error) {
	due := kernel.Forever
	for _, in := range s.calls {
		if in.retried() {
			due = min(due, in.due)
		}
	}
	if due == kernel.Forever {
		return th.Receive(s.port)
	}
	return th.ReceiveTimeout(s.port, due-th.Clock())
}

// bind takes the right to reply to a client. A message that is none of the protocol's is thrown away.
func (s *Server) bind(th *kernel.Thread, m *ipc.Message) {
	b, err := kernel.Unpack[bind](th, m)
	if err != nil {
		th.Mach().Destroy(m)
		return
	}
	if c := s.caller(b.Caller); c != nil { // it binds again
		old := c.port
		c.port = b.Port
		release(th, old)
	} else {
		s.callers = append(s.callers, &caller{Caller: b.Caller, port: b.Port})
	}
	_ = kernel.Reply(th, &kernel.Received[bind]{Message: m}, bound{s.Number})
}

// caller returns a client that has bound, nil if it has gone.
func (s *Server) caller(number uint32) *caller {
	if i := slices.IndexFunc(s.callers, func(c *caller) bool { return c.Caller == number }); i >= 0 {
		return s.callers[i]
	}
	return nil
}

// gone forgets a client whose port has died.
func (s *Server) gone(th *kernel.Thread, c *caller) {
	if s.caller(c.Caller) != c {
		return // another worker has noticed
	}
	s.callers = slices.DeleteFunc(s.callers, func(other *caller) bool { return other == c })
	s.leaveOut(func(in *Incoming) bool { return in.Caller == c.Caller && in.State != Serving && in.Protocol != keyed })
	release(th, c.port)
}

// leaveOut takes calls out of the table.
func (s *Server) leaveOut(which func(*Incoming) bool) { s.calls = slices.DeleteFunc(s.calls, which) }
