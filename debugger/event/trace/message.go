package trace

import (
	"cmp"
	"fmt"
	"strings"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Brief is the call of a step and its answer in few words, without the name of the call: where
// answers go, and where a message comes from, goes without saying. The answer is that of a refused
// call too, and of the step with which a call began only: what it goes on to is no news.
func Brief(e *event.Event) (said, answer string) {
	if e.Done && (e.Phase == 0 || e.Code != 0 || e.Op.Class() == kernel.ClassMessage) {
		answer = result(e)
	}
	if e.Op.Class() != kernel.ClassMessage {
		return asked(e), answer
	}
	if e.Code == 0 && e.Got != nil {
		answer = content(e.Got)
	}
	if !e.Sends() || e.Phase > event.PhaseQueue {
		return message(e), answer
	}
	if e.Code == 0 {
		answer = ""
	}
	if e.Message == nil {
		return "send", answer
	}
	return "send " + Message(e.Message) + " to " + name(&e.Message.To), answer
}

// message is what a step of a message call sends, and where it receives.
func message(e *event.Event) string {
	var parts []string
	if e.Sends() && e.Phase <= event.PhaseQueue {
		parts = append(parts, send(e))
	}
	if e.Receives() && reachedReceive(e) && !e.Wait.Reply {
		parts = append(parts, receive(e))
	}
	return strings.Join(parts, ", ")
}

// receive is the receive half; where it receives is left out when the message that
// came says so.
func receive(e *event.Event) string {
	text := "receive"
	if !e.Done || e.Code != 0 {
		text += " at " + source(e)
	}
	if e.Opt&ipc.MACH_RCV_TIMEOUT != 0 {
		text += fmt.Sprintf(" for %d ms", e.Operand(kernel.FieldN).N)
	}
	return text
}

// source is where the call receives.
func source(e *event.Event) string {
	from := e.Operand(kernel.FieldName)
	if from.Raw == kernel.PORT_DEFAULT && e.Op == kernel.OpMsgReceive {
		return "the default set"
	}
	return name(&from)
}

// reachedReceive says whether the step got as far as the call's receive half.
func reachedReceive(e *event.Event) bool {
	if e.Done {
		return !event.IsSendCode(e.Code)
	}
	return e.Wait.Kind != kernel.WaitSend
}

// send is the message that is sent.
func send(e *event.Event) string {
	text := "send"
	if e.Phase == event.PhaseQueue {
		text = "send (goes on)"
	}
	m := e.Message
	if m == nil {
		return text
	}
	text += " " + Message(m) + " to " + name(&m.To)
	if m.Reply.Text != "" || m.Reply.Raw != ipc.Null {
		text += ", reply to " + name(&m.Reply)
	}
	return text
}

// received is a message that has arrived: what, from whom, and where.
func received(e *event.Event) string {
	m := e.Got
	if m == nil {
		return ""
	}
	text := content(m) + from(m)
	if m.To.Raw != ipc.Null {
		text += " at " + name(&m.To)
	}
	if e.Set.Text != "" {
		text += " of set " + e.Set.Text
	}
	if m.Reply.Raw != ipc.Null && m.ID >= 0 {
		text += ", reply to " + name(&m.Reply)
	}
	return text
}

// content is what a message that was received says; of a notification, which it is and of what.
func content(m *event.Message) string {
	if text := Noticed(m.ID, m.About.Text); text != "" {
		return text
	}
	if what := Notice(m.ID); what != "" {
		return what + " " + Message(m)
	}
	return Message(m)
}

// Noticed is a notification about the name of a port: the name says nothing to people, and may be another's by now. ""
// for any other message.
func Noticed(id int32, about string) string {
	if what := Notice(id); what != "" && about != "" {
		return what + " " + about
	}
	return ""
}

// from is the event of the send, for a message of the kernel's own that it is.
func from(m *event.Message) string {
	if m.Sent == 0 {
		return " of the kernel"
	}
	return fmt.Sprintf(" of #%d", m.Sent)
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

// Message is what a message says.
func Message(m *event.Message) string {
	return Body(m.ID, m.Items, func(it *ipc.Item) string {
		return Item(it, func(uint64) string {
			port := m.Port(it)
			return name(&port)
		})
	})
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
func packet(e *event.Event) string {
	p := e.Packet
	switch {
	case p == nil:
		return "arrives"
	case p.Marker && e.Halts:
		return Marker(p) + ", which halts"
	case p.Marker:
		return Marker(p)
	}
	route, port := p.From.Text+" to "+p.To.Text+": ", cmp.Or(p.Port.Text, "a port")
	switch {
	case e.Fault != nil:
		return route + befallen(e) + " " + e.Fault.Kind.Says("", "", e.Fault.Amount) + " (fault)"
	case p.Kind == kernel.PacketDeath:
		return route + port + " has died"
	case p.Kind == kernel.PacketUnused:
		return route + "nobody there can send to " + port + " any more"
	case p.Request != nil:
		return route + request(e)
	case p.Answer != nil:
		return route + fmt.Sprintf("answer to %s, %s", p.Target.Text, p.Answer)
	}
	return route + letter(e) + fate(p)
}

// Befallen says in few words what befell a packet, which comes first: there may be no room for more.
func Befallen(e *event.Event) string {
	return quote.Line(strings.TrimPrefix(e.Fault.Kind.Says("", "", e.Fault.Amount), "is ") + ": " + befallen(e))
}

// befallen is what was in a packet that something befell.
func befallen(e *event.Event) string {
	if e.Packet.Kind != kernel.PacketMessage {
		return "news"
	}
	return letter(e)
}

// letter is the message in a packet.
func letter(e *event.Event) string {
	if m := e.Message; m != nil {
		return fmt.Sprintf("%s of #%d", Message(m), m.Sent)
	}
	return "message"
}

// target is the task or thread that a call is made on.
func target(v *event.Value) string {
	switch v.Kind {
	case kernel.TaskObject:
		return "task " + v.Text
	case kernel.ThreadObject:
		return "thread " + v.Text
	}
	return "a port that is no task or thread"
}

// request is what a request for a call says, and what came of it.
func request(e *event.Event) string {
	text := fmt.Sprintf("%s of #%d, on %s", e.Packet.Request.Call.Op, e.Message.Sent, target(&e.Packet.Target))
	switch {
	case e.Code != 0:
		return text + ": " + e.Code.Error()
	case e.Packet.Fate == event.Lost:
		return text + ", which is dead"
	}
	return text
}

// fate is what became of a message that arrived on a wire.
func fate(p *event.Packet) string {
	switch p.Fate {
	case event.Arrives:
		return " arrives at " + p.Port.Text
	case event.Waits:
		return "  ... waits, the queue is full"
	}
	return " goes on to another host"
}
