package session

import (
	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// Place is where a thread stands at a position, and what keeps it there.
type Place struct {
	Thread kernel.ThreadID
	Name   string
	Done   int // events done
	Of     int // events in all
	Status kernel.ThreadStatus
	Call   kernel.Call  // about to be made, or under way; of a thread that has not ended
	Where  kernel.Frame // its source line; zero when not known

	Hold  Hold
	Row   waitfor.Row // for what it waits, or would wait; zero of a thread that has ended
	Event int         // the one that it takes next in the recording, -1 if it takes none
	Lacks []int       // events that come directly before Event and that the position does not hold, in recorded order
	Ender int         // Doomed: the event that ends it
}

// Where tells of every thread that exists at the present position where it stands, in the
// order of their ids.
func (s *Session) Where() []Place {
	var all []Place
	st := s.State()
	waits := waitfor.Of(st)
	for id := range st.Threads.All {
		th := st.Threads.At(id)
		p := Place{Thread: kernel.ThreadID(id), Name: st.ThreadName(kernel.ThreadID(id)), Status: th.Status, Event: -1}
		if th.Status != kernel.Ended {
			p.Call, p.Where = th.Call, kernel.FrameAt(th.Call.PC)
			p.Row, waits = waits[0], waits[1:] // in the order of their ids too
		}
		s.next(&p)
		p.Hold = s.hold(&p)
		all = append(all, p)
	}
	return all
}

// next fills in the thread's events.
func (s *Session) next(p *Place) {
	lane := s.tape.LaneOf(p.Thread)
	if lane < 0 {
		return
	}
	l := &s.tape.Lanes[lane]
	p.Done, p.Of = int(s.at.Cut[lane]), l.Len()
	if p.Done < p.Of {
		p.Event = l.Event(p.Done)
		p.Lacks = s.order.MissingCauses(s.at.Cut, p.Event)
	}
}
