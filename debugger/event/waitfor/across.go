package waitfor

import (
	"machsim/ipc"
	"machsim/kernel"
)

// across fills in a wait for the answer to a call on another host. Such a wait always ends: the
// answer comes, or the network server declares the host unreachable.
func (g *reader) across(r *Row, t *kernel.ThreadState) {
	w := t.Wait
	r.Reason, r.Host, r.Arrives = Answer, w.Host, true
	r.Asking = w.Kind == kernel.WaitRequest
	if w.Object != 0 {
		r.At = kernel.Object{Kind: kernel.TaskObject, ID: w.Object}
	}
	r.Parted = !g.joined(g.s.Tasks.At(uint32(r.Task)).Host, w.Host)
	if r.Asking && r.Parted {
		r.Until = g.givenUp(t.Reply)
	}
}

// joined says whether the host to is up and no cut wire separates it from the other.
func (g *reader) joined(from, to kernel.HostID) bool {
	return !g.s.Hosts.At(uint32(to)).Down && !g.s.Wires.Any(func(_ uint32, w *kernel.WireState) bool {
		return w.Cut && (w.A == from && w.B == to || w.A == to && w.B == from)
	})
}

// givenUp returns the virtual time at which the network server declares dead the port that a
// request was sent to, of which reply is the reply port; 0 if it is not known.
func (g *reader) givenUp(reply ipc.PortID) int64 {
	g.index()
	for _, m := range g.carried[reply] {
		proxy := g.s.IPC.Ports.At(uint32(g.s.IPC.Msgs.At(uint32(m)).Dest))
		if !g.s.NetPorts.Has(proxy.Net) {
			continue
		}
		for _, e := range g.s.NetPorts.At(proxy.Net).Ends {
			if e.Port != g.s.IPC.Msgs.At(uint32(m)).Dest || e.Packet == 0 {
				continue
			}
			if p := g.s.Packets.At(uint32(e.Packet)); p.Status == kernel.NoRoute && p.Timer != 0 {
				return g.s.Timers[p.Timer-1].Due()
			}
		}
	}
	return 0
}
