package schedule

import (
	"fmt"

	"machsim/kernel"
)

// names are the actors of one run, by numbers in the order in which they were first seen.
type names struct {
	texts   []string
	numbers map[string]int
	threads []int // by thread: its number, plus 1
	packets map[kernel.PacketKey]int
	wires   []wired // by packet: what it was known as last
}

// wired is a packet on a wire.
type wired struct {
	key    kernel.PacketKey
	number int
	known  bool
}

// thread returns the number of a thread.
func (n *names) thread(s *kernel.State, id kernel.ThreadID) int {
	for int(id) >= len(n.threads) {
		n.threads = append(n.threads, 0)
	}
	if n.threads[id] == 0 {
		made, _ := s.StableOf(kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)})
		text := n.text(s, id, made)
		if _, taken := n.numbers[text]; taken {
			text += " " + s.Path(made)
		}
		n.threads[id] = n.number(text) + 1
	}
	return n.threads[id] - 1
}

// text is what a thread is called here, in every run: by the name that it was made with, if it is one of those that
// Main makes with a task, whose names are all different, or was made by one of these, which makes equals in the same
// order in every run. Otherwise others may have that name, of whom one or the other comes first; so its maker and its
// number there are added (kernel.StableName).
func (n *names) text(s *kernel.State, id kernel.ThreadID, made kernel.StableName) string {
	t := s.Threads.At(uint32(id))
	text := n.task(s, t.Task) + "." + t.Label.Given
	switch {
	case made.Maker.Kind == kernel.TaskObject:
		return made.Under(n.task(s, t.Task))
	case t.Label.Given == "":
		return made.Under(n.texts[n.thread(s, kernel.ThreadID(made.Maker.ID))])
	}
	if maker, _ := s.StableOf(made.Maker); maker.Maker.Kind != kernel.TaskObject {
		return text + n.from(s, made)
	}
	return text
}

func (n *names) task(s *kernel.State, id kernel.TaskID) string {
	made, _ := s.StableOf(kernel.Object{Kind: kernel.TaskObject, ID: uint32(id)})
	name := s.Tasks.At(uint32(id)).Label.Given
	switch {
	case made.Maker.Kind != kernel.NoObject:
		return name + n.from(s, made)
	case name == "":
		return made.Under("")
	}
	return name
}

// from says where something comes from that a thread made.
func (n *names) from(s *kernel.State, made kernel.StableName) string {
	return fmt.Sprint(" of ", n.texts[n.thread(s, kernel.ThreadID(made.Maker.ID))], " #", made.Serial)
}

// packet returns the number of packets of a kind: by what they bring and where to.
func (n *names) packet(s *kernel.State, id kernel.PacketID) int {
	for int(id) >= len(n.wires) {
		n.wires = append(n.wires, wired{})
	}
	key := s.Packets.At(uint32(id)).Key
	if w := &n.wires[id]; !w.known || w.key != key {
		*w = wired{key, n.carrier(s, key), true}
	}
	return n.wires[id].number
}

// carrier returns the number of packets with a key.
func (n *names) carrier(s *kernel.State, key kernel.PacketKey) int {
	if k, ok := n.packets[key]; ok {
		return k
	}
	port := fmt.Sprint("port ", key.Port.Kind, ".", key.Port.Object, ".", key.Port.Serial)
	if by := key.Port.Creator; by != 0 {
		port += " of " + n.texts[n.thread(s, kernel.ThreadID(by))]
	}
	text := fmt.Sprintf("packet %v at host %s for %s", key.Kind, s.HostName(key.Host), port)
	if n.packets == nil {
		n.packets = map[kernel.PacketKey]int{}
	}
	n.packets[key] = n.number(text)
	return n.packets[key]
}

// look takes in which threads there are, before any gets another name, and what is on the wires: when a packet has
// arrived, its place may be that of another.
func (n *names) look(s *kernel.State) {
	for id := max(len(n.threads), 1); s.Threads.Has(uint32(id)); id++ {
		n.thread(s, kernel.ThreadID(id))
	}
	for id := range n.wires {
		n.wires[id].known = n.wires[id].known && s.Packets.Has(uint32(id))
	}
	for id := range s.Packets.All {
		n.packet(s, kernel.PacketID(id))
	}
}

// rank returns how many packets with the same name as one, and a lower id, were on the wires when it was last looked.
func (n *names) rank(id kernel.PacketID) (k uint32) {
	if int(id) >= len(n.wires) {
		return 0
	}
	for i := range id {
		if n.wires[i].known && n.wires[i].number == n.wires[id].number {
			k++
		}
	}
	return k
}

// took returns the number of an actor that has taken a step.
func (n *names) took(s *kernel.State, a kernel.Actor) int {
	if a.Packet != 0 && int(a.Packet) < len(n.wires) && n.wires[a.Packet].known {
		return n.wires[a.Packet].number
	}
	return n.actor(s, a)
}

func (n *names) actor(s *kernel.State, a kernel.Actor) int {
	switch {
	case a.Edited():
		return -1
	case a.Thread != 0:
		return n.thread(s, a.Thread)
	}
	return n.packet(s, a.Packet)
}

func (n *names) number(text string) int {
	k, ok := n.numbers[text]
	if !ok {
		if n.numbers == nil {
			n.numbers = map[string]int{}
		}
		k = len(n.texts)
		n.numbers[text] = k
		n.texts = append(n.texts, text)
	}
	return k
}
