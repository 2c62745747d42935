package rows

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Port is a port.
type Port struct {
	Named
	Kernel    bool // one of the kernel's own, or the local end of a port on another host
	Datagram  bool // messages to it from other hosts may get lost
	State     string
	Host      string
	Set       string // "" for none
	Queued    int
	Limit     int
	Senders   []string // threads that wait for room, in the order of the queue
	Receivers []string // threads that wait for a message
	Rights    []Right
	Messages  []Message // queued messages in order, also those in the queue of a set
}

// Right is a right of a task to a port.
type Right struct {
	Task string
	Name ipc.Name // in the task
	Kind string
	Refs int
}

// Ports lists all ports, the programs' own first.
func Ports(st *kernel.State) []Port {
	var all, kernels []Port
	for _, n := range All(st, kernel.PortObject) {
		if p := port(st, n); p.Kernel {
			kernels = append(kernels, p)
		} else {
			all = append(all, p)
		}
	}
	return append(all, kernels...)
}

// FindPort returns the port with a typed name, with its messages.
func FindPort(st *kernel.State, typed string) (Port, error) {
	n, err := Find(st, kernel.PortObject, typed)
	if err != nil {
		return Port{}, err
	}
	p := port(st, n)
	p.Messages = queued(st, ipc.PortID(n.ID))
	return p, nil
}

func port(st *kernel.State, n Named) Port {
	p := st.IPC.Ports.At(n.ID)
	row := Port{Named: n, Kernel: p.Kind != kernel.KindPlain, Datagram: p.Datagram,
		Queued: int(p.Count), Limit: int(p.QLimit), State: portState(st, p)}
	if p.Host != 0 {
		row.Host = st.HostName(kernel.HostID(p.Host))
	}
	if p.Set != 0 {
		row.Set = st.SetName(p.Set)
	}
	row.Senders, row.Receivers = waiters(st, p.Senders), waiters(st, p.Receivers)
	row.Rights = rightsTo(st, p)
	return row
}

func portState(st *kernel.State, p *ipc.Port) string {
	switch {
	case p.Dead:
		return "dead"
	case p.Receiver == ipc.KernelSpace && p.Kind == kernel.KindProxy:
		return "sent on to another host"
	case p.Receiver == ipc.KernelSpace:
		return "received by the kernel"
	case p.Receiver != 0:
		return "received by " + owner(st, p.Receiver)
	case p.Dest != 0:
		return "on its way to the receiver of " + st.PortName(p.Dest)
	}
	return "on its way"
}

func owner(st *kernel.State, sp ipc.SpaceID) string {
	return st.TaskName(kernel.TaskID(st.IPC.Spaces.At(uint32(sp)).Task))
}

func waiters(st *kernel.State, w ipc.Waiters) []string {
	var names []string
	for id := w.Head; id != 0; id = uint32(st.Threads.At(id).Next) {
		names = append(names, st.ThreadName(kernel.ThreadID(id)))
	}
	return names
}

// rightsTo lists the rights to a port by task, the receiver's first.
func rightsTo(st *kernel.State, p *ipc.Port) []Right {
	var all []Right
	add := func(sp ipc.SpaceID, n ipc.Name) {
		if e := st.IPC.Lookup(sp, n); e != nil {
			all = append(all, Right{owner(st, sp), n, rightKind(e.Type), int(e.URefs)})
		}
	}
	for _, h := range holders(st, p) {
		if h.Space != p.Receiver || h.Name != p.RecvName {
			add(h.Space, h.Name)
		}
	}
	slices.SortStableFunc(all, func(a, b Right) int { return cmp.Compare(a.Task, b.Task) })
	if p.Receiver != 0 && p.Receiver != ipc.KernelSpace {
		add(p.Receiver, p.RecvName)
		all = append(all[len(all)-1:], all[:len(all)-1]...)
	}
	return all
}

// holders returns the entries with a right to send to a port, also those on other hosts.
func holders(st *kernel.State, p *ipc.Port) []ipc.Holder {
	all := slices.Clone(p.Holders)
	if p.Kind == kernel.KindPlain && p.Net != 0 && !p.Dead {
		for _, e := range st.NetPorts.At(p.Net).Ends {
			if e.Port != 0 && st.IPC.Ports.At(uint32(e.Port)) != p {
				all = append(all, st.IPC.Ports.At(uint32(e.Port)).Holders...)
			}
		}
	}
	return all
}

func rightKind(t ipc.Type) string {
	switch {
	case t&ipc.TypeSendReceive == ipc.TypeSendReceive:
		return "receive and send"
	case t&ipc.TypeReceive != 0:
		return "receive"
	case t&ipc.TypeSendOnce != 0:
		return "send-once"
	}
	return "send"
}

// queued returns the messages in the queue of a port, or of its set.
func queued(st *kernel.State, id ipc.PortID) []Message {
	m := newMail(st)
	p := m.s.IPC.Ports.At(uint32(id))
	q := p.Queue
	if p.Set != 0 {
		q = m.s.IPC.Sets.At(uint32(p.Set)).Queue
	}
	var all []Message
	for msg := q.Head; msg != 0; msg = m.s.IPC.Msgs.At(uint32(msg)).Next {
		if m.s.IPC.Msgs.At(uint32(msg)).Dest == id {
			all = append(all, m.message(msg))
		}
	}
	return all
}

// Text describes the right.
func (r Right) Text() string {
	if r.Refs > 1 && r.Kind != "receive" {
		return fmt.Sprintf("%s, %d references", r.Kind, r.Refs)
	}
	return r.Kind
}

// RightOf returns the name under which the task of a thread can send to a port, wherever that is received; Null if it
// cannot.
func RightOf(st *kernel.State, id kernel.ThreadID, port ipc.PortID) ipc.Name {
	space, p := st.Tasks.At(uint32(st.Threads.At(uint32(id)).Task)).Space, st.IPC.Ports.At(uint32(port))
	if p.Receiver == space {
		return p.RecvName
	}
	for _, h := range holders(st, p) {
		if h.Space == space {
			return h.Name
		}
	}
	return ipc.Null
}
