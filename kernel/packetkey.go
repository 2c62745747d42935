package kernel

// PacketKey is a name of a packet that is the same in every schedule: what it carries,
// for which port, and for or from which host other than the port's own.
type PacketKey struct {
	Kind PacketKind
	Host HostID
	Port PortKey
}

// PortKey is a name of a port that is the same in every schedule: of a program's port,
// who made it and the number among that thread's ports; of another, the kernel's object.
type PortKey struct {
	Kind            uint8
	Object          uint32
	Creator, Serial uint32
}

// keyOf names a packet that is about to be dispatched.
func (s *State) keyOf(p *Packet) PacketKey {
	k := PacketKey{Kind: p.Kind, Host: p.From, Port: s.NetPorts.At(uint32(p.Net)).Key}
	if p.Kind == PacketDeath {
		k.Host = p.To
	}
	return k
}

// NetPortOf returns the port that a packet is about; nil if it has gone, when its number may be that of another.
func (s *State) NetPortOf(p *Packet) *NetPort {
	if !s.NetPorts.Has(uint32(p.Net)) {
		return nil
	}
	if n := s.NetPorts.At(uint32(p.Net)); n.Key == p.Key.Port {
		return n
	}
	return nil
}
