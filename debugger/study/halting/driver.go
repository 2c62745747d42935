package halting

import (
	"slices"

	"machsim/debugger/query/detect"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
)

// driver is the Door of a run to be halted. It repeats the choices of a recorded run, and chooses
// by a seed when markers arrive.
type driver struct {
	s       *session.Session // the recorded run
	answers *record.Answers
	parts   []detect.Part
	seed    kernel.Door

	next     int                        // the next recorded event
	within   int                        // the choices made within it
	read     int                        // the lines read within it
	diverged bool                       // the run has left the recorded one
	done     map[kernel.ThreadID]int    // by thread: its program's events
	last     map[kernel.ThreadID]uint64 // by thread: the last of them, as a number of this run
	markers  int                        // markers that have arrived
	detected []detection
}

// detection is a part of the predicate that was met.
type detection struct {
	part   int
	thread kernel.ThreadID
	event  uint64 // of this run
}

func newDriver(s *session.Session, a *record.Answers, parts []detect.Part, seed uint64) *driver {
	return &driver{
		s: s, answers: a, parts: parts, seed: kernel.NewRandom(seed),
		done: map[kernel.ThreadID]int{}, last: map[kernel.ThreadID]uint64{},
	}
}

// Choose returns the recorded choice if the point is the recorded one.
func (d *driver) Choose(p kernel.Point) int {
	switch {
	case p.Kind == kernel.PointPredicate:
		return d.met(p)
	case d.diverged:
		return d.seed.Choose(p)
	case p.Kind == kernel.PointNext:
		return d.pick(p)
	}
	made := d.answers.Choices(uint64(d.next) + 1)
	if d.within >= len(made) || made[d.within].Kind != p.Kind || made[d.within].N != p.N {
		d.diverged = true
		return d.seed.Choose(p)
	}
	d.within++
	return made[d.within-1].C
}

// met returns 1 if the last event of a thread meets a part of the predicate, else 0. After the run
// has diverged it returns 0: a process has halted, and no further part is detected.
func (d *driver) met(p kernel.Point) int {
	event := d.s.EventOf(p.Thread, d.done[p.Thread]-1)
	if d.diverged || event < 0 {
		return 0
	}
	if _, ok := slices.BinarySearch(d.parts[p.Stage].Events, event); !ok || !armed(p, d.last[p.Thread]) {
		return 0
	}
	return 1
}

// armed says whether a task was told to watch for a part before an event.
func armed(p kernel.Point, event uint64) bool {
	s := p.State()
	task := s.Threads.At(uint32(p.Thread)).Task
	return slices.ContainsFunc(s.Halt.Armed, func(a kernel.Armed) bool {
		return a.Task == task && int(a.Stage) == p.Stage && a.Event < event
	})
}

// pick chooses the next actor: the recorded one, or a marker.
func (d *driver) pick(p kernel.Point) int {
	var options []int
	for i := range p.N {
		a := p.Option(i)
		if isMarker(p.State(), a) || d.isNext(p.State(), a) {
			options = append(options, i)
		}
	}
	if len(options) == 0 {
		d.diverged = true
		return d.seed.Choose(p)
	}
	p.N = len(options)
	if p.N == 1 {
		return options[0]
	}
	return options[d.seed.Choose(p)]
}

// isNext says whether an actor took the next recorded step.
func (d *driver) isNext(s *kernel.State, a kernel.Actor) bool {
	if d.next >= d.s.Len() {
		return false
	}
	thread, packet := d.s.ActorOf(d.next)
	if a.Thread != 0 || thread != 0 {
		return a.Thread == thread
	}
	return s.Packets.At(uint32(a.Packet)).Key == packet
}

func isMarker(s *kernel.State, a kernel.Actor) bool {
	return a.Packet != 0 && s.Packets.At(uint32(a.Packet)).Kind >= kernel.PacketPredicate
}

// Input returns the recorded lines.
func (d *driver) Input() (string, bool) {
	lines := d.answers.Lines(uint64(d.next) + 1)
	if d.diverged || d.read >= len(lines) {
		return "", false
	}
	d.read++
	return lines[d.read-1], true
}

// see counts the events of the run, and notes when it diverges.
func (d *driver) see(e *kernel.Event) {
	switch {
	case e.Met > 0:
		d.detected = append(d.detected, detection{e.Met - 1, e.Actor.Thread, e.Step})
		return
	case e.Packet != nil && e.Packet.Kind >= kernel.PacketPredicate:
		d.markers++
		return
	case e.Actor.Thread != 0:
		d.done[e.Actor.Thread]++
		d.last[e.Actor.Thread] = e.Step
	}
	d.diverged = d.diverged || !d.isRecorded(e)
	d.next, d.within, d.read = d.next+1, 0, 0
}

// isRecorded says whether an event equals the next recorded one.
func (d *driver) isRecorded(e *kernel.Event) bool {
	if d.next >= d.s.Len() {
		return false
	}
	thread, packet := d.s.ActorOf(d.next)
	if e.Packet != nil {
		return thread == 0 && e.Packet.Key == packet
	}
	return e.Actor.Thread == thread && e.Done == d.s.Completes(d.next)
}
