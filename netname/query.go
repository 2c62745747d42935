package netname

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// everyHost is the host of a look-up on all hosts.
const everyHost = "*"

// Messages between servers. An answer comes to the port for answers, by a send right. A
// question or an answer may be lost, so a server asks several times.
const (
	question = version + 1 // name, number, whether to answer no -> number, code, port

	tries    = 5
	patience = kernel.Second // the time before a question is asked again
)

// query is a look-up that waits for the answers of other servers.
type query struct {
	number  int64
	request *ipc.Message // of the waiting client
	host    string       // the host to ask, or everyHost
	name    string
	left    int             // the number of times to ask again
	due     kernel.Duration // the time to ask again or give up, by this host's clock
}

// ask starts a query.
func (s *server) ask(request *ipc.Message, host, name string) {
	s.asked++
	s.try(query{number: s.asked, request: request, host: host, name: name, left: tries})
}

// try sends the question, and appends the query to the pending ones. These are in the
// order in which they are due, because all have the same patience.
func (s *server) try(q query) {
	q.left--
	q.due = s.th.Clock() + patience
	s.pending = append(s.pending, q)
	if q.host != everyHost {
		s.send1(q, q.host)
		return
	}
	for _, host := range s.th.HostNames() {
		if host != s.th.HostName() {
			s.send1(q, host)
		}
	}
}

// send1 sends the question of a query to the server of a host, if there is one. It asks
// for the right to the server each time, because the host may have been restarted.
func (s *server) send1(q query, host string) {
	peer, err := s.th.Mach().NetServer(host)
	if err != nil {
		return
	}
	m := ipc.NewMessage(question, q.name, q.number, q.host != everyHost)
	s.send(m.To(peer, ipc.MoveSend).ReplyTo(s.answers, ipc.MakeSend))
}

// overdue asks the oldest question again if it is due, or gives up.
func (s *server) overdue() {
	q := s.pending[0]
	if q.due > s.th.Clock() {
		return
	}
	s.pending = s.pending[1:]
	if q.left == 0 {
		s.reply(q.request, ipc.NETNAME_HOST_NOT_FOUND)
		return
	}
	s.try(q)
}

// question answers another server. If that has asked all hosts, a server without the name
// does not answer: so the first answer is the result.
func (s *server) question(m *ipc.Message) {
	port, code := s.table.lookUp(m.Text(0))
	if code != 0 && !m.Bool(2) {
		s.table.release(m.Remote)
		return
	}
	s.send(ipc.NewMessage(m.ID+100, m.Int(1), int64(code), ipc.CopyingSend(port)).To(m.Remote, m.RemoteType))
}

// answered handles an answer of another server. It ignores one to a query that is no
// longer pending. A dead port counts as no port.
func (s *server) answered(m *ipc.Message) {
	defer s.destroy(m)
	if m.ID != question+100 || m.Len() != 3 {
		return
	}
	i := slices.IndexFunc(s.pending, func(q query) bool { return q.number == m.Int(0) })
	if i < 0 {
		return
	}
	q := s.pending[i]
	port, code := m.Port(2), ipc.Code(m.Int(1))
	if port == ipc.Dead {
		code = ipc.NETNAME_NOT_CHECKED_IN
	}
	if code != 0 && q.host == everyHost {
		return
	}
	s.pending = slices.Delete(s.pending, i, i+1)
	s.found(q.request, port, code)
}
