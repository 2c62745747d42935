package view

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

// ports writes all ports: the numbered ones in the order of numbering, then the rest.
func (w *writer) ports() {
	p := &w.n.ports
	var rest []uint32
	for _, id := range p.order() {
		if p.number[id] == 1 && (p.family[id].members == 1 || !w.s.IPC.Ports.At(id).Dead) {
			w.port(id)
		} else {
			rest = append(rest, id)
		}
	}
	written := make(map[uint32]bool, len(rest))
	mentioned := func() {
		for len(p.fresh) > 0 {
			id := p.fresh[0]
			p.fresh = p.fresh[1:]
			if !written[id] {
				written[id] = true
				w.port(id)
			}
		}
	}
	mentioned()
	w.inOrder(rest, func(id uint32) {
		if w.n.ports.dry {
			w.port(id)
			return
		}
		if !written[id] {
			p.label(id)
			mentioned()
		}
	})
}

func (w *writer) port(id uint32) {
	p := w.s.IPC.Ports.At(id)
	w.out.object(Port, w.n.ports.label(id))
	w.field("state", w.portState(p))
	w.list("queue", "message", w.queue(p.Queue))
	w.detail("messages", count(p.Count))
	w.list("held back", "message", w.heldBack(ipc.PortID(id)))
	w.list("waiting to send", "thread", w.waiters(p.Senders))
	w.list("waiting to receive", "thread", w.waiters(p.Receivers))
	if p.Set != 0 {
		w.field("in set", w.n.sets.of(uint32(p.Set)).ref())
	}
	w.detail("host", w.portHost(p))
	w.detail("receiver's name", hex(p.RecvName))
	w.detail("queue limit", count(p.QLimit))
	w.detail(nextSequence, count(p.Seqno))
	w.detail("send rights", count(p.SRights))
	w.detail("send-once rights", count(p.SORights))
	w.detail(sendRightsMade, count(p.MSCount))
	w.detail("references", count(p.Refs))
	w.detail("rights of the kernel", naked(p.Naked))
	w.detail("kind", count(p.Kind))
	w.flag("for datagrams", p.Datagram)
	w.detail("known elsewhere", yes(p.Net != 0 && !p.Dead))
	w.requests(p)
}

// heldBack formats the messages to a port that wait for others to arrive before them, as in the
// replayed recording.
func (w *writer) heldBack(p ipc.PortID) []string {
	var all []string
	for _, m := range w.s.IPC.Held {
		if w.s.IPC.Msgs.Has(uint32(m)) && w.s.IPC.Msgs.At(uint32(m)).Dest == p {
			all = append(all, w.message(w.s.IPC.Msgs.At(uint32(m))))
		}
	}
	return all
}

func (w *writer) portState(p *ipc.Port) string {
	switch {
	case p.Dead:
		return "dead"
	case p.Receiver == ipc.KernelSpace:
		return "served by the kernel"
	case p.Receiver != 0:
		return "received by " + w.n.space(p.Receiver)
	case p.Dest != 0:
		return "on its way to the receiver of " + w.n.port(p.Dest)
	}
	return "on its way"
}

func (w *writer) portHost(p *ipc.Port) string {
	if p.Host == 0 {
		return ""
	}
	return w.n.host(kernel.HostID(p.Host))
}

func naked(n ipc.Naked) string {
	if n == (ipc.Naked{}) {
		return ""
	}
	return fmt.Sprintf("%d receive, %d send, %d send-once", n.Receive, n.Send, n.SendOnce)
}

// requests writes the notification requests for a port.
func (w *writer) requests(p *ipc.Port) {
	w.detail("no-senders request to", w.n.port(p.NSRequest))
	w.detail("port-destroyed request to", w.n.port(p.PDRequest))
	var dead []string
	for _, r := range p.Requests {
		if r.Notify == 0 {
			continue
		}
		text := fmt.Sprintf("to %s for name %s of %s", w.n.port(r.Notify), r.Name, w.n.space(r.Space))
		if r.Gone {
			text += ", which is gone"
		}
		dead = append(dead, text)
	}
	if len(dead) > 0 {
		w.out.list("dead-name requests", "request", dead, true)
	}
}

func (w *writer) set(id uint32) {
	s := w.s.IPC.Sets.At(id)
	w.out.object(Set, w.n.sets.of(id))
	w.field("task", w.n.space(s.Space))
	w.detail("name", hex(s.Name))
	w.list("members", "port", text.Each(s.Members, w.n.port))
	w.list("queue", "message", w.queue(s.Queue))
	w.list("waiting to receive", "thread", w.waiters(s.Receivers))
}
