package lab

import (
	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// All has every event type of tables 3.1 to 3.13.
var All = kernel.Program{Name: "all", Doc: "every event type", Params: []kernel.Param{{Name: "crash",
	Default: "0"}}, Main: func(b *kernel.Boot) {
	alpha, beta := b.Host("alpha"), b.Host("beta")
	var toA, toB, back, backSend kernel.Name
	crash := b.Int("crash")
	sink := b.Task(beta, "sink", func(th *kernel.Thread) { sinkBody(th, backSend) })
	main := b.Task(alpha, "main", func(th *kernel.Thread) { mainBody(th, toA, toB, back, crash) })
	pa, pb := b.Port(sink, "pa"), b.Port(sink, "pb")
	toA, toB = b.Send(sink, pa, main), b.Send(sink, pb, main)
	sinkPorts = [2]kernel.Name{pa, pb}
	back = b.Port(main, "back")
	backSend = b.Send(main, back, sink)
	netname.Serve(b)
}}

var sinkPorts [2]kernel.Name

func sinkBody(th *kernel.Thread, back kernel.Name) {
	n := 0
	th.Watch("n", &n)
	pa, pb := sinkPorts[0], sinkPorts[1]
	bag := th.NewPortSet("bag")
	th.AddMember(bag, pa)
	th.AddMember(bag, pb)
	for range 4 {
		kernel.Must(th.Receive(bag))
		n++
		th.Label("got")
	}
	kernel.Must(0, th.Mach().PortMoveMember(th.Mach().TaskSelf(), pa, ipc.Null))
	kernel.Must(0, th.Mach().PortDestroy(th.Mach().TaskSelf(), pb))
	kernel.Must(0, th.Mach().PortDestroy(th.Mach().TaskSelf(), bag))
	m := ipc.NewMessage(9, ipc.MovingReceive(pa))
	kernel.Must(0, th.Send(back, m))
}

func mainBody(th *kernel.Thread, toA, toB, back kernel.Name, crash int) {
	mu, cond := cthreads.NewMutex(th, "mu"), cthreads.NewCondition(th, "cond")
	ready := false
	a := cthreads.Fork(th, "a", func(th *kernel.Thread) {
		defer th.Span("critical")()
		mu.Lock(th)
		for !ready {
			cond.Wait(th, mu)
		}
		mu.Unlock(th)
		kernel.Must(0, th.Send(toA, ipc.NewMessage(1, 10)))
		kernel.Must(0, th.Send(toB, ipc.NewMessage(2, 20)))
	})
	b := cthreads.Fork(th, "b", func(th *kernel.Thread) {
		kernel.Must(0, th.Send(toA, ipc.NewMessage(3, "x")))
		if mu.TryLock(th) {
			mu.Unlock(th)
		}
		kernel.Must(0, th.Send(toB, ipc.NewMessage(4, "y")))
	})
	mu.Lock(th)
	ready = true
	cond.Broadcast(th)
	mu.Unlock(th)
	cthreads.Join(th, a)
	cthreads.Join(th, b)
	m, err := th.Receive(back)
	kernel.Must(m, err)
	got := m.Port(0)
	_, err = th.ReceiveTimeout(got, kernel.Millisecond)
	th.Printf("timed receive: %v\n", err)
	kernel.Must(0, netname.Register(th, "back", back))
	addr, err := th.Mach().VMAllocate(th.Mach().TaskSelf(), 0, 4096, true)
	kernel.Must(0, err)
	th.Mach().Poke(addr, []byte("hello memory"))
	th.Spawn("", "kid", func(th *kernel.Thread) { th.Label("kid"); th.Yield() })
	v, err := th.Spawn("beta", "victim", func(th *kernel.Thread) { th.Sleep(kernel.Second) })
	kernel.Must(0, err)
	if crash > 0 {
		th.Spawn("", "crash", func(th *kernel.Thread) {
			var a []int
			_ = a[crash]
		})
	}
	th.Sleep(kernel.Millisecond)
	kernel.Must(0, th.Mach().TaskTerminate(v))
	_, err = netname.LookUp(th, "", "nowhere")
	th.Printf("look up: %v\n", err)
	th.Printf("random %d clock %v\n", th.Random(6), th.Clock() > 0)
	cthreads.Exit(th, 0)
}
