package trace

import (
	"fmt"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// Phases of a message call, as far as a trace tells them apart.
const (
	phaseStart = iota
	phaseQueue // waiting for room
	phaseReceive
)

func (l *line) isMessage() bool {
	return l.e.Call.Op.Class() == kernel.ClassMessage
}

// message is what a step of a message call sends, and where it receives.
func (l *line) message() string {
	c := l.e.Call
	var parts []string
	if c.Opt&ipc.MACH_SEND_MSG != 0 && l.e.Phase <= phaseQueue {
		parts = append(parts, l.send())
	}
	if c.Opt&ipc.MACH_RCV_MSG != 0 && l.reachedReceive() && !l.awaitsReply() {
		parts = append(parts, l.receive())
	}
	return strings.Join(parts, ", ")
}

// receive is the receive half; where it receives is left out when the message that
// came says so.
func (l *line) receive() string {
	text := "receive"
	if !l.e.Done || l.e.Result.Code != 0 {
		text += " at " + l.source()
	}
	if l.e.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 {
		text += fmt.Sprintf(" for %d ms", l.e.Call.N)
	}
	return text
}

// source is where the call receives.
func (l *line) source() string {
	if l.e.Call.Name == kernel.PORT_DEFAULT && l.e.Call.Op == kernel.OpMsgReceive {
		return "the default set"
	}
	return l.name(l.e.Call.Name)
}

// awaitsReply says that the step sent a request, and waits at the reply port that
// the request names.
func (l *line) awaitsReply() bool {
	if l.e.Done || l.e.Phase > phaseQueue || l.e.Call.Opt&ipc.MACH_SEND_MSG == 0 || l.e.Wait.Kind != kernel.WaitReceive {
		return false
	}
	if m := l.inTransit(); m != nil {
		return m.Reply != 0 && m.Reply == l.e.Wait.Port
	}
	return l.e.Msg != nil && l.e.Msg.Draft && l.e.Msg.Header.Local != ipc.Null && l.e.Msg.Header.Local == l.e.Call.Name
}

// reachedReceive says whether the step got as far as the call's receive half.
func (l *line) reachedReceive() bool {
	if l.e.Done {
		return !isSendCode(l.e.Result.Code)
	}
	return l.e.Wait.Kind != kernel.WaitSend
}

// isSendCode tells the codes of the send half.
func isSendCode(c ipc.Code) bool { return c >= 0x10000000 && c < 0x10004000 }

// send is the message that is sent: as it is in transit or, when it did not get
// there, as the sender wrote it.
func (l *line) send() string {
	text := "send"
	if l.e.Phase == phaseQueue {
		text = "send (goes on)"
	}
	if m := l.inTransit(); m != nil {
		return text + " " + l.transit(m)
	}
	if m := l.e.Msg; m != nil {
		if m.Draft {
			return text + " " + l.draft(m)
		}
		return text + " " + l.transit(m)
	}
	return text
}

// inTransit is the message that this step turned from a draft into one in transit,
// nil when it is gone again.
func (l *line) inTransit() *ipc.Msg {
	id := l.e.Call.Msg
	if id == 0 || !l.s.IPC.Msgs.Has(uint32(id)) {
		return nil
	}
	m := l.s.IPC.Msgs.At(uint32(id))
	if m.Draft || m.Sent != l.e.Step || m.Sender != uint32(l.e.Actor.Thread) {
		return nil
	}
	return m
}

func (l *line) transit(m *ipc.Msg) string {
	text := body(m.ID, m.Items, l.port) + " to " + l.port(uint64(m.Dest))
	if m.Reply != 0 {
		text += ", reply to " + l.port(uint64(m.Reply))
	}
	return text
}

func (l *line) draft(m *ipc.Msg) string {
	text := body(m.Header.ID, m.Items, l.right) + " to " + l.name(m.Header.Remote)
	if m.Header.Local != ipc.Null {
		text += ", reply to " + l.name(m.Header.Local)
	}
	return text
}

// port is the name of a port, given as an item of a message in transit has it.
func (l *line) port(n uint64) string {
	if m, ok := l.e.PortBefore(ipc.PortID(n)); ok {
		return l.s.MeaningName(m)
	}
	return l.s.PortName(ipc.PortID(n))
}

// right is the name of a port, given as an item in a program's memory has it.
func (l *line) right(n uint64) string { return l.name(ipc.Name(n)) }

// received is a message that has arrived: what, from whom, and where.
func (l *line) received(m *ipc.Message) string {
	text := body(m.ID, m.Items, l.right)
	if of := l.s.MeaningName(l.e.Subject); of != "" {
		text = "of " + of + " " + text
	}
	if what := Notice(m.ID); what != "" {
		text = what + " " + text
	}
	text += l.from()
	if m.Local != ipc.Null {
		text += " at " + l.name(m.Local)
	}
	if set := l.meaning(l.space, l.e.Call.Name); set.Type&ipc.TypePortSet != 0 {
		text += " of set " + l.s.MeaningName(set)
	}
	if m.Remote != ipc.Null && m.ID >= 0 {
		text += ", reply to " + l.name(m.Remote)
	}
	return text
}

// from is the event of the send, "" for a message of the kernel's own.
func (l *line) from() string {
	if l.e.Result.N == 0 {
		return " of the kernel"
	}
	return fmt.Sprintf(" of #%d", l.e.Result.N)
}

// Notice is the name of a notification of the kernel's, given by the id of the message; ""
// for another message.
func Notice(id int32) string { return notices[id] }

var notices = map[int32]string{
	ipc.MACH_NOTIFY_PORT_DELETED:   "port-deleted",
	ipc.MACH_NOTIFY_MSG_ACCEPTED:   "msg-accepted",
	ipc.MACH_NOTIFY_PORT_DESTROYED: "port-destroyed",
	ipc.MACH_NOTIFY_NO_SENDERS:     "no-senders",
	ipc.MACH_NOTIFY_SEND_ONCE:      "send-once",
	ipc.MACH_NOTIFY_DEAD_NAME:      "dead-name",
}

// maxItems is how many items of a message are shown.
const maxItems = 6

// body is Body with items in the words of Item.
func body(id int32, items []ipc.Item, name func(uint64) string) string {
	return Body(id, items, func(it *ipc.Item) string { return Item(it, name) })
}

// Body is what a message says, each item in the words that item has for it.
func Body(id int32, items []ipc.Item, item func(*ipc.Item) string) string {
	return kernel.MessageText(id, items, maxItems, item)
}

// Item is an item in words, a port by what name gives for it.
func Item(it *ipc.Item, name func(uint64) string) string {
	switch {
	case it.Kind == ipc.KindName:
		return ipc.Name(it.Num).String()
	case it.Kind != ipc.KindPort:
		return it.String()
	}
	switch it.Disp {
	case ipc.MoveReceive:
		return "receive right " + name(it.Num)
	case ipc.MoveSendOnce, ipc.MakeSendOnce:
		return "send-once right " + name(it.Num)
	}
	return "port " + name(it.Num)
}

// packet is what arrived on a wire.
func packet(e *kernel.Event) string {
	p := e.Packet
	if p == nil {
		return "arrives"
	}
	s := e.State
	if p.Task != 0 {
		return Marker(s, p) + arrival(e)
	}
	route := s.HostName(p.From) + " to " + s.HostName(p.To) + ": "
	switch p.Kind {
	case kernel.PacketDeath:
		return route + subject(e) + " has died"
	case kernel.PacketUnused:
		return route + "nobody there can send to " + subject(e) + " any more"
	}
	if text := across(e); text != "" {
		return route + text
	}
	text := route + "message"
	if m := e.Msg; m != nil {
		l := line{e: e, s: s}
		text = route + fmt.Sprintf("%s of #%d", body(m.ID, m.Items, l.port), m.Sent)
	}
	switch {
	case e.About.Kind == kernel.PortObject:
		text += " arrives at " + s.PortName(ipc.PortID(e.About.ID))
	case s.Packets.Has(uint32(e.Actor.Packet)) && s.Packets.At(uint32(e.Actor.Packet)).Status == kernel.Refused:
		text += "  ... waits, the queue is full"
	default:
		text += " goes on to another host"
	}
	return text
}

// known is the name of a port that may be gone by now.
func known(s *kernel.State, p ipc.PortID) string {
	if !s.IPC.Ports.Has(uint32(p)) {
		return "a port"
	}
	return s.PortName(p)
}

// subject is the port that a packet is about.
func subject(e *kernel.Event) string {
	if name := e.State.MeaningName(e.Subject); name != "" {
		return name
	}
	return "a port"
}
