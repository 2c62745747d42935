// Package student looks the service up once, and stays with it.
package student

import (
	"machsim/kernel"
	"machsim/netname"
)

// Messages of clients and servers.
type (
	request struct{ Client, Number int }
	reply   struct {
		Total int
		Ok    bool // false: the server does not count
	}
	update  struct{ Client, Number, Total int }
	updated struct{ Ok bool } // false: the first server does not count any more
)

// Client makes requests of one server, and of the other if that does not answer.
type Client struct {
	id, number, at int
	ports          [2]kernel.Name
}

// NewClient makes the client of a number.
func NewClient(th *kernel.Thread, id int) *Client { return &Client{id: id} }

// Count makes a request.
func (c *Client) Count(th *kernel.Thread) int {
	c.number++
	for {
		if r, ok := c.ask(th); ok {
			return r.Total
		}
		th.Sleep(5 * kernel.Millisecond)
	}
}

// ask asks the present server once.
func (c *Client) ask(th *kernel.Thread) (reply, bool) {
	port := &c.ports[c.at]
	if *port == kernel.Null {
		*port, _ = netname.LookUp(th, [2]string{"left", "right"}[c.at], "tally")
	}
	if *port == kernel.Null {
		return reply{}, false
	}
	r, err := kernel.RPCTimeout[request, reply](th, *port, request{c.id, c.number}, 30*kernel.Millisecond)
	return r, err == nil && r.Ok
}

// server is one of the two.
type server struct {
	th    *kernel.Thread
	site  Site
	peer  kernel.Name
	role  role
	total int
	last  map[int]update // of each client, the last one that was counted
}

type role int

const (
	first  role = iota // counts what the second one has noted
	second             // notes
	alone              // counts
	out                // does not count any more
)

// Serve is a server.
func Serve(th *kernel.Thread, site Site) {
	s := &server{th: th, site: site, last: map[int]update{}}
	port := th.NewPort("tally")
	kernel.Must(netname.Register(th, "tally", port))
	if !site.First {
		s.role = second
	} else {
		s.find()
	}
	for {
		m := kernel.Must(kernel.Receive[any](th, port, request{}, update{}))
		switch r := m.Body.(type) {
		case request:
			total, ok := s.count(r)
			_ = kernel.Reply(th, m, reply{total, ok})
		case update:
			if s.role == second {
				s.note(r)
			}
			_ = kernel.Reply(th, m, updated{s.role == second})
		}
	}
}

// find finds the second server. Without one the first counts alone.
func (s *server) find() {
	port, err := netname.Await(s.th, s.site.Peer, "tally", kernel.Second)
	if s.peer = port; err != nil {
		s.claim()
	}
}

// count counts a request, unless it was counted; false: it is not for this server to say.
func (s *server) count(r request) (int, bool) {
	if s.role == second {
		s.claim()
	}
	if s.role == out {
		return 0, false
	}
	if u := s.last[r.Client]; u.Number >= r.Number {
		return u.Total, true
	}
	u := update{r.Client, r.Number, s.total + 1}
	if s.role == first {
		s.tell(u)
	}
	if s.role == out {
		return 0, false
	}
	s.note(u)
	return u.Total, true
}

// tell has the second server note what is about to be counted.
func (s *server) tell(u update) {
	r, err := kernel.RPCTimeout[update, updated](s.th, s.peer, u, 100*kernel.Millisecond)
	if err != nil || !r.Ok {
		s.claim()
	}
}

// claim asks to count alone.
func (s *server) claim() {
	s.role = out
	if kernel.Must(kernel.RPC[Claim, Owner](s.th, s.site.Notary, Claim{s.site.Host})).Host == s.site.Host {
		s.role = alone
	}
}

func (s *server) note(u update) { s.total, s.last[u.Client] = u.Total, u }
