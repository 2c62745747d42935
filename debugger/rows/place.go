package rows

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

// Position is where one stands in a recorded run, for those who ask how its threads stand there.
type Position interface {
	State() *kernel.State
	GoesOn() bool // there may be events that are not seen yet
	// WentOn says whether a thread has done its last event here, and computed when the run was given up.
	WentOn(id kernel.ThreadID) bool
	// Steps returns how many events a thread has done, and has in all; its next one, -1 if there is none; and those that
	// come directly before that one and are not held, in recorded order.
	Steps(id kernel.ThreadID) (done, of, event int, lacks []int)
	// Ender returns the event of another thread, not held, that ends a thread; -1 if there is none.
	Ender(id kernel.ThreadID) int
	// Line returns where a thread is between two of its calls, as in bank.go:33; "" of one that is at a call.
	Line(id kernel.ThreadID) string
	// ActorOf and Deed say who took the step of an event, and what it did: "event 7 of order.a (mutex_unlock)".
	ActorOf(event int) (kernel.ThreadID, kernel.PacketKey)
	Deed(event int) string
}

// Places tells of the threads at the Position of a run, wherever that is when it is asked.
type Places struct{ at Position }

// PlacesAt returns the Places at a Position.
func PlacesAt(at Position) Places { return Places{at} }

// Where returns the places of all threads that exist, in the order of their ids.
func (x Places) Where() []Place {
	var all []Place
	st := x.at.State()
	waits := waitfor.Of(st)
	for id := range st.Threads.All {
		th := st.Threads.At(id)
		p := Place{Thread: kernel.ThreadID(id), Name: st.ThreadName(kernel.ThreadID(id)), Status: th.Status}
		if th.Status != kernel.Ended {
			p.Call, p.Where = th.Call, kernel.FrameAt(th.Call.PC)
			p.Row, waits = waits[0], waits[1:] // in the order of their ids too
		}
		p.Done, p.Of, p.Event, p.Lacks = x.at.Steps(p.Thread)
		p.Hold = x.hold(&p)
		all = append(all, p)
	}
	return all
}
