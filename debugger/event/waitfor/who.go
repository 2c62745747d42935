package waitfor

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// maxHops limits how far takers follows a receive right that travels in a message to a port
// whose own receive right travels, and so on.
const maxHops = 16

func (r *Row) addTask(t kernel.TaskID) {
	if !slices.Contains(r.Tasks, t) {
		r.Tasks = append(r.Tasks, t)
	}
}

func (r *Row) addPossible(t kernel.TaskID) {
	if !slices.Contains(r.Possible, t) {
		r.Possible = append(r.Possible, t)
	}
}

func (r *Row) addThread(t kernel.ThreadID) {
	if !slices.Contains(r.Threads, t) {
		r.Threads = append(r.Threads, t)
	}
}

// senders adds those who can send to a port, through any of its ends.
func (g *reader) senders(r *Row, p ipc.PortID) {
	if !g.s.IPC.Ports.Has(uint32(p)) {
		return
	}
	port := g.s.IPC.Ports.At(uint32(p))
	if port.Net == 0 {
		g.sendersHere(r, p)
		return
	}
	for _, e := range g.s.NetPorts.At(port.Net).Ends {
		g.sendersHere(r, e.Port)
		if e.Packet != 0 || e.Port != p && g.s.IPC.First(e.Port, 0) != 0 {
			g.onWire(r, e)
		}
	}
}

// onWire records that a message is on the wire to the port, unless it was refused.
func (g *reader) onWire(r *Row, e kernel.NetEnd) {
	if e.Packet != 0 && g.s.Packets.At(uint32(e.Packet)).Status == kernel.Refused {
		return
	}
	r.Arrives = true
}

// sendersHere adds those who can send to one end of a port: the holders of rights, and those
// who will get one in a message.
func (g *reader) sendersHere(r *Row, p ipc.PortID) {
	if !g.s.IPC.Ports.Has(uint32(p)) {
		return
	}
	for _, h := range g.s.IPC.Ports.At(uint32(p)).Holders {
		r.addTask(g.taskOf(h.Space))
	}
	g.index()
	for _, m := range g.carried[p] {
		g.bearers(r, m)
	}
	for _, t := range g.kept[p] {
		r.addPossible(t)
	}
}

// bearers adds those who will send, or receive, a message.
func (g *reader) bearers(r *Row, m ipc.MsgID) {
	msg := g.s.IPC.Msgs.At(uint32(m))
	if msg.Sender != 0 && g.s.Threads.Has(msg.Sender) && g.s.Threads.At(msg.Sender).Msg == m {
		r.addThread(kernel.ThreadID(msg.Sender))
	}
	g.takers(r, msg.Dest, maxHops)
}

// takers adds those who can receive from a port, or will be able to.
func (g *reader) takers(r *Row, p ipc.PortID, hops int) {
	if !g.s.IPC.Ports.Has(uint32(p)) || hops == 0 {
		return
	}
	port := g.s.IPC.Ports.At(uint32(p))
	switch {
	case port.Dead:
	case port.Kind == kernel.KindProxy:
		if n := g.s.NetPorts.At(port.Net); n.Home >= 0 {
			g.onWire(r, n.Ends[n.Home])
			g.takers(r, n.Ends[n.Home].Port, hops-1)
		}
	case port.Receiver == ipc.KernelSpace:
	case port.Receiver != 0:
		r.addTask(g.taskOf(port.Receiver))
	default:
		g.takers(r, port.Dest, hops-1)
	}
}

func (g *reader) taskOf(sp ipc.SpaceID) kernel.TaskID {
	return kernel.TaskID(g.s.IPC.Spaces.At(uint32(sp)).Task)
}

// announced says whether the kernel was asked to send a notification to a port.
func (g *reader) announced(p ipc.PortID) bool {
	g.index()
	return g.asked[p]
}

// index fills the maps of the reader from all messages, tasks and ports, once.
func (g *reader) index() {
	if g.carried != nil {
		return
	}
	g.carried = map[ipc.PortID][]ipc.MsgID{}
	g.kept = map[ipc.PortID][]kernel.TaskID{}
	g.asked = map[ipc.PortID]bool{}
	for id := range g.s.IPC.Msgs.All {
		g.indexMessage(ipc.MsgID(id))
	}
	for id := range g.s.Tasks.All {
		g.indexTask(kernel.TaskID(id))
	}
	for id := range g.s.IPC.Ports.All {
		g.indexPort(g.s.IPC.Ports.At(id))
	}
}

func (g *reader) indexMessage(id ipc.MsgID) {
	m := g.s.IPC.Msgs.At(uint32(id))
	if m.Draft {
		return
	}
	if m.Reply != 0 && m.Reply != ipc.DeadPort {
		g.carried[m.Reply] = append(g.carried[m.Reply], id)
	}
	if m.Accept.Notify != 0 {
		g.asked[m.Accept.Notify] = true
	}
	for i := range m.Items {
		if it := &m.Items[i]; it.Kind == ipc.KindPort && it.Disp != ipc.PortReceive {
			p := ipc.PortID(it.Num)
			g.carried[p] = append(g.carried[p], id)
		}
	}
}

func (g *reader) indexTask(id kernel.TaskID) {
	t := g.s.Tasks.At(uint32(id))
	if t.Ended {
		return
	}
	keep := func(p ipc.PortID) {
		if p != 0 {
			g.kept[p] = append(g.kept[p], id)
		}
	}
	for _, p := range t.Specials {
		keep(p)
	}
	for _, p := range t.Slots {
		keep(p)
	}
	for _, th := range t.Threads {
		for _, p := range g.s.Threads.At(uint32(th)).Specials {
			keep(p)
		}
	}
}

func (g *reader) indexPort(p *ipc.Port) {
	for _, to := range []ipc.PortID{p.NSRequest, p.PDRequest} {
		if to != 0 {
			g.asked[to] = true
		}
	}
	for _, q := range p.Requests {
		if q.Notify != 0 {
			g.asked[q.Notify] = true
		}
	}
}
