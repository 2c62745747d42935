package strategy

import "machsim/kernel"

// pos gives every event that can be next a random priority, and another one to those that an event affects when it is
// taken: partial order sampling, of Yuan, Yang and Gu. So it chooses more evenly among orders of events that matter to
// each other, and does not care for the others.
type pos struct{ forgetful }

func newPOS() Strategy { return pos{} }

func (pos) Begin(r Run) kernel.Door { return &sampler{chance: newChance(r)} }

// sampler is the Door of pos.
type sampler struct {
	chance
	threads, packets []drawn
	taken, other     []kernel.Use
}

// drawn is a priority of an actor's next event, which it has for as long as the actor takes no step.
type drawn struct {
	priority int64 // 0 for none
	cpu      int64 // processor time of the thread when it was drawn
}

func (d *sampler) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointNext {
		return d.chance.Choose(p)
	}
	s, best := p.State(), 0
	for i := range p.N {
		if d.of(s, p.Option(i)).priority > d.of(s, p.Option(best)).priority {
			best = i
		}
	}
	d.taken = s.Uses(p.Option(best), d.taken[:0])
	for i := range p.N {
		if d.other = s.Uses(p.Option(i), d.other[:0]); i == best || kernel.Affects(d.taken, d.other) {
			d.of(s, p.Option(i)).priority = 0
		}
	}
	return best
}

// of returns the priority of an actor's next event.
func (d *sampler) of(s *kernel.State, a kernel.Actor) *drawn {
	all, i, cpu := &d.packets, int(a.Packet), int64(0)
	if a.Thread != 0 {
		all, i, cpu = &d.threads, int(a.Thread), s.Threads.At(uint32(a.Thread)).CPU
	}
	for i >= len(*all) {
		*all = append(*all, drawn{})
	}
	x := &(*all)[i]
	if x.priority == 0 || x.cpu != cpu {
		*x = drawn{1 + d.priority(), cpu}
	}
	return x
}
