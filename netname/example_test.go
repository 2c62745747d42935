package netname_test

import (
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// A server checks its port in under a name, and a client on another host looks that up.
func Example() {
	p := kernel.Program{Name: "example", Main: func(b *kernel.Boot) {
		b.Server(b.Host("north"), "clock", func(th *kernel.Thread) {
			port := th.NewPort("clock")
			kernel.Must(netname.CheckIn(th, "clock", ipc.Null, port))
			for {
				request := kernel.Must(th.Mach().Receive(port))
				kernel.Must(th.Mach().Reply(request, ipc.NewMessage(0, "noon")))
			}
		})
		b.Task(b.Host("south"), "client", func(th *kernel.Thread) {
			clock := kernel.Must(netname.Await(th, "*", "clock", 10_000*kernel.Millisecond))
			th.Printf("it is %s", kernel.Must(th.Mach().RPC(clock, ipc.NewMessage(1))).Text(0))
		})
		netname.Serve(b)
	}}
	m, err := kernel.New(&p, kernel.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	fmt.Println(m.Run())
	fmt.Println(m.World().Console[0].Text)
	// Output:
	// finished
	// it is noon
}
