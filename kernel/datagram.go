package kernel

import (
	"slices"

	"machsim/ipc"
)

// A datagram is a message to a datagram port of another host. It may be lost, doubled, overtaken and delayed by faults.
// Without them, too, it is lost where a network loses it: on a wire that is cut, at a host that is down, and at a port
// whose queue is full. Its sender never waits, and nobody is told. Datagrams that take time travel by themselves: each
// may overtake the others. What becomes of a datagram is seen as it arrives, or does not.

// toDatagram says whether a packet brings a message to a datagram port, which may have died.
func (s *State) toDatagram(p *Packet) bool {
	return p.Kind == PacketMessage && s.NetPorts.Has(uint32(p.Net)) && s.NetPorts.At(uint32(p.Net)).Datagram
}

// Carried returns the message that a packet with a message brings.
func (s *State) Carried(p *Packet) ipc.MsgID {
	if p.Msg != 0 {
		return p.Msg
	}
	return s.IPC.First(p.Port, 0)
}

// detach lets a datagram travel by itself, so that the next can set out.
func (c *core) detach(id PacketID) {
	p := c.Packets.Mut(uint32(id))
	n := c.NetPorts.Mut(uint32(p.Net))
	end := &n.Ends[n.endOf(p.Port)]
	end.Packet = 0
	end.Apart++
	p.Msg, p.Serial = c.IPC.First(p.Port, 0), end.Apart
	c.IPC.Dequeue(p.Msg)
}

// mislays has a datagram get lost that has no way, or comes to a port that is full, and says whether it is.
func (c *core) mislays(id PacketID, p *Packet, m ipc.MsgID) bool {
	n := c.NetPorts.At(uint32(p.Net))
	c.access(LocWires, ipc.Read, 0, 0)
	switch {
	case n.Where != p.From && !c.reachable(p): // else the port has moved here meanwhile
		c.befell = Fault{Kind: FaultNoWay, Object: uint32(id)}
	case n.Home >= 0 && c.IPC.Msgs.At(uint32(m)).DestType == ipc.PortSend && c.full(n.Ends[n.Home].Port):
		c.befell = Fault{Kind: FaultFull, Object: uint32(id)}
	default:
		return false
	}
	c.Mislaid++
	c.loseIn(id)
	return true
}

// full says whether the queue of a port is full. That it is not matters also for a request, which takes no room
// (deliverRequest): it would be lost.
func (c *core) full(p ipc.PortID) bool {
	port := c.IPC.Ports.At(uint32(p))
	c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
	if port.Room() > 0 {
		c.access(ipc.LocRoom, ipc.TakeRoom, uint32(p), uint32(port.Room()-1))
		return false
	}
	c.accessFull(p, port)
	return true
}

// loseIn destroys the message in a packet, with the packet.
func (c *core) loseIn(id PacketID) {
	proxy := c.Packets.At(uint32(id)).Port
	c.access(ipc.LocPort, ipc.Read, uint32(proxy), 0)
	c.destroyIn(id)
	c.transmit(proxy)
}

func (c *core) destroyIn(id PacketID) {
	m := c.unload(id)
	c.access(ipc.LocMsg, ipc.Write, uint32(m), 0)
	c.IPC.DestroyMsg(m)
}

// loseApart destroys the datagrams that travel by themselves from a proxy that has died.
func (c *core) loseApart(proxy ipc.PortID) {
	for id := range c.Packets.All {
		if p := c.Packets.At(id); p.Msg != 0 && p.Port == proxy {
			c.access(LocPacket, ipc.Read, id, 0)
			c.destroyIn(PacketID(id))
		}
	}
}

// apart returns the packet of a datagram that travels by itself; 0 if the message is none.
func (s *State) apart(m ipc.MsgID) PacketID {
	for id := range s.Packets.All {
		if s.Packets.At(id).Msg == m {
			return PacketID(id)
		}
	}
	return 0
}

// PacketsOf returns the packets of a key. There is more than one when the same news travels twice, and of datagrams:
// those that travel by themselves come first, in the order in which they set out, so that one that sets out later
// changes the place of none.
func (s *State) PacketsOf(k PacketKey) (all []PacketID) {
	for id := range s.Packets.All {
		if s.Packets.At(id).Key == k {
			all = append(all, PacketID(id))
		}
	}
	if len(all) > 1 && k.Kind == PacketMessage {
		slices.SortStableFunc(all, func(a, b PacketID) int {
			return int(int64(s.Packets.At(uint32(a)).Serial-1) - int64(s.Packets.At(uint32(b)).Serial-1))
		})
	}
	return all
}
