package debugger

import (
	"machsim/kernel"
)

// Place is where a thread stands at a position.
type Place struct {
	Thread kernel.ThreadID
	Name   string
	Done   int // events done
	Of     int // events in all
	Status kernel.ThreadStatus
	Call   kernel.Call  // about to be made, or under way; of a thread that has not ended
	Where  kernel.Frame // its source line; zero when not known
}

// Where tells of every thread that exists at the present position where it stands.
func (s *Session) Where() []Place {
	var all []Place
	st := s.State()
	for id := range st.Threads.All {
		th := st.Threads.At(id)
		p := Place{Thread: kernel.ThreadID(id), Name: st.ThreadName(kernel.ThreadID(id)), Status: th.Status}
		if lane := s.Tape.LaneOf(p.Thread); lane >= 0 {
			p.Done, p.Of = int(s.cut[lane]), s.Tape.Lanes[lane].Len()
		}
		if th.Status != kernel.Ended {
			p.Call, p.Where = th.Call, kernel.FrameAt(th.Call.PC)
		}
		all = append(all, p)
	}
	return all
}
