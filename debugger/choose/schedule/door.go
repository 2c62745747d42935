package schedule

import (
	"fmt"
	"math"
	"slices"

	"machsim/kernel"
)

// Door makes the choices of a run by a Schedule, and takes down the one that comes about.
type Door struct {
	to     *Schedule
	then   kernel.Door // makes the choices if there is no Schedule
	who    kernel.Door // chooses who goes next in place of the Schedule; nil for nobody
	draws  bool        // who makes all other choices, too
	taken  Schedule
	names  names
	offers []offer
	index  []int      // by actor of the run: that in taken, plus 1
	did    []progress // by actor of the run

	ways    []way // by actor of the Schedule
	whose   []int // by actor of the run: that of the Schedule, plus 1; -1 for none
	choices map[asked][]Choice
	line    int
	last    kernel.Actor
	row     int  // steps of last that nothing asked for
	strayed bool // from the Schedule, which it followed exactly before

	faults []int  // of the Schedule, that are still to come
	fault  string // the next step is this one
}

// offer is who could take a step.
type offer struct {
	step   int
	actors []int // of the run
}

// progress is what an actor has done.
type progress struct {
	calls []uint32 // by operation: how many it has begun
	part  uint32   // steps of the present call
}

// way is what a Schedule has of an actor.
type way struct {
	steps []int // indexes
	next  int   // the first of them that may still come
	known bool  // next is right for the step that the actor is at
}

// asked is what a choice is known by, together with its number among those of the same.
type asked struct {
	by   string
	kind kernel.PointKind
}

// patience is how many steps in a row a thread takes that nothing asks for, while others could go.
const patience = 200

// Follow returns a Door that follows a Schedule.
func Follow(to *Schedule) *Door {
	d := &Door{to: to, ways: make([]way, len(to.Actors)), choices: map[asked][]Choice{}}
	for i, s := range to.Steps {
		if s.Actor >= 0 {
			d.ways[s.Actor].steps = append(d.ways[s.Actor].steps, i)
		} else if s.Fault != "" {
			d.faults = append(d.faults, i)
		}
	}
	for _, c := range to.Choices {
		k := asked{c.By, c.Kind}
		d.choices[k] = append(d.choices[k], c)
	}
	return d
}

// Like returns a Door that makes all choices as a Schedule does but who goes next: that it asks another.
func Like(to *Schedule, who kernel.Door) *Door {
	d := Follow(to)
	d.who = who
	return d
}

// Redraw returns a Door that asks another one in place of a Schedule, but has nothing go wrong of a sort that went
// wrong in no step of the Schedule.
func Redraw(to *Schedule, who kernel.Door) *Door {
	d := Like(to, who)
	d.draws = true
	return d
}

// Note returns a Door that asks another, and takes the Schedule down.
func Note(then kernel.Door) *Door { return &Door{then: then} }

// Taken returns the Schedule of the run that has ended.
func (d *Door) Taken() *Schedule {
	s := &d.taken
	s.offered = make([][]int, len(s.Steps))
	for _, o := range d.offers {
		if o.step < len(s.Steps) {
			s.offered[o.step] = append(s.offered[o.step], d.taking(o.actors)...)
		}
	}
	return s
}

// taking are the numbers that actors have in the Schedule that comes about.
func (d *Door) taking(actors []int) (all []int) {
	for _, k := range actors {
		if k < len(d.index) {
			all = append(all, d.index[k]-1)
		}
	}
	return all
}

// offer notes who can go next.
func (d *Door) offer(p kernel.Point) {
	o := offer{step: len(d.taken.Steps), actors: make([]int, p.N)}
	for i := range p.N {
		o.actors[i] = d.names.actor(p.State(), p.Option(i))
	}
	d.offers = append(d.offers, o)
}

// Took says whether a thread has taken a step.
func (d *Door) Took(id kernel.ThreadID) bool {
	if int(id) >= len(d.names.threads) {
		return false
	}
	k := d.names.threads[id] - 1
	return k >= 0 && k < len(d.index) && d.index[k] > 0
}

// Input returns the next line of the Schedule.
func (d *Door) Input() (line string, ok bool) {
	switch {
	case d.to == nil:
		line, ok = d.then.Input()
	case d.line < len(d.to.Lines):
		line, ok = d.to.Lines[d.line], true
		d.line++
	}
	if ok {
		d.taken.Lines = append(d.taken.Lines, line)
	}
	return line, ok
}

// Choose chooses what stands first in the Schedule.
func (d *Door) Choose(p kernel.Point) (c int) {
	if p.Kind == kernel.PointNext || d.names.threads == nil {
		d.names.look(p.State()) // timers may have fired since the last step
	}
	if p.Kind == kernel.PointNext {
		d.offer(p)
	}
	switch {
	case d.to == nil:
		c = d.then.Choose(p)
	case p.Kind == kernel.PointFault:
		c = d.hit(p)
	case p.Kind == kernel.PointNext && d.who != nil:
		c = d.who.Choose(p)
	case p.Kind == kernel.PointNext:
		c = d.next(p)
	case p.Kind == kernel.PointPredicate:
	case d.draws:
		c = d.draw(p)
	case p.Early && len(d.choices[asked{d.asks(p), p.Kind}]) == 0:
		c = d.early(p)
	default:
		c = d.data(p)
	}
	switch p.Kind {
	case kernel.PointNext, kernel.PointPredicate:
	case kernel.PointFault:
		if d.fault = ""; c > 0 {
			d.fault = faultOf(p, c)
		}
	default:
		d.taken.Choices = append(d.taken.Choices, Choice{p.Kind, d.asks(p), p.N, c})
	}
	return c
}

// draw asks the other Door.
func (d *Door) draw(p kernel.Point) int {
	switch p.Kind {
	case kernel.PointPacket, kernel.PointDisk, kernel.PointProbe:
		if !slices.ContainsFunc(d.to.Choices, func(c Choice) bool { return c.Kind == p.Kind && c.C > 0 }) {
			return 0
		}
	}
	return d.who.Choose(p)
}

// hit lets the next fault of the Schedule happen where that has it, if the run has followed it exactly so far, and
// otherwise once nobody who can go stands before it.
func (d *Door) hit(p kernel.Point) int {
	if len(d.faults) == 0 {
		return 0
	}
	at := d.faults[0]
	if !d.strayed && len(d.taken.Steps) < at || d.strayed && d.precedes(p.State(), at) {
		return 0
	}
	for c := 1; c < p.N; c++ {
		if faultOf(p, c) == d.to.Steps[at].Fault {
			d.faults = d.faults[1:]
			return c
		}
	}
	return 0
}

// precedes says whether somebody stands before a place of the Schedule who can go, now or after a time.
func (d *Door) precedes(s *kernel.State, at int) bool {
	if s.Ready.Len()+s.Arrive.Len() == 0 && len(s.Timers) > 0 && d.waits(at) {
		return true // time passes
	}
	for i := range s.Ready.Len() {
		if d.place(s, kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))}) < at {
			return true
		}
	}
	for i := range s.Arrive.Len() {
		if d.place(s, kernel.Actor{Packet: kernel.PacketID(s.Arrive.At(i))}) < at {
			return true
		}
	}
	return false
}

// waits says whether a step that stands before a place is still to come.
func (d *Door) waits(before int) bool {
	return slices.ContainsFunc(d.ways, func(w way) bool { return w.next < len(w.steps) && w.steps[w.next] < before })
}

// faultOf names the fault that an option is.
func faultOf(p kernel.Point, c int) string {
	s, f := p.State(), p.Faults()[c-1]
	switch f.Kind.Hits() {
	case kernel.HitsTask:
		return fmt.Sprint(f.Kind, " ", s.TaskName(kernel.TaskID(f.Object)), " ", f.Amount)
	case kernel.HitsWire:
		w := s.Wires.At(f.Object)
		return fmt.Sprint(f.Kind, " ", s.HostName(w.A), " ", s.HostName(w.B))
	}
	return fmt.Sprint(f.Kind, " ", s.HostName(kernel.HostID(f.Object)), " ", f.Amount)
}

// asks names whom a choice is for.
func (d *Door) asks(p kernel.Point) string {
	switch {
	case p.Packet != 0:
		return d.names.texts[d.names.packet(p.State(), p.Packet)]
	case p.Thread == 0:
		return ""
	}
	return d.names.texts[d.names.thread(p.State(), p.Thread)]
}

// data repeats a choice: the n-th of a kind that a thread makes.
func (d *Door) data(p kernel.Point) int {
	k := asked{d.asks(p), p.Kind}
	all := d.choices[k]
	if len(all) == 0 {
		return 0
	}
	d.choices[k] = all[1:]
	return min(all[0].C, p.N-1)
}

// next chooses who goes next.
func (d *Door) next(p kernel.Point) int {
	best, first, same := 0, math.MaxInt, -1
	for i := range p.N {
		a := p.Option(i)
		at := d.place(p.State(), a)
		if at < first || at == first && at < math.MaxInt && d.to.Steps[at].Rank == d.names.rank(a.Packet) {
			best, first = i, at
		}
		if a == d.last {
			same = i
		}
	}
	switch {
	case first < math.MaxInt:
		return best
	case same >= 0 && d.row < patience:
		d.row++
		return same
	}
	d.row = 0
	return (same + 1) % p.N
}

// early lets the earliest timer fire unless somebody who can go stands before whom it lets go on.
func (d *Door) early(p kernel.Point) int {
	s := p.State()
	first := d.place(s, p.Option(1))
	for i := range s.Ready.Len() {
		if d.place(s, kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))}) < first {
			return 0
		}
	}
	if first == math.MaxInt {
		return 0
	}
	return 1
}

// place returns where the Schedule has the next step of an actor; of a step that it does not have, that of the actor's
// next one that it has.
func (d *Door) place(s *kernel.State, a kernel.Actor) int {
	k := d.names.actor(s, a)
	w := d.way(k)
	if w == nil || w.next == len(w.steps) {
		return math.MaxInt
	}
	if !w.known {
		w.known = true
		if i := d.find(w, d.now(k, opOf(s, a))); i >= 0 {
			w.next = i
		}
	}
	return w.steps[w.next]
}

// way returns what the Schedule has of an actor of the run, nil for nothing.
func (d *Door) way(k int) *way {
	for k >= len(d.whose) {
		d.whose = append(d.whose, 0)
	}
	if d.whose[k] == 0 {
		d.whose[k] = -1
		if i := d.to.actor(d.names.texts[k]); i >= 0 {
			d.whose[k] = i + 1
		}
	}
	if d.whose[k] < 0 {
		return nil
	}
	return &d.ways[d.whose[k]-1]
}

func opOf(s *kernel.State, a kernel.Actor) kernel.Op {
	if a.Thread == 0 {
		return 0
	}
	return s.Threads.At(uint32(a.Thread)).Call.Op
}

// now returns the step that an actor is at.
func (d *Door) now(k int, op kernel.Op) Step {
	for k >= len(d.did) {
		d.did = append(d.did, progress{})
	}
	p := &d.did[k]
	for int(op) >= len(p.calls) {
		p.calls = append(p.calls, 0)
	}
	if p.part > 0 {
		return Step{Actor: k, Op: op, Call: p.calls[op] - 1, Part: p.part}
	}
	return Step{Actor: k, Op: op, Call: p.calls[op]}
}

// Tracer has to listen to the run.
func (d *Door) Tracer() kernel.Tracer { return kernel.Tracer{Step: d.step} }

// step takes a step down.
func (d *Door) step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	d.last = a
	d.taken.idle = append(d.taken.idle, s.Ready.Len()+s.Arrive.Len() == 0)
	defer d.stepped(s)
	if a.Edited() {
		d.taken.Steps = append(d.taken.Steps, Step{Actor: -1, Done: done, Fault: d.fault})
		d.fault = ""
		return
	}
	k := d.names.took(s, a)
	if a.Thread == 0 {
		op, done = 0, true
	}
	now := d.now(k, op)
	if a.Thread == 0 {
		now.Packet, now.Rank = true, d.names.rank(a.Packet)
	}
	d.take(k, now, done)
	p := &d.did[k]
	if p.part == 0 {
		p.calls[op]++
	}
	if p.part++; done {
		p.part = 0
	}
	if d.to != nil {
		d.pass(k, now)
	}
}

// stepped notes what is so after a step.
func (d *Door) stepped(s *kernel.State) {
	if n := len(d.taken.Steps); d.to != nil && !d.strayed {
		d.strayed = n > len(d.to.Steps) || d.to.Steps[n-1] != d.taken.Steps[n-1]
	}
	d.names.look(s)
}

// take adds a step to the Schedule that comes about, in which actors have numbers in the order of their first steps.
func (d *Door) take(k int, now Step, done bool) {
	for k >= len(d.index) {
		d.index = append(d.index, 0)
	}
	if d.index[k] == 0 {
		d.taken.Actors = append(d.taken.Actors, d.names.texts[k])
		d.index[k] = len(d.taken.Actors)
	}
	now.Actor, now.Done = d.index[k]-1, done
	d.taken.Steps = append(d.taken.Steps, now)
}

// pass goes on in the Schedule behind a step.
func (d *Door) pass(k int, now Step) {
	if w := d.way(k); w != nil {
		if i := d.find(w, now); i >= 0 {
			w.next = i + 1
		}
		w.known = false
	}
}

// find returns the index of a step among those of an actor that may still come, -1 if it is not one of them.
func (d *Door) find(w *way, now Step) int {
	for i := w.next; i < len(w.steps); i++ {
		if d.to.Steps[w.steps[i]].same(now) {
			return i
		}
	}
	return -1
}
