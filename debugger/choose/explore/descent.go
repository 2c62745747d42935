package explore

import (
	"math"
	"math/rand/v2"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// A descent is a run in which chance chooses, made to estimate how many classes there are (Knuth, Estimating the
// efficiency of backtrack programs, 1975). Take any way to draw an order of the events of a class, which gives the
// order of the run the chance q. The chances of all orders of a class sum up to 1, so if the run had the chance p, the
// expectation of q/p is the number of classes. Here q is that of drawing, one after the other, among the events that
// nothing of the class which is left has to precede; where no order matters it is p, and says nothing. As long as the
// same descents are made, the mean of their quotients is no worse for a search's having come this far or that.

// firstDescents are those from which only habits are learned.
const firstDescents = 10

// Descents makes descents of a program, one after the other.
type Descents struct {
	names  *touch.Names
	run    *run
	order  order
	draw   *draw
	habits habits
	made   int
	pair   pickedPair
	legend legend

	FreeTimers bool
	Weak       bool
	KeepGoing  bool
	Bounds     Bounds

	// Of the last one: the logarithm of its quotient, and whether it counts; and two of its steps that may come either
	// way, in words, drawn by chance ("" for none). Anew says that it has shown that runs have other steps, so that those
	// before it estimate something else.
	Log   float64
	Known bool
	Pair  string
	Anew  bool
}

// NewDescents returns Descents that have made none.
func NewDescents() *Descents { return &Descents{names: touch.NewNames(), legend: newLegend()} }

// Begin begins a descent. A seed makes the same one again.
func (d *Descents) Begin(seed uint64) Listener {
	d.names = d.names.Names()
	if d.habits.most == nil {
		d.habits = habits{most: map[touch.Thing][]habit{}, now: map[habit]int{}}
	}
	d.draw = &draw{rand: rand.New(rand.NewPCG(seed, 0)), habits: &d.habits}
	d.run = newRun(d.names, 0, nil, d.draw, d.FreeTimers, d.Bounds)
	d.run.weak, d.run.prints.Ending = d.Weak, d.KeepGoing
	d.draw.run, d.draw.legend = d.run, d.legend
	return d.run
}

// End takes the run in, as Search.End does.
func (d *Descents) End() {
	r, o := d.run, &d.order
	r.ended()
	d.Known, d.Anew = false, false
	r.prints.Names.Teach()
	if r.prints.Names.Learned() {
		d.Anew = true
		return
	}
	if f := &r.prints; r.lost || f.Failing || f.Risky || f.Disks || r.spins != "" {
		return
	}
	o.keep(0)
	o.steps.names, o.events = d.names.Numbers, append(o.events[:0], r.events...)
	d.pair = pickedPair{}
	for i := range o.events {
		d.draws(i)
		o.add()
	}
	d.habits.learns(r.events)
	d.made++
	d.Known, d.Log, d.Pair = d.made > firstDescents, d.draw.ways-d.draw.drawn(o), d.pairText()
}

// free is how much likelier a step is drawn of which nobody else is known to use what it uses: so those that affect
// each other come together, and their order is drawn among all that it is about. The expectation is the same for any
// such number, but an estimate is not as good.
const free = 1000

// lot is how likely an actor's step is drawn beside others.
type lot struct {
	actor  touch.Actor
	weight float64
}

// draw is the decider of a descent.
type draw struct {
	first  // has no fault come: nothing is estimated where some may
	rand   *rand.Rand
	run    *run
	habits *habits
	legend legend
	ways   float64 // the logarithm of one over the chance of what was drawn
	among  [][]lot // by event: among whom it was drawn, nil if there was nobody else
	now    []lot   // of the next one
}

// decide draws who is next. Who only begins to wait at the end of the run is no event of it.
func (d *draw) decide(_ int, options []option) int {
	if d.run.idle || len(options) == 1 {
		return 0
	}
	d.now = d.weigh(options)
	sum := 0.0
	for _, c := range d.now {
		sum += c.weight
	}
	at, i := d.rand.Float64()*sum, 0
	for ; i < len(options)-1 && at >= d.now[i].weight; i++ {
		at -= d.now[i].weight
	}
	d.ways += math.Log(sum / d.now[i].weight)
	return i
}

// weigh says how likely each option is drawn.
func (d *draw) weigh(options []option) (all []lot) {
	for _, o := range options {
		c := lot{o.actor, 1}
		uses := d.habits.usual(o.actor)
		if uses == nil && o.actor != touch.Clock {
			uses = d.run.prints.Step(d.run.state, o.of)
		}
		if uses != nil && d.habits.free(o.actor, uses) {
			c.weight = free
		}
		all = append(all, c)
	}
	return all
}

// value draws one of n values.
func (d *draw) value(n int) int {
	d.ways += math.Log(float64(n))
	return d.rand.IntN(n)
}

// taken notes among whom an event was drawn.
func (d *draw) taken(position int, e *event) {
	for len(d.among) <= position {
		d.among = append(d.among, nil)
	}
	if !e.pause {
		d.among[position], d.now = d.now, nil
		d.habits.notes(e)
		d.legend.taken(d.run, e)
	}
}

// drawn returns the logarithm of one over the chance with which the order of all events is drawn among those of its
// class.
func (d *draw) drawn(o *order) (log float64) {
	next := make([]int, len(o.own)) // by actor: how many of its events are drawn
	for i := range o.stamps {
		sum, own := 0.0, 0.0
		for _, c := range d.among[i] {
			all := numbered.At(o.own, c.actor)
			k := 0
			if int(c.actor) < len(next) {
				k = next[c.actor]
			}
			if k < len(all) && int(o.stamps[all[k]].last) < i {
				sum += c.weight
			}
			if c.actor == o.stamps[i].actor {
				own = c.weight
			}
		}
		if own > 0 {
			log += math.Log(sum / own)
		}
		next[o.stamps[i].actor]++
	}
	return log
}
