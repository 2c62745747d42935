// Package room is a room for one: the critical section of programs about mutual
// exclusion. A server, the doorkeeper, knows who is in it; whoever enters while
// somebody else is there fails a check, on the line where it enters.
package room

import (
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Requests to the doorkeeper.
const (
	enter = 1 + iota // who -> who is there already, "" if nobody is
	leave            // ->
)

// Serve sets up the doorkeeper of a room, under a name that Find finds.
func Serve(b *kernel.Boot, h kernel.HostID, name string) {
	b.Server(h, name, func(th *kernel.Thread) {
		port := th.NewPort(name)
		kernel.Must(netname.CheckIn(th, name, ipc.Null, port))
		guest := ""
		for {
			m := kernel.Must(th.Receive(port))
			before := guest
			switch m.ID {
			case enter:
				guest = m.Text(0)
			case leave:
				guest = ""
			}
			kernel.Must(th.Reply(m, ipc.NewMessage(0, before)))
		}
	})
}

// Room is a task's way into a room.
type Room struct {
	door      ipc.Name
	complaint string
}

// Find finds the room of that name. The complaint is what two in it are called, such
// as "two holders of the token".
func Find(th *kernel.Thread, name, complaint string) Room {
	return Room{kernel.Must(netname.Await(th, "*", name, 10_000*kernel.Millisecond)), complaint}
}

// Visit enters, stays for a while, and leaves.
func (r Room) Visit(th *kernel.Thread, who string, ms int) {
	r.Enter(th, who)
	th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
	r.Leave(th)
}

// Enter enters the room, which has to be empty.
func (r Room) Enter(th *kernel.Thread, who string) {
	other := kernel.Must(th.RPC(r.door, ipc.NewMessage(enter, who))).Text(0)
	th.Check(other == "", "%s: %s and %s", r.complaint, min(who, other), max(who, other))
}

// Leave leaves it.
func (r Room) Leave(th *kernel.Thread) {
	kernel.Must(th.RPC(r.door, ipc.NewMessage(leave)))
}
