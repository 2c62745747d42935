package ipc_test

import (
	"errors"
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
)

// run runs a task of one thread, and prints what it has printed.
func run(body func(*kernel.Thread)) {
	p := kernel.Program{Name: "example", Main: func(b *kernel.Boot) { b.Task(b.Host("here"), "main", body) }}
	m, err := kernel.New(&p, kernel.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	m.Run()
	for _, line := range m.World().Console {
		fmt.Println(line.Text)
	}
}

// A message has an id and some items, each of a type of its own.
func ExampleNewMessage() {
	m := ipc.NewMessage(7, "fork", 3, true)
	fmt.Println(m.ID, m.Len(), m.Text(0), m.Int(1), m.Bool(2))
	fmt.Println(m)
	// Output:
	// 7 3 fork 3 true
	// 7("fork", 3, true)
}

// A right travels in a message, and gets a name where it arrives.
func ExampleMakingSend() {
	run(func(th *kernel.Thread) {
		box, gift := th.NewPort("box"), th.NewPort("gift")
		kernel.Must(th.Mach().Send(box, ipc.NewMessage(1, ipc.MakingSend(gift))))
		m := kernel.Must(th.Mach().Receive(box))
		kernel.Must(th.Mach().Send(m.Port(0), ipc.NewMessage(2, "thanks")))
		th.Printf("%v", kernel.Must(th.Mach().Receive(gift)).Text(0))
	})
	// Output:
	// thanks
}

// What the kernel answers is a code with Mach's name, and works with errors.Is.
func ExampleCode() {
	run(func(th *kernel.Thread) {
		port := th.NewPort("port")
		_, err := th.Mach().ReceiveTimeout(port, 10)
		th.Printf("%v %v", err, errors.Is(err, ipc.MACH_RCV_TIMED_OUT))
	})
	// Output:
	// MACH_RCV_TIMED_OUT true
}

// Whoever may send to a port can ask to be told of its death. The name that it had for the
// port is a dead name then.
func Example_deadName() {
	run(func(th *kernel.Thread) {
		self, port, notices := th.Mach().Self(), th.NewPort("port"), th.NewPort("notices")
		kernel.Must(th.Mach().PortInsertRight(self, port, port, ipc.MakeSend))
		kernel.Must(th.Mach().PortRequestNotification(self, port, ipc.MACH_NOTIFY_DEAD_NAME, 0, notices, ipc.MakeSendOnce))

		kernel.Must(th.Mach().PortModRefs(self, port, ipc.RightReceive, -1)) // nobody can receive from it any more

		notice := kernel.Must(th.Mach().Receive(notices))
		th.Printf("%v %v", notice.ID == ipc.MACH_NOTIFY_DEAD_NAME, notice.Port(0) == port)
		th.Printf("%v", th.Mach().Send(port, ipc.NewMessage(1)))
	})
	// Output:
	// true true
	// MACH_SEND_INVALID_DEST
}
