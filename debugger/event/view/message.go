package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// queue formats the messages of a queue, in order.
func (w *writer) queue(q ipc.Queue) []string {
	var all []string
	for id := q.Head; id != 0 && w.s.IPC.Msgs.Has(uint32(id)) && len(all) < w.s.IPC.Msgs.Len(); {
		m := w.s.IPC.Msgs.At(uint32(id))
		all = append(all, w.message(m))
		id = m.Next
	}
	return all
}

// message formats a message in transit: its id and items, its destination, its sender, and the
// ports that get a reply or notification.
func (w *writer) message(m *ipc.Msg) string {
	if m.Draft {
		return "draft " + w.draft(nil, m)
	}
	var b strings.Builder
	b.WriteString(body(m.ID, m.Items, func(n uint64) string { return w.n.port(ipc.PortID(n)) }))
	b.WriteString(w.callText(m.Call))
	if m.Sender != 0 {
		b.WriteString(" from " + w.n.thread(kernel.ThreadID(m.Sender)))
	}
	if m.Dest != 0 {
		b.WriteString(" to " + w.n.port(m.Dest) + once(m.DestType))
	}
	if m.Reply != 0 {
		b.WriteString(", reply to " + w.n.port(m.Reply) + once(m.ReplyType))
	}
	if m.Seqno != 0 && !w.recurs {
		fmt.Fprintf(&b, ", number %d", m.Seqno)
	}
	if m.Size != 0 {
		fmt.Fprintf(&b, ", %d bytes", m.Size)
	}
	if m.Of != 0 {
		b.WriteString(", about " + w.n.port(m.Of))
	}
	if m.Circular {
		b.WriteString(", circular")
	}
	if a := m.Accept; a != (ipc.Acceptance{}) {
		fmt.Fprintf(&b, ", acceptance to be told at %s for name %s of %s", w.n.port(a.Notify), a.Name, w.n.space(a.Space))
	}
	return b.String()
}

// callText formats a call or answer between kernels, in full.
func (w *writer) callText(call any) string {
	switch c := call.(type) {
	case *kernel.Request:
		text := " asks for " + c.String()
		if c.Serial != 0 {
			text += fmt.Sprintf(", number %d", c.Serial)
		}
		if c.Call.More != nil {
			text += fmt.Sprint(" ", c.Call.More.Names)
		}
		return plain(text)
	case *kernel.Answer:
		r := &c.Result
		text := fmt.Sprintf(" answers %s, %s %d %s %s", c, r.Name, r.N, inQuotes(r.Text), r.Disp)
		text += fmt.Sprintf(" %v %v %v", r.Names, r.Types, r.Info)
		if c.Back != nil {
			text += ", with what came"
		}
		if c.Made {
			text += ", with something made"
		}
		return plain(text) + about(w.n.of(c.About))
	}
	return ""
}

// about formats the object of an answer, if there is one.
func about(name string) string {
	if name == "" {
		return ""
	}
	return " about " + name
}

// once marks a message that travels by a send-once right; a send right is the usual case.
func once(d ipc.Disposition) string {
	switch d {
	case ipc.PortSend, 0:
		return ""
	case ipc.PortSendOnce:
		return " (once)"
	}
	return " (" + d.String() + ")"
}

// draft formats a message as its sender wrote it; t is the sender, nil if unknown.
func (w *writer) draft(t *kernel.ThreadState, m *ipc.Msg) string {
	name := func(n uint64) string {
		if t == nil {
			return ipc.Name(n).String()
		}
		return w.right(t, ipc.Name(n))
	}
	h := &m.Header
	text := body(h.ID, m.Items, name) + " to " + name(uint64(h.Remote)) + way(h.RemoteType, ipc.CopySend)
	if h.Local != ipc.Null || h.LocalType != 0 {
		text += ", reply to " + name(uint64(h.Local)) + way(h.LocalType, ipc.MakeSendOnce)
	}
	if (h.Size != 0 || h.Seqno != 0) && !w.recurs {
		text += fmt.Sprintf(", size %d, number %d", h.Size, h.Seqno)
	}
	return text
}

// way formats how a right is carried; "" for the usual way.
func way(d, usual ipc.Disposition) string {
	if d == usual {
		return ""
	}
	return " (" + d.String() + ")"
}

// body formats the content of a message; name names the ports.
func body(id int32, items []ipc.Item, name func(uint64) string) string {
	return kernel.MessageText(id, items, 0, func(it *ipc.Item) string { return item(it, name) })
}

func item(it *ipc.Item, name func(uint64) string) string {
	switch it.Kind {
	case ipc.KindInt:
		return strconv.FormatInt(int64(it.Num), 10)
	case ipc.KindFloat:
		return strconv.FormatFloat(math.Float64frombits(it.Num), 'g', -1, 64)
	case ipc.KindBool:
		return strconv.FormatBool(it.Num != 0)
	case ipc.KindString, ipc.KindShape:
		return inQuotes(it.Str)
	case ipc.KindBytes:
		return "bytes " + inQuotes(it.Str)
	case ipc.KindPort:
		if it.Num == 0 {
			return rightWord(it.Disp) + "null"
		}
		return rightWord(it.Disp) + name(it.Num)
	case ipc.KindMemory:
		return memoryItem(it)
	case ipc.KindName:
		return "name " + ipc.Name(it.Num).String()
	}
	return it.Kind.String()
}

// rightWord formats how an item carries a right; a copied send right needs no word.
func rightWord(d ipc.Disposition) string {
	switch d {
	case ipc.MoveReceive:
		return "receive right "
	case ipc.MoveSendOnce:
		return "send-once right "
	case ipc.CopySend:
		return "port "
	case ipc.MoveSend:
		return "send right "
	}
	return d.String() + " "
}

func memoryItem(it *ipc.Item) string {
	text := fmt.Sprintf("memory %#x+%d %s", it.Num, it.Size, inQuotes(it.Str))
	if it.Dealloc {
		text += " given away"
	}
	if it.Bad {
		text += " unreadable"
	}
	return text
}

// maxQuoted is the number of bytes of a text that are shown; a sum replaces the rest.
const maxQuoted = 64

// inQuotes quotes a text. Different texts stay different.
func inQuotes(s string) string {
	if len(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%q... %d bytes, sum %s", s[:maxQuoted], len(s), sum(s))
}
