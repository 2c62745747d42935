package explore

import (
	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Observer listens to a run (kernel.Tracer.Log), whoever chooses, and says which class of schedules it is in: runs that
// differ only in orders that nobody can see have the same Sum. The numbers are the same for all runs of a program.
type Observer struct {
	Deaf bool // accesses to variables are nothing to it

	prints touch.Footprints
	sum    uint64
	states []uint64
	pairs  []Pair

	own   []uint64                // by actor: what has come before its next event by its own doing
	past  map[touch.Thing]*past   // by thing
	calls map[touch.Actor]*called // by actor that waits: what its call uses
	made  map[touch.Actor]uint32  // how much memory each has made
	fired map[touch.Actor]bool    // a timer has let it go on
	next  called                  // the step that is on its way
	actor touch.Actor
	also  []touch.Touch
	state *kernel.State
}

// Pair is two steps, by different actors, whose order matters, and the first of which came immediately before the other
// of all that use the same thing. The numbers say who makes which call on what.
type Pair struct{ First, Second uint64 }

// past is what has been done with a thing.
type past struct {
	sums [touch.NumModes]uint64 // of all events that have used it so
	last [touch.NumModes]doer   // the last of these
}

// doer is an event: whose, and what.
type doer struct {
	actor touch.Actor
	label uint64
}

// called is a call that is being made.
type called struct {
	uses  touch.Footprint
	op    kernel.Op
	waits bool
}

// NewObserver returns an Observer that has heard nothing.
func NewObserver() *Observer {
	o := &Observer{prints: touch.Footprints{Names: touch.NewNames(), Ending: true}}
	o.prints.Told.Reset()
	return o
}

// Reset makes it ready for another run of the same program.
func (o *Observer) Reset() {
	*o = Observer{
		prints: touch.Footprints{Names: o.prints.Names.Again(), Ending: true},
		states: o.states[:0], pairs: o.pairs[:0], own: o.own[:0],
		past: map[touch.Thing]*past{}, calls: map[touch.Actor]*called{}, made: map[touch.Actor]uint32{},
		fired: map[touch.Actor]bool{},
	}
	o.prints.Told.Reset()
}

// Sum says which class of schedules the run is in, as far as it has come.
func (o *Observer) Sum() uint64 { return o.sum }

// States returns a number for the state after each event, told apart by what has happened before. It is valid until
// Reset.
func (o *Observer) States() []uint64 { return o.states }

// Pairs returns the pairs of steps whose order matters, in the order in which they came, perhaps several times. It is
// valid until Reset.
func (o *Observer) Pairs() []Pair { return o.pairs }

// Open finds out whether the run may have faults.
func (o *Observer) Open(s *kernel.State) {
	o.prints.Open(s)
	o.settle(s)
}

// Hear listens to the accesses of a thread.
func (o *Observer) Hear(id kernel.ThreadID, t *hook.Thread) {
	if o.Deaf {
		return
	}
	n := o.prints.Names
	o.prints.Told.Hear(n, id, func() touch.Actor { return n.Thread(o.state, id) }, t)
}

// settle takes in the accesses since the last step for which no call was made, as an event of their own.
func (o *Observer) settle(s *kernel.State) {
	o.state = s
	if o.also = o.prints.Told.Settle(s, o.also[:0]); len(o.also) == 0 {
		return
	}
	o.next = called{}
	for _, t := range o.also {
		o.next.uses = o.next.uses.With(t.Uses)
	}
	o.take(0)
}

// Glance does nothing: runs that differ in what a program saw beside its calls are counted once.
func (o *Observer) Glance(kernel.ThreadID, any) {}

// Fired notes that an actor goes on because time has passed.
func (o *Observer) Fired(s *kernel.State, a kernel.Actor) { o.fired[o.prints.Names.Of(s, a)] = true }

// Begin finds what a step is about to use. A call that has waited uses what it would have used at once.
func (o *Observer) Begin(s *kernel.State, a kernel.Actor) {
	o.actor = o.prints.Names.Of(s, a)
	fired := o.fired[o.actor]
	delete(o.fired, o.actor)
	if c := o.calls[o.actor]; c != nil {
		o.next = *c
	} else {
		o.next = called{uses: o.prints.Step(s, a)}
		if a.Thread != 0 {
			o.next.op = s.Threads.At(uint32(a.Thread)).Call.Op
		}
	}
	if fired {
		o.next.uses = touch.Everything
	}
	waits, timed := wouldWait(s, a)
	o.next.waits = waits && !timed
	o.prints.Told.Taken(a.Thread)
}

// End takes the step in. One that only began to wait is none yet.
func (o *Observer) End(s *kernel.State, t kernel.Taken) {
	if o.next.waits {
		c := o.next
		o.calls[o.actor] = &c
		return
	}
	delete(o.calls, o.actor)
	data := uint64(0)
	if t.Done && t.Actor.Thread != 0 {
		data = o.done(s, t)
	}
	o.take(data)
}

// done returns what was left to chance in a call that is done, and names the memory that it has made.
func (o *Observer) done(s *kernel.State, t kernel.Taken) uint64 {
	switch o.next.op {
	case kernel.OpRandom:
		return 1 + uint64(t.Result.N)
	case kernel.OpVMAllocate:
		if m := s.Region(s.Threads.At(uint32(t.Actor.Thread)).Task, uint64(t.Result.N)); m != 0 {
			o.made[o.actor]++
			o.prints.Allocated(m, o.actor, int(o.made[o.actor]))
		}
	}
	return 0
}

// take adds an event: who, what, and all that came before it whose order to it matters.
func (o *Observer) take(data uint64) {
	for int(o.actor) >= len(o.own) {
		o.own = append(o.own, 0)
	}
	n := o.prints.Names
	sum := touch.Mix(touch.Mix(touch.Mix(n.ActorSums[o.actor], o.own[o.actor]), uint64(o.next.op)), data)
	for _, u := range o.next.uses {
		before := uint64(0)
		for m := range touch.NumModes {
			if p := o.past[u.Thing]; p != nil && touch.Affects[m][u.Mode] {
				before += p.sums[m]
				o.pair(p.last[m], u)
			}
		}
		sum = touch.Mix(sum, touch.Mix(o.thing(u), before))
	}
	o.own[o.actor] = sum
	o.sum += sum
	o.states = append(o.states, o.sum)
	for _, u := range o.next.uses {
		o.use(u, sum)
	}
}

// thing is what is used, as a number.
func (o *Observer) thing(u touch.Use) uint64 {
	return touch.Mix(o.prints.Names.ThingSums[o.prints.Names.Kind(u.Thing)], uint64(u.Mode))
}

// label says who makes which call on what.
func (o *Observer) label(u touch.Use) uint64 {
	return touch.Mix(touch.Mix(o.prints.Names.ActorSums[o.actor], uint64(o.next.op)), o.thing(u))
}

// pair notes that the order to an earlier event matters.
func (o *Observer) pair(before doer, u touch.Use) {
	if before.label != 0 && before.actor != o.actor && u.Thing != touch.World {
		o.pairs = append(o.pairs, Pair{before.label, o.label(u)})
	}
}

// use notes that the event uses a thing.
func (o *Observer) use(u touch.Use, sum uint64) {
	p := o.past[u.Thing]
	if p == nil {
		p = &past{}
		o.past[u.Thing] = p
	}
	p.sums[u.Mode] += sum
	p.last[u.Mode] = doer{o.actor, o.label(u)}
}
