package diagram

import (
	"fmt"

	"machsim/debugger/picture/arrow"
	"machsim/kernel"
)

// Diagram is a window of a run as a space-time diagram. Events are identified by their index in the
// run, from 0; people see the number, which is one more.
type Diagram struct {
	Program string
	Seed    uint64
	Total   int    // events of the run
	From    int    // the window: the first event
	To      int    // the window: after the last event
	Ending  string // how the run ended, in a word or two

	Lanes    []Lane
	Events   []Event // the lanes' events in the window, in recorded order
	Arrows   []Arrow // by the event they lead to; those without one last
	Rows     []Row
	Levels   []int    // by lane: before which row the position is; len(Rows) if after all
	Position string   // the position, described
	Left     []string // what the picture does not show, in sentences

	replay *replay // the run as debuggers replay it; nil for the recorded one
	words  Words
	slide  bool                      // the picture has the shape of a slide
	needs  struct{ rows, lanes int } // of all that a slide was to show
}

// Lane is a thread.
type Lane struct {
	Name   string // the whole name
	Short  string // within its task, if it was given a name; else the whole
	Task   string
	Host   string
	Spans  []Span
	Killed int    // the event of another thread, packet or edit that ended it; -1 if none in the window did
	Halted int    // the event with which its process halted (kernel.Halt); -1 if none in the window
	Stuck  string // what it waits for when the run is stuck; "" for other threads
}

// Span is a part of a lane's life: from one event to another. From may be before the
// window, To may be the window's end.
type Span struct {
	From, To int
	Blocked  bool
}

// Event is a step of a thread, a change that was made at the debugger, or the halting of a
// process by a marker.
type Event struct {
	Index  int   // its place in the picture: in the run, or in a replay that debuggers halt (Options.Control)
	Of     int   // its number in the run, from 1; 0 for a control message that is no event of it
	Lane   int   // for an edit, the lane of the thread that it changes; Nowhere if there is none
	Time   int64 // virtual, in microseconds, before it; in such a replay, the step
	Kind   Kind
	Op     kernel.Op // of a thread's
	Label  string    // a few words
	Text   string    // the whole sentence
	Where  string    // source line; "" when not known
	Blocks bool      // the thread waits after it
	Inside bool      // the position holds it
	Held   bool      // its message is held at the position: an artificial delay
	Marked bool      // it is one of Options.Marked
	Span   string    // the span that begins or ends with it; "" for none

	linked bool // an arrow leads to it or from it
	silent bool // it has no row: a control message arrives, and what comes of it stands below
}

// Number is the number under which people know the event; 0 if it is none of the run.
func (e *Event) Number() int { return e.Of }

// number is its number as it is drawn: with a star if it is marked.
func (e *Event) number() string {
	switch {
	case e.Of == 0:
		return ""
	case e.Marked:
		return fmt.Sprint("*", e.Number())
	}
	return fmt.Sprint(e.Number())
}

// called is the number of an event by its Index.
func (d *Diagram) called(index int) int {
	if e := d.at(index); e != nil {
		return e.Of
	}
	return index + 1
}

// mark marks events.
func (d *Diagram) mark(numbers []int) {
	marked := map[int]bool{}
	for _, n := range numbers {
		marked[n] = true
	}
	for i := range d.Events {
		d.Events[i].Marked = marked[d.Events[i].Number()]
	}
}

// Arrow leads from an event to one that it affected.
type Arrow struct {
	Kind     Flow
	From, To int  // To is Nowhere for a message that was never received
	Lost     bool // the event at its end, an edit, drops the message
	// The lanes of both ends, Nowhere for an end that the picture does not show.
	FromLane, ToLane int
}

// Nowhere is an end of an arrow that does not exist, or is not shown.
const Nowhere = -1

// Flow is the kind of an arrow.
type Flow = arrow.Kind

// The kinds.
const (
	Message  = arrow.Message
	Fork     = arrow.Fork
	Wake     = arrow.Wake
	Lock     = arrow.Lock
	Marker   = arrow.Marker
	Request  = arrow.Control
	Ack      = arrow.Ack
	numFlows = arrow.NumKinds
)
