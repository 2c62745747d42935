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
type (
	count   struct{ Client, Number int }
	counted struct{ Sum int }
	update  struct{ Client, Number int } // the primary has counted this
	inherit struct{}
	will    struct{ Heir kernel.SendOnceRight } // to tell the backup of the primary's end
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
	sum      int
	last     []int // by client: number of its last request
	repeated repeated
}

// repeated says whether a request was done before, given the number of the client's
// last one.
type repeated func(number, last int) bool

func never(_, _ int) bool { return false }

func byNumber(number, last int) bool { return number <= last }

func newCounter(clients int, r repeated) *counter {
	return &counter{last: make([]int, clients), repeated: r}
}

// do counts one request.
func (c *counter) do(th *kernel.Thread, client, number int) {
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
	heir := kernel.Must(netname.Await(th, "", "backup", 10*kernel.Second))
	right := kernel.Must(kernel.RPC[inherit, will](th, heir, inherit{})).Heir
	mach := th.Mach()
	kernel.Must(mach.PortRequestNotification(mach.Self(), service, ipc.MACH_NOTIFY_PORT_DESTROYED, 0,
		kernel.Name(right), ipc.MoveSendOnce))
	kernel.Must(netname.Register(th, "counter", service))
	kernel.Must(netname.Register(th, "primary", mach.Self()))
	for {
		m := kernel.Must(kernel.Receive[count](th, service))
		c.do(th, m.Body.Client, m.Body.Number)
		kernel.Must(kernel.Send(th, heir, update(m.Body)))
		kernel.Must(kernel.Reply(th, m, counted{c.sum}))
	}
}

// backup follows the primary, and takes over when that dies.
func backup(th *kernel.Thread, c *counter) {
	port := th.NewPort("backup")
	kernel.Must(netname.Register(th, "backup", port))
	for {
		m := kernel.Must(kernel.Receive[any](th, port, inherit{}, update{}, kernel.PortDestroyed{}))
		switch r := m.Body.(type) {
		case inherit:
			kernel.Must(kernel.Reply(th, m, will{kernel.SendOnceRight(port)}))
		case update:
			c.do(th, r.Client, r.Number)
		case kernel.PortDestroyed:
			takeOver(th, kernel.Name(r.Port), c)
		}
	}
}

func takeOver(th *kernel.Thread, service kernel.Name, c *counter) {
	for {
		m := kernel.Must(kernel.Receive[count](th, service))
		c.do(th, m.Body.Client, m.Body.Number)
		kernel.Must(kernel.Reply(th, m, counted{c.sum}))
	}
}

// accident kills the primary some time or other.
func accident(th *kernel.Thread, requests int) {
	victim := kernel.Must(netname.Find(th, "primary"))
	for range th.Random(20 * requests) {
		th.Yield()
	}
	kernel.Must(th.Mach().TaskTerminate(victim))
}

func client(th *kernel.Thread, me, requests int) {
	counter := kernel.Must(netname.Find(th, "counter"))
	for n := range requests {
		ask(th, counter, me, n+1)
	}
}

// ask makes one request, again and again until there is a reply.
func ask(th *kernel.Thread, counter kernel.Name, me, number int) {
	for {
		_, err := kernel.RPC[count, counted](th, counter, count{me, number})
		if errors.Is(err, kernel.MIG_SERVER_DIED) {
			th.Printf("no reply; once more")
			continue
		}
		kernel.Must(err)
		return
	}
}
