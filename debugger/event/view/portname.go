package view

import (
	"strconv"

	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// portNames labels the ports. Most have a path of their own: that of their maker, or of
// the task, thread, host or port that they stand for. Ports with the same path, of which
// one at most is alive as a rule, are a family; its members are numbered from 1:
//
//   - a member that is the only living one has number 1 from the start;
//   - the others get the next number when a row first mentions them, or, when none does,
//     when their own row is written.
//
// Rows are written in an order that does not depend on ids, so neither do the numbers.
type portNames struct {
	index
	family []*family // by id
	number []int     // by id; 0 before the first mention
	fresh  []uint32  // numbered, row not yet written, in order of numbering
	dry    bool      // mentions give no numbers: rows are written for comparison only
}

// family is the ports of one path.
type family struct {
	members, living, numbered int
}

func newPortNames(n *names) portNames {
	ports := &n.s.IPC.Ports
	p := portNames{family: make([]*family, ports.Cap()), number: make([]int, ports.Cap())}
	p.labels = make([]label, ports.Cap())
	families := map[string]*family{}
	for id := range ports.All {
		l := n.portLabel(id)
		f := families[l.path]
		if f == nil {
			f = &family{}
			families[l.path] = f
		}
		f.members++
		if !ports.At(id).Dead {
			f.living++
		}
		p.ids = append(p.ids, id)
		p.labels[id], p.family[id] = l, f
	}
	p.distinguish()
	p.settle(func(id uint32) bool { return ports.At(id).Dead })
	return p
}

// distinguish makes the names of families unique.
func (p *portNames) distinguish() {
	if !p.repeats() {
		return
	}
	shown := make(map[*family]string, len(p.ids))
	seen := make(map[string]int, len(p.ids))
	for _, id := range p.order() {
		l, f := &p.labels[id], p.family[id]
		if shown[f] == "" {
			shown[f] = unused(seen, l.name)
		}
		l.name = shown[f]
	}
}

// repeats says whether two families have the same name, or the members of one have several.
func (p *portNames) repeats() bool {
	owner := make(map[string]*family, len(p.ids))
	named := make(map[*family]string, len(p.ids))
	for _, id := range p.ids {
		name, f := p.labels[id].name, p.family[id]
		if owner[name] != nil && owner[name] != f || named[f] != "" && named[f] != name {
			return true
		}
		owner[name], named[f] = f, name
	}
	return false
}

// settle gives the numbers that are known from the start.
func (p *portNames) settle(dead func(uint32) bool) {
	for _, id := range p.ids {
		if f := p.family[id]; f.members == 1 || f.living == 1 && !dead(id) {
			f.numbered = 1
			p.number[id] = 1
		}
	}
}

// label returns the label of a port with its number, giving it one if need be.
func (p *portNames) label(id uint32) label {
	l := p.labels[id]
	if p.dry {
		return l
	}
	if p.number[id] == 0 {
		p.family[id].numbered++
		p.number[id] = p.family[id].numbered
		p.fresh = append(p.fresh, id)
	}
	if n := p.number[id]; n > 1 {
		suffix := " (" + strconv.Itoa(n) + ")"
		return label{path: l.path + suffix, name: l.name + suffix}
	}
	return l
}

// port returns a reference to a port, "" for no port.
func (n *names) port(id ipc.PortID) string {
	switch {
	case id == 0:
		return ""
	case id == ipc.DeadPort:
		return "dead"
	case !n.s.IPC.Ports.Has(uint32(id)):
		return unknown
	}
	return n.ports.label(uint32(id)).ref()
}

// portLabel returns the label of a port, which several ports may share.
func (n *names) portLabel(id uint32) label {
	p := n.s.IPC.Ports.At(id)
	switch p.Kind {
	case kernel.KindProxy:
		return n.homeLabel(p.Far.Kind, p.Far.Object, p.Label).on(n.host(kernel.HostID(p.Host)))
	case kernel.KindMinder:
		return n.minderLabel(p)
	}
	return n.homeLabel(p.Kind, p.Object, p.Label)
}

// homeLabel returns the label of a port that is no proxy: that of the object it represents, else
// one after its creator.
func (n *names) homeLabel(kind uint8, object uint32, made ipc.Label) label {
	switch kind {
	case kernel.KindTask:
		return n.tasks.of(object).under("task ")
	case kernel.KindThread:
		return n.threads.of(object).under("thread ")
	case kernel.KindHost:
		host := n.host(kernel.HostID(object))
		return label{path: "host " + host, name: "host " + host}
	case kernel.KindNotify:
		return n.tasks.of(object).under("notify port of ")
	case kernel.KindReply:
		return n.threads.of(object).under("reply port of ")
	}
	return n.madeLabel(made)
}

func (l label) under(word string) label {
	return label{path: word + l.path, name: word + l.name}
}

func (l label) on(host string) label {
	return label{path: l.path + "@" + host, name: l.name + " on " + host}
}

// keyLabel returns the label of a port that has died, without its given name.
func (n *names) keyLabel(k kernel.PortKey) label {
	return n.homeLabel(k.Kind, k.Object, ipc.Label{Creator: k.Creator, Serial: k.Serial})
}

// home returns the port itself, 0 if it has died.
func (n *names) home(np *kernel.NetPort) ipc.PortID {
	if np.Home < 0 || np.Home >= len(np.Ends) {
		return 0
	}
	home := np.Ends[np.Home].Port
	if !n.s.IPC.Ports.Has(uint32(home)) || n.s.IPC.Ports.At(uint32(home)).Kind == kernel.KindProxy {
		return 0
	}
	return home
}

// minderPrefix begins the paths of minder ports of the kernel.
const minderPrefix = "minder of "

// minderLabel returns the label of the port by which the kernel learns that a proxy is unused.
func (n *names) minderLabel(p *ipc.Port) label {
	proxy := p.Object
	if p.Dead || !n.s.IPC.Ports.Has(proxy) || n.s.IPC.Ports.At(proxy).Kind != kernel.KindProxy {
		return label{path: minderPrefix + "none", name: "minder"}.on(n.host(kernel.HostID(p.Host)))
	}
	return n.portLabel(proxy).under(minderPrefix)
}

// madeLabel returns the label of a port that a thread, or Main, has made.
func (n *names) madeLabel(l ipc.Label) label {
	if l.Creator == 0 && l.Serial == 0 {
		return label{path: "p", name: "unnamed port"}
	}
	who := kernel.Identity{Kind: kernel.PortObject, Serves: kernel.KindPlain, A: l.Creator, B: l.Serial}
	made, _ := n.s.Stable(who)
	return label{n.under(made), quote.Line(n.s.MadeName(kernel.PortObject, l))}
}
