package app

import (
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

func init() {
	testPrograms = append(testPrograms, &kernel.Program{
		Name: "t-apart", Doc: "has tasks that sleep until the one before is done", Main: apart,
		Params: []kernel.Param{{Name: "sleep", Default: "10", Doc: "ms between one client and the next"}},
	})
}

// apart has clients that come one after the other.
func apart(b *kernel.Boot) {
	host, sleep := b.Host("a"), b.Int("sleep")
	b.Task(host, "server", func(th *kernel.Thread) {
		port := th.NewPort("port")
		kernel.Must(netname.CheckIn(th, "port", ipc.Null, port))
		for range 3 {
			kernel.Must(th.Mach().Reply(kernel.Must(th.Mach().Receive(port)), ipc.NewMessage(0)))
		}
	})
	for i, name := range []string{"ann", "bob", "cy"} {
		b.Task(host, name, func(th *kernel.Thread) {
			th.Sleep(kernel.Duration(5+i*sleep) * kernel.Millisecond)
			kernel.Must(th.Mach().RPC(kernel.Must(netname.Await(th, "*", "port", 10_000*kernel.Millisecond)), ipc.NewMessage(1)))
		})
	}
	netname.Serve(b)
}
