package record

import "machsim/kernel"

// Answers says of each event of a recorded run who took that step and what it got
// through the Door. A recording keeps choices in their order and without their
// meaning; so Answers are made by a replay, which is told to by Replay.Keep.
type Answers struct {
	moments []moment            // by number of the event, less 1
	choices map[uint64][]choice // by event: all but whose turn it was, and whether it is to halt
	lines   map[uint64][]line   // by event: console input

	// Packet, when it is set, is what the packet of an event is known by. A run that departs
	// from the recorded one may give packets other ids; without it turns go by ids.
	Packet func(event uint64) kernel.PacketKey
}

// moment is a recorded event.
type moment struct {
	actor kernel.Actor
	key   uint16 // what it was, see key
	done  bool
}

// choice is c of n options.
type choice struct {
	kind kernel.PointKind
	n, c int
}

// line is a line of console input; ok is false when there was no more.
type line struct {
	text string
	ok   bool
}

// Keep makes the replay keep what it comes by; the Answers grow with every event. It is
// called before the machine is made.
func (r *Replay) Keep() *Answers {
	r.kept = &Answers{choices: map[uint64][]choice{}, lines: map[uint64][]line{}}
	return r.kept
}

// Events is how many events are known: those up to the end of the replay.
func (a *Answers) Events() uint64 { return uint64(len(a.moments)) }

// Actor is who took the step that was event n, from 1 to Events.
func (a *Answers) Actor(n uint64) kernel.Actor { return a.moments[n-1].actor }

// Choice is one that was made within an event, or before it: all but whose turn it was.
type Choice struct {
	Kind kernel.PointKind
	N, C int // the option of so many that was chosen
}

// Choices are those of event n, in their order.
func (a *Answers) Choices(n uint64) (all []Choice) {
	for _, c := range a.choices[n] {
		all = append(all, Choice{c.kind, c.n, c.c})
	}
	return all
}

// Lines are the lines of console input that event n got.
func (a *Answers) Lines(n uint64) (all []string) {
	for _, l := range a.lines[n] {
		if l.ok {
			all = append(all, l.text)
		}
	}
	return all
}

// now is the number of the event that is being made.
func (a *Answers) now() uint64 { return a.Events() + 1 }

func (a *Answers) choice(p kernel.Point, c int) {
	if p.Kind != kernel.PointNext && p.Kind != kernel.PointPredicate {
		a.choices[a.now()] = append(a.choices[a.now()], choice{p.Kind, p.N, c})
	}
}

func (a *Answers) line(text string, ok bool) {
	a.lines[a.now()] = append(a.lines[a.now()], line{text, ok})
}

func (a *Answers) event(who kernel.Actor, key int, done bool) {
	a.moments = append(a.moments, moment{who, uint16(key), done})
}

// steps numbers the events of each actor.
func (a *Answers) steps() map[kernel.Actor][]uint64 {
	steps := map[kernel.Actor][]uint64{}
	for i, m := range a.moments {
		steps[m.actor] = append(steps[m.actor], uint64(i)+1)
	}
	return steps
}
