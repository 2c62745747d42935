package record

import "machsim/kernel"

// Answers holds, for each event of a recorded run, the actor that took the step and the
// answers of the Door. A recording has the choices in their order, but not what was
// chosen; so it takes a replay to make Answers (Replay.Keep).
type Answers struct {
	before  uint64              // how many events came before the first
	moments []moment            // by number of the event, less before and 1
	choices map[uint64][]choice // by event: all but PointNext and PointPredicate, and of PointFault those of a fault
	lines   map[uint64][]line   // by event: console input

	// Packet, if set, returns the key of the packet of an event. A run that diverges from the
	// recorded one may give packets other ids; without Packet turns use the ids.
	Packet func(event uint64) kernel.PacketKey
}

// moment is a recorded event.
type moment struct {
	actor kernel.Actor
	key   uint16 // the call, see key
	done  bool
}

// choice is option c of n.
type choice struct {
	kind kernel.PointKind
	n, c int
}

// line is a line of console input; ok is false if the input had ended.
type line struct {
	text string
	ok   bool
}

// Keep makes the replay add each event to the Answers that it returns. Call it before the
// machine is made.
func (r *Replay) Keep() *Answers {
	r.kept = NewAnswers(r.events)
	return r.kept
}

// NewAnswers returns Answers without events. They are added in their order, from the one on that comes after so many.
func NewAnswers(before uint64) *Answers {
	return &Answers{before: before, choices: map[uint64][]choice{}, lines: map[uint64][]line{}}
}

// Chosen adds a choice of the event that is added next.
func (a *Answers) Chosen(c Choice) {
	if c.Kind != kernel.PointNext && c.Kind != kernel.PointPredicate && (c.Kind != kernel.PointFault || c.C > 0) {
		a.choices[a.now()] = append(a.choices[a.now()], choice{c.Kind, c.N, c.C})
	}
}

// Read adds a line of input that the event which is added next reads; ok is false if the input had ended.
func (a *Answers) Read(text string, ok bool) { a.line(text, ok) }

// Add adds an event: who took the step, with which call, and whether that was done.
func (a *Answers) Add(who kernel.Actor, op kernel.Op, done bool) { a.event(who, key(who, op), done) }

// Events returns the number of events: those up to the end of the replay.
func (a *Answers) Events() uint64 { return a.before + uint64(len(a.moments)) }

// Actor returns the actor of event n, up to Events.
func (a *Answers) Actor(n uint64) kernel.Actor { return a.moment(n).actor }

func (a *Answers) moment(n uint64) *moment { return &a.moments[n-a.before-1] }

// Choice is a choice within an event, or before it, but for that of the next actor.
type Choice struct {
	Kind kernel.PointKind
	N, C int // option C of N was chosen
}

// Choices returns the choices of event n, in their order.
func (a *Answers) Choices(n uint64) (all []Choice) {
	for _, c := range a.choices[n] {
		all = append(all, Choice{c.kind, c.n, c.c})
	}
	return all
}

// Lines returns the lines of console input that event n read.
func (a *Answers) Lines(n uint64) (all []string) {
	for _, l := range a.lines[n] {
		if l.ok {
			all = append(all, l.text)
		}
	}
	return all
}

// now returns the number of the present event.
func (a *Answers) now() uint64 { return a.Events() + 1 }

func (a *Answers) choice(p kernel.Point, c int) {
	a.Chosen(Choice{p.Kind, p.N, c})
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
		steps[m.actor] = append(steps[m.actor], a.before+uint64(i)+1)
	}
	return steps
}
