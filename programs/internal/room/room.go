// Package room is a room for one: the critical section of programs about mutual
// exclusion. A server stands at its door and ends the run when a second one enters.
package room

import (
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Requests to the doorkeeper.
const (
	enter = 1 + iota // who, for how many milliseconds
	leave            // who
)

// Serve sets up the server of a room for one, under a name that Find finds. The
// complaint is what a second one in the room is called, such as "two holders of the
// token".
func Serve(b *kernel.Boot, h kernel.HostID, name, complaint string) {
	b.Server(h, name, func(th *kernel.Thread) {
		port := th.NewPort(name)
		th.Must(netname.CheckIn(th, name, ipc.Null, port))
		guest := ""
		for {
			m := kernel.Must(th.Receive(port))
			who := m.Text(0)
			switch m.ID {
			case enter:
				th.Check(guest == "", "%s: %s and %s", complaint, guest, who)
				guest = who
			case leave:
				guest = ""
			}
			th.Must(th.Reply(m, ipc.NewMessage(0)))
		}
	})
}

// Room is a task's right to a room.
type Room struct{ door ipc.Name }

// Find finds the room of that name.
func Find(th *kernel.Thread, name string) Room {
	return Room{kernel.Must(netname.Await(th, "*", name, 10_000))}
}

// Visit enters, stays for a while, and leaves.
func (r Room) Visit(th *kernel.Thread, who string, ms int) {
	r.Enter(th, who)
	th.Sleep(ms)
	r.Leave(th, who)
}

// Enter enters the room.
func (r Room) Enter(th *kernel.Thread, who string) {
	kernel.Must(th.RPC(r.door, ipc.NewMessage(enter, who)))
}

// Leave leaves it.
func (r Room) Leave(th *kernel.Thread, who string) {
	kernel.Must(th.RPC(r.door, ipc.NewMessage(leave, who)))
}
