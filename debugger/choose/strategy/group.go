package strategy

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// group is pct with one priority for all threads that do the same, as far as one can tell by their names: these differ
// in a number. So few of many threads can be where others overtake all of them, which hardly ever happens when each
// thread has a priority of its own. In every second run whoever makes threads comes first, so that all are there. A
// group falls behind after few of its own events more often than after many.
type group struct {
	forgetful
	depth  int
	counts *Counts
}

func newGroup(depth int) Strategy { return &group{depth: depth} }

// Count takes the events of each thread.
func (s *group) Count(c *Counts) { s.counts = c }

func (s *group) Begin(r Run) kernel.Door {
	d := &grouped{chance: newChance(r), fair: fairAfter(s.counts), groups: map[string]*team{}}
	d.early = d.below(2) == 0
	names, events := s.counts.groups()
	for i := range s.depth - 1 {
		if len(names) > 0 {
			n := d.weighed(events)
			t := d.group(names[n])
			t.falls = append(t.falls, fall{d.few(events[n]), int64(1 + i)})
		}
	}
	return d
}

// few returns a number from 1 to n, a smaller one with a greater chance: each order of magnitude has the same. It is
// found by powers of 2, since math.Exp is rounded in another way on amd64 than in a guest.
func (c chance) few(n int64) int64 {
	return min(n, int64(math.Exp2(float64(c.below(1<<20))/(1<<20)*math.Log2(float64(n)+1))))
}

// groups returns the groups of all threads, and how many events each has.
func (c *Counts) groups() (names []string, events []int64) {
	if c == nil {
		return nil, nil
	}
	sums := map[string]int64{}
	for thread, n := range c.own {
		sums[groupOf(thread)] += n
	}
	names = slices.Sorted(maps.Keys(sums))
	return names, text.Each(names, func(name string) int64 { return sums[name] })
}

// groupOf returns what the names of threads have in common that do the same.
func groupOf(thread string) string {
	return strings.TrimFunc(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, thread), unicode.IsSpace)
}

// grouped is the Door of group.
type grouped struct {
	chance
	fair   uint64
	early  bool // who makes threads comes first
	groups map[string]*team
	names  names

	threads []*team
	packets team
}

// team is the threads of a group.
type team struct {
	priority int64 // 0 for one that was not seen yet
	events   int64
	falls    []fall
}

// fall is the event of a group after which it falls behind.
type fall struct{ after, priority int64 }

func (d *grouped) group(name string) *team {
	if d.groups[name] == nil {
		d.groups[name] = &team{}
	}
	return d.groups[name]
}

func (d *grouped) Choose(p kernel.Point) int {
	s := p.State()
	if p.Kind != kernel.PointNext || s.Steps > d.fair {
		return d.chance.Choose(p)
	}
	best, most := 0, int64(0)
	for i := range p.N {
		if at := d.rank(s, p.Option(i)); at > most {
			best, most = i, at
		}
	}
	d.of(s, p.Option(best)).step()
	return best
}

// rank is the priority of an option.
func (d *grouped) rank(s *kernel.State, a kernel.Actor) int64 {
	if d.early && a.Thread != 0 {
		switch s.Threads.At(uint32(a.Thread)).Call.Op.Class() {
		case kernel.ClassMakeThread, kernel.ClassMakeTask:
			return math.MaxInt64
		}
	}
	return d.of(s, a).priority
}

// step counts an event of a group, after which it may fall behind.
func (t *team) step() {
	t.events++
	for _, f := range t.falls {
		if f.after == t.events {
			t.priority = f.priority
		}
	}
}

// of returns the group of an actor, whose priority is drawn when it comes up for the first time; all packets are one.
func (d *grouped) of(s *kernel.State, a kernel.Actor) *team {
	t := &d.packets
	if a.Thread != 0 {
		for int(a.Thread) >= len(d.threads) {
			d.threads = append(d.threads, nil)
		}
		if d.threads[a.Thread] == nil {
			d.threads[a.Thread] = d.group(groupOf(d.names.thread(s, a.Thread)))
		}
		t = d.threads[a.Thread]
	}
	if t.priority == 0 {
		t.priority = 1<<20 + d.priority()
	}
	return t
}
