package netname

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Serve sets up a server on every host made so far, and makes hosts that are restarted
// after a crash restart theirs. Call it in a program's Main after the hosts are made.
// Without any host it makes one named "local".
func Serve(b *kernel.Boot) {
	if len(b.Hosts()) == 0 {
		b.Host("local")
	}
	for _, h := range b.Hosts() {
		var port ipc.Name
		task := b.Server(h, "netname-"+b.HostName(h), func(th *kernel.Thread) { serve(th, port) })
		port = b.Port(task, "netname-"+b.HostName(h))
		b.NetServer(h, task, port)
		b.OnRestart(h, restart)
	}
}

// restart runs the server of a restarted host. Nothing is checked in.
func restart(th *kernel.Thread) {
	port := th.NewPort("netname-" + th.HostName())
	kernel.Must(th.Mach().SetNetServer(port))
	serve(th, port)
}

// server is the state of a server. Its three ports are in one set, from which it receives
// one message after the other.
type server struct {
	th       *kernel.Thread
	set      ipc.Name
	requests ipc.Name // from tasks of this host, and from other servers
	answers  ipc.Name // of other servers
	table    table
	memory
}

// memory is what a server remembers from one message to the next.
type memory struct {
	entries []entry // in order of check-in
	pending []query
	asked   int64 // number of the latest query
}

func serve(th *kernel.Thread, requests ipc.Name) {
	s := &server{th: th, requests: requests}
	s.set = th.NewPortSet("netname")
	s.answers = th.NewPort("answers")
	s.table = table{memory: &s.memory, th: th, deaths: th.NewPort("deaths")}
	kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), s.answers, 16))
	for _, port := range []ipc.Name{s.requests, s.answers, s.table.deaths} {
		kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), port, s.set))
	}
	th.Serve(&s.memory, func(*kernel.Thread) { s.next() })
}

// next handles one message, or an overdue query if none has come.
func (s *server) next() {
	m, err := s.receive()
	switch {
	case err == ipc.MACH_RCV_TIMED_OUT:
		s.overdue()
	case err != nil:
		kernel.Must(err)
	case m.Local == s.table.deaths:
		if m.ID == ipc.MACH_NOTIFY_DEAD_NAME {
			s.table.died(m.Port(0))
		}
	case m.Local == s.answers:
		s.answered(m)
	default:
		s.request(m)
	}
}

// receive waits for a message, at most until the first query is due.
func (s *server) receive() (*ipc.Message, error) {
	if len(s.pending) == 0 {
		return s.th.Receive(s.set)
	}
	due := s.pending[0].due // the first is the earliest
	return s.th.ReceiveTimeout(s.set, due-s.th.Clock())
}

// request serves a request of a task, or the question of another server.
func (s *server) request(m *ipc.Message) {
	switch {
	case m.ID < checkIn || m.ID > question:
		s.destroy(m)
		s.reply(m, ipc.MIG_BAD_ID)
	case !wellFormed(m):
		s.destroy(m)
		s.reply(m, ipc.MIG_BAD_ARGUMENTS)
	case m.ID == checkIn:
		code := s.table.checkIn(m.Text(0), m.Port(1), m.Port(2))
		if code != 0 {
			s.destroy(m)
		}
		s.reply(m, code)
	case m.ID == lookUp:
		s.lookUp(m, m.Text(0), m.Text(1))
	case m.ID == checkOut:
		code := s.table.checkOut(m.Text(0), m.Port(1))
		s.destroy(m)
		s.reply(m, code)
	case m.ID == version:
		s.reply(m, 0, "machsim network server 1.0 on "+s.th.HostName())
	case m.ID == question:
		s.question(m)
	}
}

// lookUp answers a look-up from the table, or asks other servers.
func (s *server) lookUp(m *ipc.Message, host, name string) {
	own := host == "" || host == s.th.HostName()
	if own || host == everyHost {
		port, code := s.table.lookUp(name)
		if own || code == 0 {
			s.found(m, port, code)
			return
		}
	}
	if host != everyHost && !slices.Contains(s.th.HostNames(), host) {
		s.reply(m, ipc.NETNAME_NO_SUCH_HOST)
		return
	}
	s.ask(m, host, name)
}

// found replies to a look-up.
func (s *server) found(m *ipc.Message, port ipc.Name, code ipc.Code) {
	if code != 0 {
		s.reply(m, code)
		return
	}
	s.reply(m, 0, ipc.CopyingSend(port))
}

// reply replies to a request with a reply port. If the queue of that is full, the client
// gets no reply: one client must not block the server.
func (s *server) reply(request *ipc.Message, code ipc.Code, items ...any) {
	if request.Remote == ipc.Null || request.Remote == ipc.Dead {
		return
	}
	reply := ipc.NewMessage(request.ID+100, append([]any{int64(code)}, items...)...)
	s.send(reply.To(request.Remote, request.RemoteType))
}

// send sends a message without waiting for room. If there is none, the message is lost,
// and the right that it would have used is given up.
func (s *server) send(m *ipc.Message) {
	err := s.th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, 0, ipc.Null, 0, ipc.Null)
	if err == nil {
		return
	}
	s.table.release(m.Remote)
	s.table.release(m.Local)
	if err == ipc.MACH_SEND_TIMED_OUT {
		s.destroy(m) // the send has returned the message with its rights
	}
}

// destroy gives up the rights in a message's body.
func (s *server) destroy(m *ipc.Message) {
	s.th.Mach().Destroy(&ipc.Message{Items: m.Items})
}

// shapes lists the items of each request.
var shapes = map[int32][]ipc.ItemKind{
	checkIn:  {ipc.KindString, ipc.KindPort, ipc.KindPort},
	lookUp:   {ipc.KindString, ipc.KindString},
	checkOut: {ipc.KindString, ipc.KindPort},
	version:  {},
	question: {ipc.KindString, ipc.KindInt, ipc.KindBool},
}

// wellFormed says whether a request has the items of its shape.
func wellFormed(m *ipc.Message) bool {
	shape := shapes[m.ID]
	if len(m.Items) != len(shape) {
		return false
	}
	for i, it := range m.Items {
		if it.Kind != shape[i] || it.Kind == ipc.KindString && len(it.Str) > MaxName {
			return false
		}
		if it.Kind == ipc.KindPort && it.Disp != ipc.PortSend && it.Num != 0 {
			return false
		}
	}
	return true
}
