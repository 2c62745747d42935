package rows

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/kernel"
)

// Wire is a wire between two hosts that a program has cut or given a delay.
type Wire struct {
	A, B     string
	Cut      bool
	Min, Max int64 // delay of a packet, in microseconds
}

// Wires lists the wires that a program has changed.
func Wires(st *kernel.State) []Wire {
	var all []Wire
	for id := range st.Wires.All {
		if w := st.Wires.At(id); w.Cut || w.Min != 0 || w.Max != 0 {
			all = append(all, Wire{st.HostName(w.A), st.HostName(w.B), w.Cut, w.Min, w.Max})
		}
	}
	return all
}

// Packet is a packet on a wire.
type Packet struct {
	What     string
	From, To string
	State    string
	Until    int64 // virtual time in microseconds at which its state changes by itself; 0 if a choice decides
}

// Packets lists the packets on the wires.
func Packets(st *kernel.State) []Packet {
	var all []Packet
	for id := range st.Packets.All {
		all = append(all, PacketOf(st, kernel.PacketID(id)))
	}
	return all
}

// PacketOf is one of them.
func PacketOf(st *kernel.State, id kernel.PacketID) Packet {
	p := st.Packets.At(uint32(id))
	row := Packet{What: packetText(st, p), From: st.HostName(p.From), To: st.HostName(p.To),
		State: packetStates[p.Status]}
	if p.Timer != 0 {
		row.Until = st.Timers[p.Timer-1].Due()
	}
	return row
}

var packetStates = map[kernel.PacketStatus]string{
	kernel.OnTheWay: "on its way", kernel.NoRoute: "has no route", kernel.Refused: "refused, the queue is full",
}

func packetText(st *kernel.State, p *kernel.Packet) string {
	if p.Task != 0 || p.Halt != 0 {
		return trace.Marker(event.OnWire(st, p))
	}
	port := netPort(st, p)
	switch p.Kind {
	case kernel.PacketDeath:
		return "news of the death of " + port
	case kernel.PacketUnused:
		return "news that nobody sends to " + port
	}
	return "message to " + port
}

// netPort names the port that a packet is about.
func netPort(st *kernel.State, p *kernel.Packet) string {
	if !st.NetPorts.Has(uint32(p.Net)) {
		return "a port that is gone"
	}
	n := st.NetPorts.At(uint32(p.Net))
	if n.Home >= 0 {
		return st.PortName(n.Ends[n.Home].Port)
	}
	for _, e := range n.Ends {
		if e.Port != 0 {
			return st.PortName(e.Port)
		}
	}
	return "a port that is dead"
}

// Timer is a timer.
type Timer struct {
	At     int64 // virtual time in microseconds; if it stands, the logical time of its host (kernel.Agents)
	Stands bool
	Who    string
	What   string
}

// Timers lists the timers by time.
func Timers(st *kernel.State) []Timer {
	armed := slices.Clone(st.Timers)
	slices.SortFunc(armed, func(a, b kernel.Timer) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Order, b.Order))
	})
	var all []Timer
	for _, t := range armed {
		row := Timer{At: t.Due(), Stands: t.Stands()}
		if t.Thread != 0 {
			row.Who, row.What = st.ThreadName(t.Thread), timerText(st.Threads.At(uint32(t.Thread)))
		} else {
			p := st.Packets.At(uint32(t.Packet))
			row.Who, row.What = fmt.Sprintf("wire %s to %s", st.HostName(p.From), st.HostName(p.To)), packetText(st, p)
		}
		all = append(all, row)
	}
	return all
}

func timerText(t *kernel.ThreadState) string {
	switch t.Wait.Kind {
	case kernel.WaitSend:
		return "time limit of its send"
	case kernel.WaitReceive:
		return "time limit of its receive"
	case kernel.WaitSleep:
		return "end of its sleep"
	case kernel.WaitAnswer:
		return "the host that it waits for is given up"
	}
	return t.Call.Op.String()
}
