package breakpoint_test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// parcel sends the receive right of a port to a task that has ended by the time when the
// packet arrives: the port dies on the wire.
var parcel = kernel.Program{Name: "parcel", Main: func(b *kernel.Boot) {
	here, there := b.Host("here"), b.Host("there")
	b.Delay(here, there, 5*kernel.Millisecond, 5*kernel.Millisecond)
	far := b.Task(there, "far", func(th *kernel.Thread) { th.Label("leaving") })
	var desk, gift, quiet ipc.Name
	near := b.Task(here, "near", func(th *kernel.Thread) {
		kernel.Must(th.Mach().Send(desk, ipc.NewMessage(1, ipc.MovingReceive(gift))))
		_, _ = th.Mach().ReceiveTimeout(quiet, 100) // until the packet has arrived
	})
	desk = b.Send(far, b.Port(far, "desk"), near)
	gift, quiet = b.Port(near, "gift"), b.Port(near, "quiet")
}}

// TestPacket stops a packet, after its arrival.
func TestPacket(t *testing.T) {
	g, r := take(&parcel, kernel.Config{Door: kernel.First{}})
	for _, text := range []string{"port-destroy gift", "after port-destroy gift"} {
		all := match(t, r, text).All()
		if len(all) != 1 || g.Tape.Lanes[all[0].Lane].Thread != 0 || all[0].Done != 1 {
			t.Errorf("%s: %v", text, all)
		}
	}
	for _, text := range []string{"port-destroy desk", "send to desk"} { // through a proxy of the dead port
		if n := match(t, r, text).Len(); n != 1 {
			t.Errorf("%s: %d times", text, n)
		}
	}
}
