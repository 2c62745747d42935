// Package naming is a race at the name server. A service is renewed while it is in
// use: a new server is started, which checks the service's name in, and the old one
// is told to retire, and checks it out.
//
// It teaches that a name is shared data. The bug: the two do not agree who goes
// first. If the new server checks in before the old one checks out, it is the new
// entry that is removed, and nobody finds the service any more although it runs.
//
// The fix is to sign: only who knows the signature of an entry may replace or remove
// it. With a signature of its own the new server is refused until the old one has
// gone, and tries again.
package naming

import (
	"errors"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Program lets anybody remove the name.
var Program = kernel.Program{
	Name:   "naming",
	Doc:    "a service that is renewed while clients look it up",
	Bug:    "the old server may check the new one's name out",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, unsigned) },
}

// Fixed signs.
var Fixed = kernel.Program{
	Name:   "naming-fixed",
	Doc:    "a service that is renewed, with signed check-ins",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, signed) },
}

var params = []kernel.Param{
	{Name: "requests", Default: "8", Doc: "how many requests the client makes"},
}

// Messages to a server.
type (
	work   struct{}
	done   struct{} // the answer
	retire struct{} // make room for another server
)

// A signature is what a server signs with, given its port.
type signature func(port kernel.Name) kernel.Name

func unsigned(kernel.Name) kernel.Name { return kernel.Null }

func signed(port kernel.Name) kernel.Name { return port }

func setUp(b *kernel.Boot, sign signature) {
	requests := b.IntIn("requests", 1, 1000)
	b.Server(b.Host("machines"), "old", func(th *kernel.Thread) { serve(th, sign) })
	b.Server(b.Host("machines"), "operator", func(th *kernel.Thread) { renew(th, sign) })
	b.Task(b.Host("desk"), "client", func(th *kernel.Thread) { client(th, requests) })
	netname.Serve(b)
}

// serve is a server, old or new.
func serve(th *kernel.Thread, sign signature) {
	port := th.NewPort("service")
	for {
		err := netname.CheckIn(th, "service", sign(port), port)
		if err == nil {
			break
		}
		th.Check(errors.Is(err, ipc.NETNAME_NOT_YOURS), "check-in: %v", err)
		th.Sleep(kernel.Millisecond) // the name is still the old server's
	}
	for {
		m := kernel.Must(kernel.Receive[any](th, port, work{}, retire{}))
		if m.Body == (retire{}) {
			break
		}
		kernel.Must(kernel.Reply(th, m, done{}))
	}
	kernel.Must(netname.CheckOut(th, "service", sign(port)))
}

// renew starts a new server, and has the old one retire.
func renew(th *kernel.Thread, sign signature) {
	old := kernel.Must(netname.Await(th, "", "service", 10*kernel.Second))
	th.Sleep(kernel.Duration(th.Random(20)) * kernel.Millisecond)
	kernel.Must(th.Spawn("", "new", func(th *kernel.Thread) { serve(th, sign) }))
	kernel.Must(kernel.Send(th, old, retire{}))
}

func client(th *kernel.Thread, requests int) {
	for range requests {
		for !ask(th) {
			th.Sleep(kernel.Millisecond)
		}
		th.Sleep(5 * kernel.Millisecond)
	}
}

// ask finds the service and makes a request; false means that the server retired
// meanwhile.
func ask(th *kernel.Thread) bool {
	service, err := netname.Await(th, "machines", "service", 200*kernel.Millisecond)
	th.Check(err == nil, "a server is running, but nobody finds it: %v", err)
	_, err = kernel.RPC[work, done](th, service, work{})
	return err == nil
}
