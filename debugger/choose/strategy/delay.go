package strategy

import (
	"slices"

	"machsim/kernel"
)

// delay lets every thread go on till it waits, and then the next one; but at few random moments it passes over the one
// whose turn it is: delay bounding, of Emmi, Qadeer and Rakamaric.
type delay struct {
	forgetful
	most   int
	counts *Counts
}

func newDelay(most int) Strategy { return &delay{most: most} }

// Count takes the number of events.
func (s *delay) Count(c *Counts) { s.counts = c }

func (s *delay) Begin(r Run) kernel.Door {
	d := &inTurns{chance: newChance(r), fair: fairAfter(s.counts)}
	for range s.most {
		d.delays = append(d.delays, 1+uint64(d.below(int(max(s.counts.events(), 1)))))
	}
	slices.Sort(d.delays)
	return d
}

// inTurns is the Door of delay.
type inTurns struct {
	chance
	fair   uint64
	delays []uint64 // that are to come
	last   kernel.Actor
}

func (d *inTurns) Choose(p kernel.Point) int {
	s := p.State()
	if p.Kind != kernel.PointNext || s.Steps > d.fair {
		return d.chance.Choose(p)
	}
	i := s.OptionOf(d.last)
	if i >= p.N {
		i = 0
	}
	for len(d.delays) > 0 && d.delays[0] <= s.Steps {
		i = (i + 1) % p.N
		d.delays = d.delays[1:]
	}
	d.last = p.Option(i)
	return i
}
