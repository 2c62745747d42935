package callrpc

import (
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// Packets of a client begin with a header, those of a server with a Mark. In one that carries a request or a reply the
// program's struct is one more field, Body, and the packet has its name and its id: so traces show
//
//	add{Mark:{...} Server:7 Oldest:1 Key:"" Body:{N:1}}
type (
	header struct {
		Mark   kernel.Mark
		Server uint32 // the number of the server's port for which the call is meant
		Oldest uint32 // the caller's calls below this number have ended
		Key    string
	}
	probe      header
	terminator header

	working struct{ Mark kernel.Mark }
	reply   struct{ Mark kernel.Mark }
	refusal struct {
		Mark kernel.Mark
		Why  uint8 // an Outcome
	}

	// bind comes by kernel.RPC, and is the only message with a right. If it gets lost, the client is told.
	bind struct {
		Caller uint32
		Port   kernel.Name // where the client receives packets
	}
	bound struct{ Server uint32 } // the number of the server's port
)

// bodyField is how a shape goes on at the program's struct.
const bodyField = ", Body "

// wrap makes the packet that carries body behind a head.
func wrap[T any](th *kernel.Thread, head T, body *ipc.Message) *ipc.Message {
	m := kernel.Pack(th, head)
	n, k := len(m.Items)-1, len(body.Items)-1
	_, fields, _ := strings.Cut(m.Items[n].Str, "{")
	name, inner, _ := strings.Cut(body.Items[k].Str, "{")
	m.ID = body.ID
	m.Items = append(m.Items[:n:n], body.Items...)
	m.Items[n+k].Str = name + "{" + strings.TrimSuffix(fields, "}") + bodyField + "{" + inner + "}"
	return m
}

// unwrap takes a packet that carries a struct apart; false if it is none.
func unwrap[T any](th *kernel.Thread, m *ipc.Message) (head T, body *ipc.Message, ok bool) {
	k := len(m.Items) - 1
	if k < 0 || m.Items[k].Kind != ipc.KindShape {
		return head, nil, false
	}
	empty := kernel.Pack(th, head)
	n := len(empty.Items) - 1
	name, _, _ := strings.Cut(m.Items[k].Str, "{")
	_, fields, _ := strings.Cut(empty.Items[n].Str, "{")
	before := name + "{" + strings.TrimSuffix(fields, "}") + bodyField
	inner, ok := strings.CutPrefix(m.Items[k].Str, before)
	if !ok || k < n || !strings.HasSuffix(inner, "}") {
		return head, nil, false
	}
	empty.Items = append(m.Items[:n:n], empty.Items[n])
	if head, err := kernel.Unpack[T](th, empty); err == nil {
		body = &ipc.Message{Items: append(m.Items[n:k:k], m.Items[k])}
		body.ID, body.Items[k-n].Str = m.ID, name+strings.TrimSuffix(inner, "}")
		return head, body, true
	}
	return head, nil, false
}

// nameOf is the name of the type that a message was made from.
func nameOf(m *ipc.Message) string {
	s, _ := kernel.ShapeOf(m.Items)
	return s.Name
}

// plain fails the run if a message is none that a packet may carry.
func plain(th *kernel.Thread, m *ipc.Message) {
	th.Check(nameOf(m) != "", "callrpc: a message of the kernel's own was to be sent; declare a struct")
	for i := range m.Items {
		th.Check(m.Items[i].Kind != ipc.KindPort, "callrpc: a %s carries a right; a packet can get lost or doubled, and a "+
			"right must not: send it by kernel.RPC", nameOf(m))
	}
}

// drop sends a packet that may get lost: also when there is no room for it. It says whether the port lives.
func drop(th *kernel.Thread, to kernel.Name, m *ipc.Message) bool {
	return th.SendTimeout(to, m, 0) != kernel.MACH_SEND_INVALID_DEST
}

// release gives up a right to send.
func release(th *kernel.Thread, n kernel.Name) { _ = th.Mach().PortDeallocate(th.Mach().Self(), n) }
