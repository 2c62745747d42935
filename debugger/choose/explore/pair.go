package explore

import (
	"fmt"
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
)

// pickedPair is one of the pairs of steps in a run that may come either way, drawn by chance: each is as likely as the
// others.
type pickedPair struct {
	race race
	of   int // how many there were so far
}

// draws draws one of the pairs that the next event makes with those before it.
func (d *Descents) draws(i int) {
	e := &d.order.events[i]
	if e.pause {
		return
	}
	d.order.races(e, i, func(x race) {
		if d.pair.of++; d.draw.rand.IntN(d.pair.of) == 0 {
			d.pair.race = x
		}
	})
}

// pairText says which pair was drawn; "" if there was none.
func (d *Descents) pairText() string {
	if d.pair.of == 0 {
		return ""
	}
	x := &d.pair.race
	a, b := &d.order.events[x.first], x.next
	first, next := d.legend.says(a), d.legend.says(b)
	if first > next { // the order in which they came says nothing
		first, next = next, first
	}
	return fmt.Sprintf("%s and %s%s", first, next, d.legend.on(a, b))
}

// legend says what actors and things are called. It is asked for at the end of a run, when many of them are gone.
type legend struct {
	actors map[touch.Actor]string
	things map[touch.Thing]string
}

func newLegend() legend { return legend{map[touch.Actor]string{}, map[touch.Thing]string{}} }

// taken notes the names of an event that is about to be taken, and of what it uses.
func (l legend) taken(r *run, e *event) {
	if _, ok := l.actors[e.actor]; !ok {
		l.actors[e.actor] = r.called(e)
	}
	if slices.ContainsFunc(e.uses, func(u touch.Use) bool { _, ok := l.things[u.Thing]; return !ok }) {
		l.look(&r.prints, r.state)
		for _, u := range e.uses { // what has no name now gets none
			if _, ok := l.things[u.Thing]; !ok {
				l.things[u.Thing] = ""
			}
		}
	}
}

// look notes what there is.
func (l legend) look(f *touch.Footprints, s *kernel.State) {
	for id := range s.IPC.Ports.All {
		l.things[f.Port(s, ipc.PortID(id))] = "port " + s.PortName(ipc.PortID(id))
	}
	for id := range s.IPC.Sets.All {
		l.things[f.Set(s, ipc.SetID(id))] = "set " + s.SetName(ipc.SetID(id))
	}
	for id := range s.Mutexes.All {
		l.things[f.Mutex(s, int64(id))] = "mutex " + s.MutexName(kernel.MutexID(id))
	}
	for id := range s.Conditions.All {
		l.things[f.Condition(s, int64(id))] = "condition " + s.ConditionName(kernel.ConditionID(id))
	}
	l.things[touch.World] = ""
}

// says is whose step an event is, in words.
func (l legend) says(e *event) string {
	switch who := l.actors[e.actor]; {
	case !e.thread:
		return who
	case e.op.Class() == kernel.ClassExit:
		return "the end of " + who
	default:
		return fmt.Sprintf("%s of %s", e.op, who)
	}
}

// called is what the actor of an event is called.
func (r *run) called(e *event) string {
	s, n := r.state, r.prints.Names
	if e.thread {
		return s.ThreadName(n.IDs.Get(uint32(e.actor)))
	}
	for i := range s.Arrive.Len() {
		if id := kernel.PacketID(s.Arrive.At(i)); n.Packet(s, id) == e.actor {
			return packetText(s, id)
		}
	}
	return "time"
}

// packetText says what a packet brings.
func packetText(s *kernel.State, id kernel.PacketID) string {
	p, port := s.Packets.At(uint32(id)), "a port that has died"
	if n := s.NetPortOf(p); n != nil && len(n.Ends) > 0 {
		port = "port " + s.PortName(n.Ends[max(n.Home, 0)].Port)
	}
	switch p.Kind {
	case kernel.PacketMessage:
		return "the arrival of a message to " + port
	case kernel.PacketDeath:
		return "the news of the death of " + port
	case kernel.PacketUnused:
		return "the news that a host has no rights any more to " + port
	}
	return "a packet about " + port
}

// on says what two events are about, if that has a name.
func (l legend) on(a, b *event) string {
	if a.uses.Global() || b.uses.Global() {
		return ", of which one comes in an order with everything"
	}
	for _, u := range a.uses {
		for _, v := range b.uses {
			if name := l.things[u.Thing]; u.Thing == v.Thing && touch.Affects[u.Mode][v.Mode] && name != "" {
				return ", on " + name
			}
		}
	}
	return ""
}
