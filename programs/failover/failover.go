// Package failover is a service that outlives its server. When the primary dies, the
// receive right of its port goes to the backup, with all requests that wait there:
// the backup gets it in a port-destroyed notification. Clients notice nothing but
// that a request which the primary was working on is answered by nobody; the kernel
// says so, and they send it again.
//
// It teaches that to send again is to do again. The service counts; the primary tells
// the backup before it replies. The bug: if it dies between the two, the client sends
// again what the backup has counted already, and it is counted a second time. The fix
// is to number requests, and to have the server know the number of the last one of
// each client: at most once.
package failover

import (
	"errors"
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Program counts twice.
var Program = kernel.Program{
	Name:   "failover",
	Doc:    "a service that goes to a backup when the primary dies",
	Bug:    "a request that is sent again is done again",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, never) },
}

// Fixed counts each request once.
var Fixed = kernel.Program{
	Name:   "failover-fixed",
	Doc:    "a service with a backup that knows which requests are done",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, byNumber) },
}

var params = []kernel.Param{
	{Name: "clients", Default: "2", Doc: "how many clients, 1 to 8"},
	{Name: "requests", Default: "4", Doc: "how many requests each of them makes"},
}

// Messages.
const (
	count   = 1 + iota // client, number of the request -> sum
	update             // client, number: the primary has counted this
	inherit            // -> a right to tell the backup of the primary's end
)

func setUp(b *kernel.Boot, r repeated) {
	clients, requests := b.IntIn("clients", 1, 8), b.IntIn("requests", 1, 1000)
	b.Server(b.Host("machines"), "primary", func(th *kernel.Thread) { primary(th, newCounter(clients, r)) })
	b.Server(b.Host("machines"), "backup", func(th *kernel.Thread) { backup(th, newCounter(clients, r)) })
	b.Server(b.Host("office"), "accident", func(th *kernel.Thread) { accident(th, clients*requests) })
	for i := range clients {
		b.Task(b.Host("office"), fmt.Sprint("client", i), func(th *kernel.Thread) { client(th, i, requests) })
	}
	netname.Serve(b)
}

// counter is the state of the service, of which primary and backup have a copy each.
type counter struct {
	sum      int64
	last     []int64 // by client: number of its last request
	repeated repeated
}

// repeated says whether a request was done before, given the number of the client's
// last one.
type repeated func(number, last int64) bool

func never(_, _ int64) bool { return false }

func byNumber(number, last int64) bool { return number <= last }

func newCounter(clients int, r repeated) *counter {
	return &counter{last: make([]int64, clients), repeated: r}
}

// do counts one request.
func (c *counter) do(th *kernel.Thread, client, number int64) {
	if c.repeated(number, c.last[client]) {
		return
	}
	th.Check(number != c.last[client], "request %d of client %d is counted twice", number, client)
	c.last[client] = number
	c.sum++
}

// primary serves as long as it lives.
func primary(th *kernel.Thread, c *counter) {
	service := th.NewPort("counter")
	heir := kernel.Must(netname.Await(th, "", "backup", 10_000*kernel.Millisecond))
	right := kernel.Must(th.RPC(heir, ipc.NewMessage(inherit))).Port(0)
	mach := th.Mach()
	kernel.Must(mach.PortRequestNotification(mach.Self(), service, ipc.MACH_NOTIFY_PORT_DESTROYED, 0, right,
		ipc.MoveSendOnce))
	kernel.Must(netname.CheckIn(th, "counter", ipc.Null, service))
	kernel.Must(netname.CheckIn(th, "primary", ipc.Null, th.Mach().Self()))
	for {
		m := kernel.Must(th.Receive(service))
		c.do(th, m.Int(0), m.Int(1))
		kernel.Must(th.Send(heir, ipc.NewMessage(update, m.Int(0), m.Int(1))))
		kernel.Must(th.Reply(m, ipc.NewMessage(0, c.sum)))
	}
}

// backup follows the primary, and takes over when that dies.
func backup(th *kernel.Thread, c *counter) {
	port := th.NewPort("backup")
	kernel.Must(netname.CheckIn(th, "backup", ipc.Null, port))
	for {
		m := kernel.Must(th.Receive(port))
		switch m.ID {
		case inherit:
			kernel.Must(th.Reply(m, ipc.NewMessage(0, ipc.MakingSendOnce(port))))
		case update:
			c.do(th, m.Int(0), m.Int(1))
		case ipc.MACH_NOTIFY_PORT_DESTROYED:
			takeOver(th, m.Port(0), c)
		}
	}
}

func takeOver(th *kernel.Thread, service ipc.Name, c *counter) {
	for {
		m := kernel.Must(th.Receive(service))
		c.do(th, m.Int(0), m.Int(1))
		kernel.Must(th.Reply(m, ipc.NewMessage(0, c.sum)))
	}
}

// accident kills the primary some time or other.
func accident(th *kernel.Thread, requests int) {
	victim := kernel.Must(netname.Await(th, "*", "primary", 10_000*kernel.Millisecond))
	for range th.Random(20 * requests) {
		th.Yield()
	}
	kernel.Must(th.Mach().TaskTerminate(victim))
}

func client(th *kernel.Thread, me, requests int) {
	counter := kernel.Must(netname.Await(th, "*", "counter", 10_000*kernel.Millisecond))
	for n := range requests {
		ask(th, counter, me, n+1)
	}
}

// ask makes one request, again and again until there is a reply.
func ask(th *kernel.Thread, counter ipc.Name, me, number int) {
	for {
		_, err := th.RPC(counter, ipc.NewMessage(count, me, number))
		if errors.Is(err, ipc.MIG_SERVER_DIED) {
			th.Printf("no reply; once more")
			continue
		}
		kernel.Must(err)
		return
	}
}
