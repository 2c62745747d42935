package unchecked

import (
	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
	"machsim/netname/callrpc"
)

func body(th *kernel.Thread, port ipc.Name, mu cthreads.Mutex) {
	th.Send(port, ipc.NewMessage(1))                    // want `unchecked: th.Send can be refused, and nobody looks at its error; use kernel.Must\(th.Send\(...\)\)`
	netname.CheckIn(th, "name", ipc.Null, port)         // want `unchecked: netname.CheckIn can be refused`
	th.RPC(port, ipc.NewMessage(1))                     // want `unchecked: th.RPC .*; use kernel.Must\(th.RPC\(...\)\)`
	th.Mach25().PortDeallocate(th.Mach().Self(), port)  // want `unchecked: th.Mach25\(\).PortDeallocate can be refused`
	mu.TryLock(th)                                      // want `unchecked: mu.TryLock says whether it succeeded, and nobody looks at that; use if mu.TryLock`
	defer th.Mach().PortDestroy(th.Mach().Self(), port) // want `unchecked: th.Mach\(\).PortDestroy `

	kernel.Must(th.Send(port, ipc.NewMessage(1)))
	_ = th.Send(port, ipc.NewMessage(1))
	m, _ := th.ReceiveTimeout(port, kernel.Millisecond)
	if err := th.Reply(m, ipc.NewMessage(1)); err != nil {
		th.Printf("%v", err)
	}
	kernel.Must(th.Receive(port))
	mu.Lock(th)
	th.Printf("console writes are fine")
	th.NewPort("unused")
	th.Random(3)
	cthreads.Yield(th)
	mine()
	mu.Unlock(th)
}

func mine() error { return nil }

func unnamed(_ *kernel.Thread, s *server) {
	s.th.Send(s.port, ipc.NewMessage(1)) // want `unchecked: s.th.Send can be refused`
}

type server struct {
	th   *kernel.Thread
	port ipc.Name
}

func bind(th *kernel.Thread, port ipc.Name) {
	callrpc.BindTo(th, port) // want `unchecked: callrpc.BindTo can be refused`
}
