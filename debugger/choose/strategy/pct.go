package strategy

import (
	"slices"

	"machsim/kernel"
)

// pct gives every thread a random priority, and lets at few random moments the one that runs fall behind all others:
// probabilistic concurrency testing, of Burckhardt, Kothari, Musuvathi and Nagarakatte. A fault that needs depth
// orders of events, in runs of k events of n threads, is found by a run with a chance of at least 1/(n k^(depth-1)).
type pct struct {
	forgetful
	depth  int
	counts *Counts
}

func newPCT(depth int) Strategy { return &pct{depth: depth} }

// Count takes the number of events.
func (s *pct) Count(c *Counts) { s.counts = c }

func (s *pct) Begin(r Run) kernel.Door {
	d := &priorities{chance: newChance(r), fair: fairAfter(s.counts)}
	for i := range s.depth - 1 {
		d.changes = append(d.changes, change{1 + uint64(d.below(int(max(s.counts.events(), 1)))), int64(i)})
	}
	slices.SortFunc(d.changes, func(a, b change) int { return int(a.at) - int(b.at) })
	return d
}

// events is the expected number of events of a run.
func (c *Counts) events() uint64 {
	if c == nil {
		return 1000
	}
	return c.Events
}

// fairAfter is the event after which a run is so long that somebody waits in a loop for a thread whose turn never
// comes: from there on chance takes over.
func fairAfter(c *Counts) uint64 { return 4*c.events() + 1000 }

// priorities is the Door of pct.
type priorities struct {
	chance
	fair    uint64
	changes []change // that are to come
	last    kernel.Actor
	threads []int64 // 0 for a thread that was not seen yet
	packets []int64
}

// change is the moment at which whoever runs gets a low priority.
type change struct {
	at       uint64
	priority int64
}

func (d *priorities) Choose(p kernel.Point) int {
	s := p.State()
	if p.Kind != kernel.PointNext || s.Steps > d.fair {
		return d.chance.Choose(p)
	}
	for len(d.changes) > 0 && d.changes[0].at <= s.Steps {
		if d.last != (kernel.Actor{}) {
			*d.of(d.last) = 1 + d.changes[0].priority
		}
		d.changes = d.changes[1:]
	}
	best := 0
	for i := 1; i < p.N; i++ {
		if *d.of(p.Option(i)) > *d.of(p.Option(best)) {
			best = i
		}
	}
	d.last = p.Option(best)
	return best
}

// of returns the priority of an actor, which is drawn when it comes up for the first time: above all of changes.
func (d *priorities) of(a kernel.Actor) *int64 {
	all, i := &d.threads, int(a.Thread)
	if a.Thread == 0 {
		all, i = &d.packets, int(a.Packet)
	}
	for i >= len(*all) {
		*all = append(*all, 0)
	}
	if (*all)[i] == 0 {
		(*all)[i] = 1<<20 + d.priority()
	}
	return &(*all)[i]
}
