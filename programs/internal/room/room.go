// Package room is a room for one: the critical section of programs about mutual
// exclusion. A server, the doorkeeper, knows who is in it; whoever enters while
// somebody else is there fails a check, on the line where it enters.
package room

import (
	"machsim/kernel"
	"machsim/netname"
)

// Requests to the doorkeeper, and its answer.
type (
	enter  struct{ Who string }
	leave  struct{}
	before struct{ Who string } // who was there; "" if nobody was
)

// Serve sets up the doorkeeper of a room, under a name that Find finds.
func Serve(b *kernel.Boot, h kernel.HostID, name string) {
	b.Server(h, name, func(th *kernel.Thread) {
		port := th.NewPort(name)
		kernel.Must(netname.Register(th, name, port))
		guest := before{}
		for {
			m := kernel.Must(kernel.Receive[any](th, port, enter{}, leave{}))
			answer := guest
			r, _ := m.Body.(enter) // nobody's name, of leave
			guest.Who = r.Who
			kernel.Must(kernel.Reply(th, m, answer))
		}
	})
}

// Room is a task's way into a room.
type Room struct {
	door      kernel.Name
	complaint string
}

// Find finds the room of that name. The complaint is what two in it are called, such
// as "two holders of the token".
func Find(th *kernel.Thread, name, complaint string) Room {
	return Room{kernel.Must(netname.Find(th, name)), complaint}
}

// Visit enters, stays for a while, and leaves.
func (r Room) Visit(th *kernel.Thread, who string, ms int) {
	r.Enter(th, who)
	th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
	r.Leave(th)
}

// Enter enters the room, which has to be empty.
func (r Room) Enter(th *kernel.Thread, who string) {
	other := kernel.Must(kernel.RPC[enter, before](th, r.door, enter{who})).Who
	th.Check(other == "", "%s: %s and %s", r.complaint, min(who, other), max(who, other))
}

// Leave leaves it.
func (r Room) Leave(th *kernel.Thread) {
	kernel.Must(kernel.RPC[leave, before](th, r.door, leave{}))
}
