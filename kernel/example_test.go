package kernel_test

import (
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
)

// run runs a program that main sets up, with a seed, and prints what it has printed.
func run(main func(*kernel.Boot)) {
	m, err := kernel.New(&kernel.Program{Name: "example", Main: main}, kernel.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	outcome := m.Run()
	for _, line := range m.World().Console {
		fmt.Printf("%s: %s\n", m.World().ThreadName(line.Thread), line.Text)
	}
	fmt.Println(outcome)
}

// alone runs a program of one thread.
func alone(body func(*kernel.Thread)) {
	run(func(b *kernel.Boot) { b.Task(b.Host("here"), "main", body) })
}

// A program is a value. Its Main sets up hosts and first tasks, before anything moves.
func ExampleProgram() {
	program := kernel.Program{
		Name:   "greeter",
		Doc:    "says hello",
		Params: []kernel.Param{{Name: "whom", Default: "world", Doc: "who is greeted"}},
		Main: func(b *kernel.Boot) {
			whom := b.Text("whom")
			b.Task(b.Host("here"), "greeter", func(th *kernel.Thread) { th.Printf("hello, %s", whom) })
		},
	}
	m, err := kernel.New(&program, kernel.Config{Seed: 7, Args: map[string]string{"whom": "Mach"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	fmt.Println(m.Run(), m.World().Console[0].Text)
	// Output: finished hello, Mach
}

// A server receives at a port of its own and replies. RPC sends a request, and waits for
// the reply. Boot gives the client its right to the port; without that, a name
// service does (package netname).
func ExampleThread_RPC() {
	run(func(b *kernel.Boot) {
		var port, service ipc.Name
		server := b.Server(b.Host("north"), "server", func(th *kernel.Thread) {
			for {
				request := kernel.Must(th.Mach().Receive(port))
				kernel.Must(th.Mach().Reply(request, ipc.NewMessage(0, request.Int(0)+request.Int(1))))
			}
		})
		client := b.Task(b.Host("south"), "client", func(th *kernel.Thread) {
			reply := kernel.Must(th.Mach().RPC(service, ipc.NewMessage(1, 40, 2)))
			th.Printf("40 + 2 = %d", reply.Int(0))
		})
		port = b.Port(server, "sums")
		service = b.Send(server, port, client)
	})
	// Output:
	// client.1: 40 + 2 = 42
	// finished
}

// Spawn makes a task. All that it knows of its maker comes in messages, or in the ports that
// it inherits: by custom the first of these is the name server's.
func ExampleThread_Spawn() {
	alone(func(th *kernel.Thread) {
		port := th.NewPort("results")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		kernel.Must(th.Mach().PortsRegister(th.Mach().Self(), ipc.Null, port))
		kernel.Must(th.Spawn("", "child", func(th *kernel.Thread) {
			results := kernel.Must(th.Mach().PortsLookup(th.Mach().Self()))[1]
			kernel.Must(th.Mach().Send(results, ipc.NewMessage(1, "done")))
		}))
		th.Printf("the child is %s", kernel.Must(th.Mach().Receive(port)).Text(0))
	})
	// Output:
	// main.1: the child is done
	// finished
}

// A port set is received from as one port; the message says which member it came to.
func ExampleMach_PortMoveMember() {
	alone(func(th *kernel.Thread) {
		set, red, blue := th.NewPortSet("both"), th.NewPort("red"), th.NewPort("blue")
		kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), red, set))
		kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), blue, set))
		kernel.Must(th.Mach().Send(blue, ipc.NewMessage(7)))
		m := kernel.Must(th.Mach().Receive(set))
		th.Printf("message %d at blue: %v", m.ID, m.Local == blue)
	})
	// Output:
	// main.1: message 7 at blue: true
	// finished
}

// Who has a send right can ask to be told when the port dies.
func ExampleMach_PortRequestNotification() {
	alone(func(th *kernel.Thread) {
		notices, port := th.NewPort("notices"), th.NewPort("short-lived")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), port, ipc.MACH_NOTIFY_DEAD_NAME, 0, notices,
			ipc.MakeSendOnce))
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
		m := kernel.Must(th.Mach().Receive(notices))
		th.Printf("dead name: %v", m.ID == ipc.MACH_NOTIFY_DEAD_NAME)
	})
	// Output:
	// main.1: dead name: true
	// finished
}

// Time is virtual: a run that waits for a minute takes no time at all.
func ExampleThread_ReceiveTimeout() {
	alone(func(th *kernel.Thread) {
		port := th.NewPort("quiet")
		_, err := th.Mach().ReceiveTimeout(port, 60_000)
		th.Printf("%v", err)
	})
	// Output:
	// main.1: MACH_RCV_TIMED_OUT
	// finished
}

// Memory is a task's own. A child that inherits it gets a copy, or shares it.
func ExampleMach_VMAllocate() {
	alone(func(th *kernel.Thread) {
		addr := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, kernel.PageSize, true))
		th.Mach().Poke(addr, []byte("ours"))
		kernel.Must(th.Mach().VMInherit(th.Mach().Self(), addr, kernel.PageSize, kernel.InheritShare))
		kernel.Must(th.Spawn("", "child", func(th *kernel.Thread) { th.Mach().Poke(addr, []byte("mine")) }))
		th.Sleep(1 * kernel.Millisecond)
		th.Printf("%s", th.Mach().Peek(addr, 4))
	})
	// Output:
	// main.1: mine
	// finished
}

// Hosts are joined by wires, which can be cut. What was sent meanwhile arrives when the
// wire is healed.
func ExampleThread_CutWire() {
	run(func(b *kernel.Boot) {
		var port, mailbox ipc.Name
		receiver := b.Task(b.Host("north"), "receiver", func(th *kernel.Thread) {
			kernel.Must(th.Mach().Receive(port))
			th.Printf("it came after the cut: %v", th.Clock() > 500_000)
		})
		sender := b.Task(b.Host("south"), "sender", func(th *kernel.Thread) {
			th.CutWire("north", "south")
			kernel.Must(th.Mach().Send(mailbox, ipc.NewMessage(1)))
			th.Sleep(500 * kernel.Millisecond)
			th.HealWire("north", "south")
		})
		port = b.Port(receiver, "mailbox")
		mailbox = b.Send(receiver, port, sender)
	})
	// Output:
	// receiver.1: it came after the cut: true
	// finished
}
