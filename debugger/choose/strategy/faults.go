package strategy

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// FaultHelp lists the kinds of fault with what they are.
func FaultHelp() string {
	return strings.Join(text.Each(kinds(kernel.FaultKind.Budgeted), func(k kernel.FaultKind) string {
		return k.String() + " (" + k.Doc() + ")"
	}), ", ")
}

// kinds lists the kinds of fault of which something is true.
func kinds(is func(kernel.FaultKind) bool) (all []kernel.FaultKind) {
	for k := range kernel.FaultKinds {
		if is(k) {
			all = append(all, k)
		}
	}
	return all
}

// FaultNames lists the kinds of fault that one can ask for.
func FaultNames() []string {
	return text.Each(kinds(kernel.FaultKind.Budgeted), kernel.FaultKind.String)
}

// kindNamed returns the kind with a name among those of which something is true; NoFault if there is none.
func kindNamed(name string, is func(kernel.FaultKind) bool) kernel.FaultKind {
	named := kinds(func(k kernel.FaultKind) bool { return is(k) && k.String() == name })
	return append(named, kernel.NoFault)[0]
}

// placing is a strategy whose runs have faults. It draws for each fault of the budgets the event from which on it may
// happen, all with the same chance, over the length of a run and a quarter more; so some do not happen at all. The next
// point at which the fault is possible then has it, at random one of those of its kind. The other choices are those of
// a strategy that knows nothing of faults.
type placing struct {
	Strategy
	budgets kernel.Faults
	length  int
}

// usualLength is the number of events over which faults are drawn if nobody has counted those of a run.
const usualLength = 1000

// WithFaults returns a strategy whose runs have faults within budgets: s itself, if the budgets are empty, or if it
// explores all choices. Then a host that gets slow is an error: steps take no time in its runs, so that nothing of it
// is explored. A thread that is slow by a probe adds nothing to the orders of these.
func WithFaults(s Strategy, budgets kernel.Faults) (Strategy, error) {
	_, all := s.(*Every)
	for k := range kernel.FaultKinds {
		switch b := budgets[k]; {
		case all && b.Any() && k.Speed() && !k.IsProbe():
			return nil, fmt.Errorf("strategy every has no runs with the fault %s: steps take no time in them", k)
		case all && b.Rate > 0:
			return nil, fmt.Errorf("strategy every tries each packet with and without %s, whatever the rate; "+
				"say how many there may be at most, as %s=2", k, k)
		}
	}
	if all || budgets == (kernel.Faults{}) {
		return s, nil
	}
	return &placing{Strategy: s, budgets: budgets, length: usualLength}, nil
}

// Count takes the number of events, and passes the counts on.
func (p *placing) Count(c *Counts) {
	p.length = max(int(c.Events), 1)
	if counted, ok := p.Strategy.(Counted); ok {
		counted.Count(c)
	}
}

// Begin begins a run whose faults follow from its seed.
func (p *placing) Begin(r Run) kernel.Door {
	d := p.Strategy.Begin(r)
	if d == nil {
		return nil
	}
	placed := &faultDoor{Door: d, chance: newChance(Run{Seed: r.Seed ^ 0xfa175}), length: p.length * 5 / 4,
		rates: p.budgets.Rates()}
	for kind, b := range p.budgets {
		for range b.Most {
			placed.draw(kernel.FaultKind(kind), 0)
		}
	}
	if log, ok := d.(kernel.Log); ok {
		return &loggedFaults{placed, log}
	}
	return placed
}

// faultDoor is the Door of placing.
type faultDoor struct {
	kernel.Door
	chance chance
	length int
	due    []due // that are to come, the earliest first
	rates  bool  // there are faults at a rate
}

// loggedFaults is a faultDoor whose Door is a Log.
type loggedFaults struct {
	*faultDoor
	kernel.Log
}

// due is a fault that may happen from an event on.
type due struct {
	kind kernel.FaultKind
	from uint64
}

// draw draws when a fault is due, not before an event.
func (d *faultDoor) draw(kind kernel.FaultKind, from uint64) {
	d.due = append(d.due, due{kind, from + uint64(d.chance.below(max(d.length-int(from), 1)))})
	slices.SortStableFunc(d.due, func(a, b due) int { return int(a.from) - int(b.from) })
}

// Choose has a fault happen that is due, or that befalls a packet at its rate, and leaves all other points to the
// strategy.
func (d *faultDoor) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointFault && p.Kind != kernel.PointPacket && p.Kind != kernel.PointDisk {
		return d.Door.Choose(p)
	}
	now := p.State().Steps
	isDue := len(d.due) > 0 && d.due[0].from <= now
	rates := d.rates && p.Kind != kernel.PointFault
	if !isDue && !rates {
		return 0
	}
	all := p.Faults()
	if rates {
		if i := d.befalls(p.State(), all); i > 0 {
			return i
		}
	}
	for i, x := range d.due {
		if x.from > now {
			break
		}
		if some := of(x.kind, all); len(some) > 0 {
			d.due = slices.Delete(d.due, i, i+1)
			for k := range kernel.FaultKinds {
				if k.Undoes() == x.kind {
					d.draw(k, now+1)
				}
			}
			return some[d.chance.below(len(some))]
		}
	}
	return 0
}

// befalls draws for each kind of fault that has a rate whether it befalls the packet, or the disk, at hand. It returns
// the option of the first that does, 0 for none.
func (d *faultDoor) befalls(s *kernel.State, all []kernel.Fault) int {
	for k := range kernel.FaultKinds {
		rate := int(s.Faults[k].Rate)
		if rate == 0 {
			continue
		}
		some := of(k, all)
		if len(some) > 0 && d.chance.below(kernel.MaxRate) < rate {
			return some[d.chance.below(len(some))]
		}
	}
	return 0
}

// of returns the options for faults of a kind.
func of(kind kernel.FaultKind, all []kernel.Fault) (some []int) {
	for i, f := range all {
		if f.Kind == kind {
			some = append(some, i+1)
		}
	}
	return some
}
