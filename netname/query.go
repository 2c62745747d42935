package netname

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// everyHost, as the host of a look-up, stands for all.
const everyHost = "*"

// Messages between servers. An answer comes by a send right to the port for answers.
// Both may get lost, so a question is asked several times.
const (
	question = version + 1 // name, number, whether to answer no -> number, code, port

	tries    = 5
	patience = kernel.Second // before a question is asked again
)

// query is a look-up whose answer will come from other servers.
type query struct {
	number  int64
	request *ipc.Message // of the client, who waits
	host    string       // whom we ask, or everyHost
	name    string
	left    int             // how many times we shall ask yet
	due     kernel.Duration // when we ask again or give up, on our clock
}

// ask starts a query.
func (s *server) ask(request *ipc.Message, host, name string) {
	s.asked++
	s.try(query{number: s.asked, request: request, host: host, name: name, left: tries})
}

// try asks, and puts the query at the end of the pending ones: all have the same
// patience, so those are in the order in which they are due.
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

// send1 sends the question of a query to the server of a host, if there is one. The
// right to it is asked for anew each time, as the host may have been started again.
func (s *server) send1(q query, host string) {
	peer, err := s.th.Mach().NetServer(host)
	if err != nil {
		return
	}
	m := ipc.NewMessage(question, q.name, q.number, q.host != everyHost)
	s.send(m.To(peer, ipc.MoveSend).ReplyTo(s.answers, ipc.MakeSend))
}

// known says whether there is a host of that name.
func (s *server) known(host string) bool { return slices.Contains(s.th.HostNames(), host) }

// overdue asks the question that has waited longest again, or gives up.
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

// question answers another server. One who has asked everybody does not want to hear
// that a name is not here.
func (s *server) question(m *ipc.Message) {
	port, code := s.table.lookUp(m.Text(0))
	if code != 0 && !m.Bool(2) {
		s.table.release(m.Remote)
		return
	}
	s.send(ipc.NewMessage(m.ID+100, m.Int(1), int64(code), ipc.CopyingSend(port)).To(m.Remote, m.RemoteType))
}

// answered takes an answer. One to a query that is no longer pending comes too late;
// one that brings a dead port counts as no.
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
