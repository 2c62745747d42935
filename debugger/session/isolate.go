package session

import (
	"errors"
	"fmt"

	"machsim/debugger/event/view"
	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// Isolated is the result of running one task alone.
type Isolated struct {
	Threads int // threads of the task that took steps
	Calls   int // their calls, all as recorded; if one differs, those of its thread before it
	// Differs is the first call that differs from the recording; nil if none does.
	Differs *Differs
	// Until is the number of known events of the run if only a part was opened (Options.Part) and the
	// known departure is in another task; else 0.
	Until int
}

// Differs is a call that a program makes instead of the recorded one.
type Differs struct {
	Thread   string
	Where    string // its source line, "" if unknown
	Event    int    // number of the recorded call's first event, 0 if none was recorded
	Recorded string // the recorded call, with its arguments
	Made     string // the call that the program made instead
}

// Isolate runs the programs of one task from its beginning to the end of the run, with the recorded
// results of their calls. Of the other tasks it runs only those that made this one, and only up to
// that point. p is the program to run: the recorded one, perhaps with changed code, or another one.
// Its Main has to make the same tasks. The position stays.
func (s *Session) Isolate(task kernel.TaskID, p *kernel.Program) (*Isolated, error) {
	e, ok := s.log().engine.(engine.Isolator)
	if !ok {
		return nil, errors.New("the programs of this run cannot be run one by one")
	}
	if err := s.Whole("tasks that run alone"); err != nil {
		return nil, err
	}
	x := s.isolated(task)
	err := e.Isolate(task, p)
	var d *engine.Divergence
	switch {
	case err == nil:
		s.departing(x, task)
		return x, nil
	case !errors.As(err, &d):
		return nil, err
	case s.log().tape.TaskOf(d.ID) != task:
		return nil, fmt.Errorf("the task cannot be run alone: %s, which is needed to make it, makes another call than "+
			"was recorded at event %d: %s, and not %s", d.Thread, d.Event, d.Actual, d.Recorded)
	}
	x.Calls = d.Call
	x.Differs, err = s.differs(d)
	return x, err
}

// departing fills in the divergence with which the opened part of the run ends.
func (s *Session) departing(x *Isolated, task kernel.TaskID) {
	d := s.departs
	if d == nil {
		return
	}
	for id := range s.Final().Threads.All {
		thread := kernel.ThreadID(id)
		if d.Exact() && s.Final().AsGiven().ThreadName(thread) == d.Thread && s.log().tape.TaskOf(thread) == task {
			x.Calls = s.log().tape.Lanes[s.log().tape.LaneOf(thread)].Done()
			x.Differs = &Differs{d.Thread, d.Where, int(d.Event), d.Recorded, d.Actual}
			return
		}
	}
	x.Until = s.Len()
}

// isolated counts the threads and calls of a task.
func (s *Session) isolated(task kernel.TaskID) *Isolated {
	x := &Isolated{}
	for i := range s.log().tape.Lanes {
		if l := &s.log().tape.Lanes[i]; l.Thread != 0 && s.log().tape.TaskOf(l.Thread) == task {
			x.Threads++
			x.Calls += l.Calls()
		}
	}
	return x
}

// differs describes a divergence, with names from the state in which the recorded call was made.
func (s *Session) differs(d *engine.Divergence) (*Differs, error) {
	x := &Differs{Thread: d.Thread, Where: d.Where, Event: d.Event, Recorded: d.Recorded, Made: d.Actual}
	lane := s.log().tape.LaneOf(d.ID)
	l := &s.log().tape.Lanes[lane]
	_, _, recorded := s.log().tape.Call(lane, d.Call)
	if !recorded {
		x.Recorded, x.Event = "no other call", 0
	}
	if d.Call == 0 {
		return x, nil
	}
	here := s.log().at
	if err := s.MoveTo(s.Least(l.Event(l.DoneBy(d.Call-1) - 1))); err != nil {
		return nil, err
	}
	st := s.State().Clone()
	if recorded {
		x.Recorded = view.Call(st, d.ID)
	}
	th := st.Threads.Mut(uint32(d.ID))
	th.Call, th.Phase = d.Made, 0
	if th.Call.Msg = 0; d.Message != nil {
		th.Call.Msg = st.IPC.NewDraft(d.Message)
	}
	if x.Made = view.Call(st, d.ID); x.Made == x.Recorded {
		x.Made += ", with other data"
	}
	return x, s.MoveTo(here)
}

// Departs returns the first event at which the program diverges from the recording, if only the
// events before it were opened (Options.Part); else nil.
func (s *Session) Departs() *record.Divergence { return s.departs }
