package rows

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// Message is a message that exists.
type Message struct {
	Msg    ipc.MsgID
	Sent   uint64 // number of the event that sent it; 0 if the kernel sent it, or it is not sent yet
	Sender string
	Port   string // where it goes
	Place  string // where it is
	Queued bool   // it is in a queue or on a wire, and so can be dropped
	ID     int32
	Items  []string // for a struct, with its field names
	Said   string   // its content: id and items, or the struct it was made from
	Reply  string   // "" for none
	Bytes  uint32
	Marker bool   // it is a halt marker (kernel.Halt)
	Call   string // between kernels: the requested call, or its answer; else ""
}

// Text describes the message.
func (m *Message) Text() string {
	switch {
	case m.Call != "":
		return m.Call
	case m.Marker:
		return "halt marker, after " + m.Items[0]
	}
	return m.Said
}

// Messages lists all messages, by the events that sent them.
func Messages(st *kernel.State) []Message {
	m := newMail(st)
	var all []Message
	for id := range m.s.IPC.Msgs.All {
		all = append(all, m.message(ipc.MsgID(id)))
	}
	slices.SortStableFunc(all, func(a, b Message) int { return cmp.Compare(a.Sent, b.Sent) })
	return all
}

// MessageOf returns a message that exists.
func MessageOf(st *kernel.State, id ipc.MsgID) Message { return newMail(st).message(id) }

// mail maps messages to their places.
type mail struct {
	s      *kernel.State
	places map[ipc.MsgID]string
	queued map[ipc.MsgID]bool
}

func newMail(s *kernel.State) *mail {
	m := &mail{s, map[ipc.MsgID]string{}, map[ipc.MsgID]bool{}}
	for id := range s.Threads.All {
		m.hand(kernel.ThreadID(id))
	}
	for _, id := range s.IPC.Held {
		m.places[id] = "held, others arrive before it"
	}
	for id := range s.IPC.Ports.All {
		m.queue(s.IPC.Ports.At(id).Queue, "queued")
	}
	for id := range s.IPC.Sets.All {
		m.queue(s.IPC.Sets.At(id).Queue, "queued in set "+s.SetName(ipc.SetID(id)))
	}
	for id := range s.Packets.All {
		m.packet(s.Packets.At(id))
	}
	return m
}

// hand records the message that a thread is about to send, or has been handed.
func (m *mail) hand(id kernel.ThreadID) {
	t := m.s.Threads.At(uint32(id))
	for _, msg := range []ipc.MsgID{t.Call.Msg, t.Msg} {
		if msg == 0 || !m.s.IPC.Msgs.Has(uint32(msg)) || t.Status == kernel.Ended {
			continue
		}
		text := "handed to "
		if rec := m.s.IPC.Msgs.At(uint32(msg)); rec.Draft || kernel.ThreadID(rec.Sender) == id {
			text = "to be sent by "
		}
		m.places[msg] = text + m.s.ThreadName(id)
	}
}

func (m *mail) queue(q ipc.Queue, where string) {
	n := 1
	for id := q.Head; id != 0; id = m.s.IPC.Msgs.At(uint32(id)).Next {
		m.places[id], m.queued[id] = fmt.Sprintf("%s, number %d", where, n), true
		n++
	}
}

// packet records that the message of a packet is on the wire.
func (m *mail) packet(p *kernel.Packet) {
	if p.Kind != kernel.PacketMessage || !m.s.IPC.Ports.Has(uint32(p.Port)) {
		return
	}
	if id := m.s.Carried(p); id != 0 {
		m.queued[id] = true
		m.places[id] = fmt.Sprintf("on the wire from %s to %s", m.s.HostName(p.From), m.s.HostName(p.To))
	}
}

func (m *mail) message(id ipc.MsgID) Message {
	rec := m.s.IPC.Msgs.At(uint32(id))
	out := Message{Msg: id, Sent: rec.Sent, ID: rec.ID, Bytes: rec.Size, Marker: kernel.IsMarker(rec),
		Place: m.places[id], Queued: m.queued[id], Sender: "kernel"}
	switch {
	case rec.Sender != 0:
		out.Sender = m.s.ThreadName(kernel.ThreadID(rec.Sender))
	case rec.Sent != 0:
		out.Sender = trace.Debugger
	}
	port := func(n uint64) string { return m.s.PortName(ipc.PortID(n)) }
	if rec.Draft {
		m.draft(id, &out)
		port = func(n uint64) string { return "name " + ipc.Name(n).String() }
	} else {
		out.Port = m.s.PortName(rec.Dest)
	}
	switch c := rec.Call.(type) {
	case *kernel.Request:
		out.Call = "request for " + c.String()
	case *kernel.Answer:
		out.Call = "answer, " + c.String()
	}
	if rec.Reply != 0 {
		out.Reply = m.s.PortName(rec.Reply)
	}
	if out.Marker {
		out.Sender, out.Items = trace.Debugger, []string{rec.Items[0].Str}
		return out
	}
	one := func(it *ipc.Item) string { return item(it, port) }
	out.Said = kernel.MessageText(out.ID, rec.Items, 0, one)
	if rec.Of != 0 {
		out.Said = trace.Noticed(out.ID, m.s.PortName(rec.Of))
	}
	out.Items = items(rec.Items, one)
	return out
}

// items formats the items of a message; those of a struct with the names of its fields.
func items(all []ipc.Item, one func(*ipc.Item) string) (out []string) {
	var fields []string
	if s, ok := kernel.ShapeOf(all); ok {
		fields = s.Fields(all)
	}
	for i := range all {
		switch {
		case fields == nil:
			out = append(out, one(&all[i]))
		case fields[i] != "":
			out = append(out, fields[i]+": "+one(&all[i]))
		}
	}
	return out
}

// draft fills in the data of an unsent message that only its sender has.
func (m *mail) draft(id ipc.MsgID, out *Message) {
	rec := m.s.IPC.Msgs.At(uint32(id))
	out.Sent, out.ID, out.Bytes = 0, rec.Header.ID, rec.Header.Size
	for thread := range m.s.Threads.All {
		t := m.s.Threads.At(thread)
		if t.Call.Msg != id && t.Msg != id {
			continue
		}
		out.Sender = m.s.ThreadName(kernel.ThreadID(thread))
		if e := m.s.IPC.Lookup(t.Space, rec.Header.Remote); e != nil && e.Type&(ipc.TypeSendReceive|ipc.TypeSendOnce) != 0 {
			out.Port = m.s.PortName(ipc.PortID(e.Object))
		}
	}
}

// rights gives the words for the right with which a message carries a port.
var rights = map[ipc.Disposition]string{
	ipc.MoveReceive: "receive right ", ipc.MoveSendOnce: "send-once right ", ipc.MakeSendOnce: "send-once right ",
}

func item(it *ipc.Item, port func(uint64) string) string {
	if it.Kind != ipc.KindPort {
		return it.String()
	}
	if word := rights[it.Disp]; word != "" {
		return word + port(it.Num)
	}
	return "port " + port(it.Num)
}
