package halting

import (
	"fmt"
	"slices"

	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
)

// along is the Door and the Log of a run that is halted and goes on. It repeats a recorded run that is not: of all that
// can go, it lets go what stands first there, with the choices made there. What agents tell each other arrives as soon
// as it can. What the recorded run does not have is chosen by a seed.
type along struct {
	s       *session.Session // the recorded run
	answers *record.Answers
	seed    kernel.Door

	threads map[string]int // of the recorded run, by their paths: lanes
	packets map[kernel.PacketKey]int
	lanes   map[kernel.ThreadID]int // by thread of this run: its lane there, -1 if there is none

	next  []int // by lane: its events that were repeated
	done  []bool
	first int         // the first event that was not
	used  map[int]int // by event: choices of it that were made again
	read  map[int]int // likewise lines
	now   int         // the event that is being repeated; -1 for none
	told  []uint64    // the events of this run that are not the program's
}

func newAlong(s *session.Session, a *record.Answers, seed uint64) *along {
	d := &along{s: s, answers: a, seed: kernel.NewRandom(seed), threads: map[string]int{},
		packets: map[kernel.PacketKey]int{}, lanes: map[kernel.ThreadID]int{},
		next: make([]int, s.Lanes()), done: make([]bool, s.Len()),
		used: map[int]int{}, read: map[int]int{}, now: -1}
	end := s.Final()
	for lane := range s.Lanes() {
		switch id := s.ThreadIn(lane); {
		case s.LaneLen(lane) == 0 || s.Edited(lane):
		case id != 0:
			d.threads[pathOf(end, id)] = lane
		default:
			_, key := s.ActorOf(s.LaneEvent(lane, 0))
			d.packets[key] = lane
		}
	}
	return d
}

// pathOf names a thread by its makers, as in every run, whatever names the program gives these meanwhile.
func pathOf(s *kernel.State, id kernel.ThreadID) string {
	return path(s, kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)})
}

func path(s *kernel.State, o kernel.Object) string {
	made, ok := s.StableOf(o)
	if !ok {
		return ""
	}
	return fmt.Sprint(path(s, made.Maker), "/", made.Kind, made.Serial)
}

// laneOf returns the lane of an actor in the recorded run; -1 if it has none there.
func (d *along) laneOf(s *kernel.State, a kernel.Actor) int {
	if a.Thread == 0 {
		if lane, ok := d.packets[s.Packets.At(uint32(a.Packet)).Key]; ok && a.Packet != 0 {
			return lane
		}
		return -1
	}
	lane, known := d.lanes[a.Thread]
	if !known {
		there := false
		if lane, there = d.threads[pathOf(s, a.Thread)]; !there {
			lane = -1
		}
		d.lanes[a.Thread] = lane
	}
	return lane
}

// eventOf returns the recorded event that an actor would repeat; -1 if there is none.
func (d *along) eventOf(s *kernel.State, a kernel.Actor) int {
	lane := d.laneOf(s, a)
	if lane < 0 || d.next[lane] >= d.s.LaneLen(lane) {
		return -1
	}
	return d.s.LaneEvent(lane, d.next[lane])
}

// Choose repeats a choice.
func (d *along) Choose(p kernel.Point) int {
	event := d.now
	switch {
	case p.Kind == kernel.PointNext:
		return d.who(p)
	case p.Kind == kernel.PointFault:
		return d.fault(p)
	case p.Early && slices.ContainsFunc(p.State().Options(), func(a kernel.Actor) bool { return agents(p.State(), a) }):
		return 0
	case event < 0: // timers fire before it is known who goes next
		event = d.first
	}
	if c, ok := d.again(p, event); ok {
		return c
	}
	return d.seed.Choose(p)
}

// again returns the next choice of an event, if it is one of the same.
func (d *along) again(p kernel.Point, event int) (c int, ok bool) {
	if event < 0 || event >= d.s.Len() {
		return 0, false
	}
	made := d.answers.Choices(uint64(event) + 1)
	i := d.used[event]
	if i >= len(made) || made[i].Kind != p.Kind || made[i].N != p.N {
		return 0, false
	}
	d.used[event]++
	return made[i].C, true
}

// fault lets a fault happen where the recorded run has it, once all hosts go on.
func (d *along) fault(p kernel.Point) int {
	if d.first < d.s.Len() && !p.State().Stood() && d.s.Failing(d.s.LaneAt(d.first)) {
		if c, ok := d.again(p, d.first); ok {
			return c
		}
	}
	return 0
}

// who chooses who goes next.
func (d *along) who(p kernel.Point) int {
	best, first := -1, 0
	for i := range p.N {
		a := p.Option(i)
		if agents(p.State(), a) {
			return i
		}
		if e := d.eventOf(p.State(), a); e >= 0 && (best < 0 || e < first) {
			best, first = i, e
		}
	}
	if best < 0 {
		return d.seed.Choose(p)
	}
	return best
}

// agents says whether what arrives is for the agent of a host.
func agents(s *kernel.State, a kernel.Actor) bool {
	return a.Packet != 0 && s.Packets.At(uint32(a.Packet)).Halt != 0
}

// Input repeats a line.
func (d *along) Input() (string, bool) {
	if d.now < 0 {
		return "", false
	}
	lines := d.answers.Lines(uint64(d.now) + 1)
	if d.read[d.now] >= len(lines) {
		return "", false
	}
	d.read[d.now]++
	return lines[d.read[d.now]-1], true
}

func (d *along) Open(*kernel.State)                { d.now = -1 }
func (d *along) Glance(kernel.ThreadID, any)       {}
func (d *along) Fired(*kernel.State, kernel.Actor) {}

// Tracer has to listen to the run; package strategy sees to that.
func (d *along) Tracer() kernel.Tracer { return kernel.Tracer{Log: d} }

// Begin notes which event is repeated.
func (d *along) Begin(s *kernel.State, a kernel.Actor) {
	switch {
	case agents(s, a), a.Edited() && s.Failing.Kind == kernel.NoFault:
		d.told = append(d.told, s.Steps+1)
	case a.Edited():
		d.now = d.first
	default:
		d.now = d.eventOf(s, a)
	}
}

// End notes that it was.
func (d *along) End(*kernel.State, kernel.Taken) {
	if d.now < 0 {
		return
	}
	d.next[d.s.LaneAt(d.now)]++
	d.done[d.now] = true
	for d.first < len(d.done) && d.done[d.first] {
		d.first++
	}
}
