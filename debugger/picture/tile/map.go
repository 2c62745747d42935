package tile

import (
	"slices"

	"machsim/debugger/session"
	"machsim/kernel"
)

// Map is what the tiles of a run are made from. It is read-only once it is made.
type Map struct {
	s     *session.Session
	lanes []lane
	lost  map[int]int // by the event at which a packet is lost: the one that sent its message
	kept  []uint32    // the events of the axis Folded, in order, counted from the first; nil until it is asked for
}

// lane is the events of a lane of the run.
type lane struct {
	events []uint8   // by event: its class and bits
	peaks  [][]uint8 // by level: the greatest class among 16 of the level below
	born   int       // the event that made it; 0 if the program's Main did
	gone   int       // the event with which it ended; the length of the run if it is there at the end
}

// The bits of an event.
const (
	classBits = 7
	waitsBit  = 8  // the thread waits after it
	quietBit  = 16 // nothing came of it
)

// fan is how many entries of a level one entry of the next stands for.
const fan = 16

// Of reads the run of a session.
func Of(s *session.Session) *Map {
	m := &Map{s: s, lanes: make([]lane, s.Lanes()), lost: map[int]int{}}
	ended := map[kernel.ThreadID]int{}
	s.Ends(func(event int, id kernel.ThreadID) { ended[id] = event })
	for i := range m.lanes {
		m.read(i, ended)
	}
	m.befall()
	m.fail()
	for i := range m.lanes {
		m.lanes[i].raise()
	}
	return m
}

// read reads a lane.
func (m *Map) read(i int, ended map[kernel.ThreadID]int) {
	l := &m.lanes[i]
	l.events = make([]uint8, 0, m.s.LaneLen(i))
	l.gone = m.s.Len()
	id := m.s.ThreadIn(i)
	if id == 0 {
		l.events = l.events[:cap(l.events)]
		switch {
		case m.s.Failing(i):
			l.fill(Trouble)
		case m.s.Edited(i):
			l.fill(Failure)
		}
		return
	}
	m.s.Glimpses(i, func(g *session.Glimpse) {
		c := classOf(g)
		bits := uint8(c)
		if !g.Done {
			bits |= waitsBit
		}
		if isQuiet(g, c) {
			bits |= quietBit
		}
		l.events = append(l.events, bits)
	})
	l.born = max(m.s.MakerOf(id), m.s.First())
	if m.s.Final().Threads.At(uint32(id)).Status != kernel.Ended {
		return
	}
	l.gone = m.s.First()
	if n := len(l.events); n > 0 {
		l.gone = m.s.LaneEvent(i, n-1)
	}
	if at, ok := ended[id]; ok {
		l.gone = at
	}
}

// fill gives all events of a lane a class.
func (l *lane) fill(c Class) {
	for i := range l.events {
		l.events[i] = uint8(c)
	}
}

// befall marks the packets that something has befallen: that were lost, doubled, overtaken or delayed, by a fault or
// otherwise. Only a pass over the run finds them, so it is made if there may be some.
func (m *Map) befall() {
	may := m.s.Final().Mislaid > 0
	for kind, b := range m.s.Rec.Faults {
		may = may || b.Any() && kernel.FaultKind(kind).OfPacket()
	}
	if !may {
		return
	}
	_ = m.s.Events(0, m.s.Len(), func(e *kernel.Event) { // a motion says what is wrong with the run
		if e.Fault.Kind.OfPacket() {
			m.mark(e.Step, Trouble)
		}
		if e.Fault.Kind.Loses() && e.Msg != nil && e.Msg.Sent > 0 {
			m.lost[int(e.Step)-1] = int(e.Msg.Sent) - 1
		}
	})
}

// fail marks the events with which the run, or a task, fails or halts.
func (m *Map) fail() {
	end := m.s.Final()
	if f := end.Failure; f != nil {
		m.mark(f.Step, Failure)
	}
	for i := range end.Notes {
		m.mark(end.Notes[i].Step, Failure)
	}
	for i := range end.Halt.Halted {
		m.mark(end.Halt.Halted[i].Event, Failure)
	}
}

// mark gives an event, given by its number, a class.
func (m *Map) mark(number uint64, c Class) {
	if number <= uint64(m.s.First()) || number > uint64(m.s.Len()) {
		return
	}
	event := int(number) - 1
	l := m.s.LaneAt(event)
	e := &m.lanes[l].events[m.s.InLane(l, event)]
	*e = *e&waitsBit | uint8(c)
}

// raise makes the levels of the lane.
func (l *lane) raise() {
	below := l.events
	for len(below) > fan {
		level := make([]uint8, 0, len(below)/fan+1)
		for part := range slices.Chunk(below, fan) {
			level = append(level, greatest(part))
		}
		l.peaks = append(l.peaks, level)
		below = level
	}
}

// greatest returns the greatest class among some events.
func greatest(events []uint8) (c uint8) {
	for _, e := range events {
		c = max(c, e&classBits)
	}
	return c
}

// peak returns the most important class among the events of the lane from index i to before index j.
func (l *lane) peak(i, j int) Class {
	c, below := uint8(0), l.events
	for level := 0; ; level++ {
		if j-i < 2*fan || level == len(l.peaks) {
			return Class(max(c, greatest(below[i:j])))
		}
		up, down := (i+fan-1)/fan, j/fan
		c = max(c, greatest(below[i:up*fan]), greatest(below[down*fan:j]))
		below, i, j = l.peaks[level], up, down
	}
}

// state returns how the lane lives at an event; n is how many of its events come before that.
func (l *lane) state(event, n int) life {
	switch {
	case event < l.born || event > l.gone:
		return absent
	case n > 0 && l.events[n-1]&waitsBit != 0:
		return waits
	}
	return runs
}
