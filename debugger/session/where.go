package session

import (
	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Place says where a thread stands at a position, and what keeps it there.
type Place struct {
	Thread kernel.ThreadID
	Name   string
	Done   int // events done
	Of     int // events in all
	Status kernel.ThreadStatus
	Call   kernel.Call  // the next call or the present one; zero if the thread has ended
	Where  kernel.Frame // the source line; zero if unknown

	Hold  Hold
	Row   waitfor.Row // what it waits for, or would wait for; zero if it has ended
	Event int         // its next event in the recording, -1 if there is none
	Lacks []int       // events that come directly before Event and that the position does not hold, in recorded order
	Ender int         // Doomed: the event that ends it
}

// Where returns the places of all threads that exist at the present position, in the order of their
// ids.
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

// next fills in the events of a thread.
func (s *Session) next(p *Place) {
	if s.Early() {
		p.Done = s.early.steps(p.Thread)
		p.Of = p.Done
		return
	}
	lane := s.log().tape.LaneOf(p.Thread)
	if lane < 0 {
		return
	}
	l := &s.log().tape.Lanes[lane]
	p.Done, p.Of = int(s.log().at.Cut[lane]), l.Len()
	if p.Done < p.Of {
		p.Event = l.Event(p.Done)
		p.Lacks = s.order().MissingCauses(s.log().at.Cut, p.Event)
	}
}
