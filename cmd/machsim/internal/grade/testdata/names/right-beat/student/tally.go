// Package student has one name for the service, which goes to the second server when the first is not heard of.
package student

import (
	"machsim/kernel"
	"machsim/netname"
)

// Messages of clients and servers.
type (
	request struct{ Client, Number int }
	reply   struct{ Total int }
	update  struct { // the whole state, and a sign of life
		Total   int
		Clients []entry
	}
	updated struct{ Refused bool }
)

// entry is the last request of a client that was counted.
type entry struct{ Client, Number, Total int }

// Client makes requests.
type Client struct{ id, number int }

// NewClient makes the client of a number.
func NewClient(th *kernel.Thread, id int) *Client { return &Client{id: id} }

// Count makes a request, and looks the service up each time.
func (c *Client) Count(th *kernel.Thread) int {
	c.number++
	for {
		port, err := netname.LookUp(th, "*", "tally")
		if err == nil {
			r, err := kernel.RPCTimeout[request, reply](th, port, request{c.id, c.number}, 40*kernel.Millisecond)
			if err == nil && r.Total > 0 {
				return r.Total
			}
		}
		th.Sleep(5 * kernel.Millisecond)
	}
}

// The first server says that it lives each beat; of whom nothing is heard for silence, something may be wrong.
const (
	beat    = 100 * kernel.Millisecond
	silence = 350 * kernel.Millisecond
)

// tally is the state of a server.
type tally struct {
	th    *kernel.Thread
	site  Site
	port  kernel.Name
	other kernel.Name // the second server, Null when the first counts alone
	state update
	over  bool // it counts no more
}

// Serve is a server.
func Serve(th *kernel.Thread, site Site) {
	t := &tally{th: th, site: site, port: th.NewPort("tally-" + site.Host)}
	if !site.First {
		kernel.Must(netname.Register(th, "second", t.port))
		t.follow()
	} else if t.other, _ = netname.Await(th, site.Peer, "second", kernel.Second); t.other == kernel.Null {
		t.over = !t.mine()
	}
	t.lead()
}

// follow takes over what the first server says, until that is silent and the notary agrees.
func (t *tally) follow() {
	for {
		m, err := kernel.ReceiveTimeout[update](t.th, t.port, silence)
		if err == nil {
			t.state = m.Body
			_ = kernel.Reply(t.th, m, updated{})
		} else if t.mine() {
			return
		}
	}
}

// mine asks whether this server may count alone.
func (t *tally) mine() bool {
	return kernel.Must(kernel.RPC[Claim, Owner](t.th, t.site.Notary, Claim{t.site.Host})).Host == t.site.Host
}

// lead counts, and gives the name up when another one does.
func (t *tally) lead() {
	if !t.over {
		kernel.Must(netname.Register(t.th, "tally", t.port))
	}
	for !t.over {
		m, err := kernel.ReceiveTimeout[any](t.th, t.port, beat, request{}, update{})
		if err != nil {
			t.push(t.state)
			continue
		}
		switch r := m.Body.(type) {
		case request:
			_ = kernel.Reply(t.th, m, reply{t.count(r)})
		case update:
			_ = kernel.Reply(t.th, m, updated{Refused: true})
		}
	}
	_ = netname.CheckOut(t.th, "tally", kernel.Null)
	for {
		m := kernel.Must(kernel.Receive[any](t.th, t.port, request{}, update{}))
		_ = kernel.Reply(t.th, m, reply{})
	}
}

// push has the second server know a state. Without one, or with the notary's leave, that is not needed.
func (t *tally) push(state update) {
	if t.other == kernel.Null {
		return
	}
	r, err := kernel.RPCTimeout[update, updated](t.th, t.other, state, silence)
	switch {
	case err == nil && r.Refused:
		t.over = true
	case err != nil && t.mine():
		t.other = kernel.Null
	case err != nil:
		t.over = true
	}
}

// count counts a request that is new, and returns its total; 0 when another server counts.
func (t *tally) count(r request) int {
	next := update{Total: t.state.Total + 1}
	for _, e := range t.state.Clients {
		if e.Client != r.Client {
			next.Clients = append(next.Clients, e)
		} else if e.Number >= r.Number {
			return e.Total
		}
	}
	next.Clients = append(next.Clients, entry{r.Client, r.Number, next.Total})
	if t.push(next); t.over {
		return 0
	}
	t.state = next
	return next.Total
}
