// Package student has one server that counts, and clients that wait for it.
package student

import (
	"machsim/kernel"
	"machsim/netname"
)

type (
	request struct{ Client int }
	reply   struct{ Total int }
)

// Client makes requests.
type Client struct{ id int }

// NewClient makes the client of a number.
func NewClient(th *kernel.Thread, id int) *Client { return &Client{id: id} }

// Count makes a request.
func (c *Client) Count(th *kernel.Thread) int {
	port := kernel.Must(netname.Await(th, "left", "tally", 10*kernel.Second))
	return kernel.Must(kernel.RPC[request, reply](th, port, request{c.id})).Total
}

// Serve is a server.
func Serve(th *kernel.Thread, site Site) {
	port := th.NewPort("tally")
	kernel.Must(netname.Register(th, "tally", port))
	for total := 1; ; total++ {
		_ = kernel.Reply(th, kernel.Must(kernel.Receive[request](th, port)), reply{total})
	}
}
