// Package student is what you write and hand in.
package student

import (
	"machsim/kernel"
	"machsim/netname"
)

// Client makes requests.
type Client struct {
	id int
}

// NewClient makes the client of a number. It is made once, before its first request.
func NewClient(th *kernel.Thread, id int) *Client { return &Client{id: id} }

// Count makes a request. It comes back when the service has counted it, with the total.
func (c *Client) Count(th *kernel.Thread) int {
	return 0 // Your code.
}

// Serve is a server. It never returns.
func Serve(th *kernel.Thread, site Site) {
	port := th.NewPort("tally")
	kernel.Must(netname.Register(th, "tally", port))
	for {
		th.Sleep(kernel.Second) // Your code.
	}
}
