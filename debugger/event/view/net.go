package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/kernel"
)

// netName names the record of a port's ends after the port or, when that has died,
// after the first proxy of it.
func (w *writer) netName(n *kernel.NetPort) label {
	p := w.n.home(n)
	if i := slices.IndexFunc(n.Ends, func(e kernel.NetEnd) bool { return e.Port != 0 }); p == 0 && i >= 0 {
		p = n.Ends[i].Port
	}
	if !w.s.IPC.Ports.Has(uint32(p)) {
		return label{path: unknown, name: unknown}
	}
	return w.n.ports.label(uint32(p))
}

// net writes the ends of a port on the hosts. Their order is that in which they were
// made, which decides who is served first.
func (w *writer) net(id uint32) {
	n := w.s.NetPorts.At(id)
	w.out.object(Net, w.netName(n))
	if n.Home < 0 {
		w.field("home", "dead")
		w.detail("was on", w.n.host(n.Where))
		w.detail("was", w.n.keyLabel(n.Key).ref())
	} else if n.Home < len(n.Ends) {
		w.field("home", w.n.host(n.Ends[n.Home].Host))
		w.detail("sent to", w.n.host(n.Where))
	}
	w.flag("of datagrams", n.Datagram)
	var ends []string
	seen := map[string]int{}
	for i := range n.Ends {
		name := unused(seen, "end on "+w.n.host(n.Ends[i].Host))
		ends = append(ends, name)
		w.detail(name, w.end(&n.Ends[i], i == n.Home))
	}
	w.out.list("ends", "end", ends, true)
}

func (w *writer) end(e *kernel.NetEnd, home bool) string {
	more := []string{"proxy"}
	if home {
		more[0] = "home"
	}
	add := func(is bool, text string) {
		if is {
			more = append(more, text)
		}
	}
	add(e.Gone, "gone")
	add(e.Port != 0, "port "+w.n.port(e.Port))
	add(e.Held, "home keeps a send right for it")
	add(e.Once != 0, fmt.Sprintf("home keeps %d send-once rights for it", e.Once))
	add(e.Minder != 0, w.n.port(e.Minder))
	add(e.Packet != 0, "message on its way")
	return strings.Join(more, ", ")
}

var packetKinds = map[kernel.PacketKind]string{
	kernel.PacketMessage: "message", kernel.PacketDeath: "death", kernel.PacketUnused: "unused",
	kernel.PacketPredicate: "predicate marker", kernel.PacketHalt: "halt marker", kernel.PacketReport: "report of a halt",
	kernel.PacketStop: "halt", kernel.PacketResume: "resume",
}

var packetStates = map[kernel.PacketStatus]string{
	kernel.OnTheWay: "on its way", kernel.NoRoute: "no route", kernel.Refused: "refused, the queue is full",
}

// packets writes the packets on the wires. Packets have no names of their own: those of the same
// kind between the same ends are numbered in the order of their other fields.
func (w *writer) packets() {
	seen := map[string]int{}
	w.inOrder(slices.Collect(w.s.Packets.All), func(id uint32) {
		l := w.packetLabel(w.s.Packets.At(id))
		if !w.n.ports.dry {
			if n := seen[l.path] + 1; n > 1 {
				seen[l.path] = n
				l = label{path: fmt.Sprint(l.path, " #", n), name: fmt.Sprint(l.name, " #", n)}
			} else {
				seen[l.path] = n
			}
		}
		w.packet(kernel.PacketID(id), l)
	})
}

// packetLabel labels a packet with its kind and its destination.
func (w *writer) packetLabel(p *kernel.Packet) label {
	of := unknown
	if n := w.s.NetPortOf(p); n != nil {
		of = w.netName(n).ref()
	}
	name, path := split(fmt.Sprintf("%s %s, %s to %s", packetKinds[p.Kind], of, w.n.host(p.From), w.n.host(p.To)))
	return label{path: path, name: name}
}

func (w *writer) packet(id kernel.PacketID, l label) {
	p := w.s.Packets.At(uint32(id))
	w.out.object(Packet, l)
	w.field("state", packetStates[p.Status])
	w.field("can arrive", yes(w.s.Arrive.Has(uint32(id))))
	w.field("stands with its host", yes(p.Stands))
	w.field("timer", w.timers[kernel.Actor{Packet: id}])
	w.field("by itself", w.messageOf(p.Msg))
	w.detail("has been on the way", yes(p.Sent))
	w.detail("nobody sent it", yes(p.Found))
	w.detail("from", w.n.port(p.Port))
	w.detail("about end", w.packetEnd(p))
	w.marker(p)
}

// packetEnd returns the number of the end that a packet is about, in the order of the ends.
func (w *writer) packetEnd(p *kernel.Packet) string {
	n := w.s.NetPortOf(p)
	if n == nil {
		return ""
	}
	i := slices.IndexFunc(n.Ends, func(e kernel.NetEnd) bool { return e.Serial == p.End })
	return count(i + 1)
}

// wires writes the wires that a program has changed. A missing record and a record of a whole wire
// without delay are the same.
func (w *writer) wires() {
	var labels []label
	wires := map[label]*kernel.WireState{}
	for id := range w.s.Wires.All {
		wire := w.s.Wires.At(id)
		ends := []string{w.n.host(wire.A), w.n.host(wire.B)}
		slices.Sort(ends)
		name := strings.Join(ends, " - ")
		if wire.Cut || wire.Min != 0 || wire.Max != 0 {
			labels = append(labels, label{path: name, name: name})
			wires[label{path: name, name: name}] = wire
		}
	}
	slices.SortFunc(labels, func(a, b label) int { return cmp.Compare(a.name, b.name) })
	for _, l := range labels {
		w.out.object(Wire, l)
		w.flag("cut", wires[l].Cut)
		w.flag("cut by a fault", wires[l].Fault)
		w.field("delay", fmt.Sprintf("%d to %d us", wires[l].Min, wires[l].Max))
	}
}
