package tape

import (
	"sort"
	"time"

	"machsim/kernel"
)

// Tape is a run in memory. It is written once, by a Taker, and then only read.
type Tape struct {
	Program *kernel.Program
	Config  kernel.Config // without Door and observers
	Limit   time.Duration // how long program code may compute between two calls, 0 for the usual time
	Lanes   []Lane
	Start   *kernel.State // before the first event; a picture
	End     *kernel.State // after the last; a picture

	threads []uint32                   // lane of each thread, plus 1
	makers  []uint32                   // by thread: the event that made it, plus 1; 0 if the program's Main did
	askers  map[kernel.ThreadID]uint32 // of threads made by a packet: the event that asked for them, plus 1
	packets map[kernel.PacketKey]uint32
	edits   uint32 // lane of the edits, plus 1; 0 if there are none
	events  []event
	given   []uint32 // what events handed out, and where their messages arrived, one after the other
	givenAt []uint32 // where in given each event's begins
	choices map[uint32][]uint32
	begun   map[uint32]place // by event, if something was handed out or chosen before it
	fires   []fire
	ends    []end
	twins   map[uint32]int // which of several packets of one key an event, or fire, is of
	infos   []any
}

// event is one step.
type event struct {
	now  int64  // virtual time before it, in microseconds
	lane uint32 // times 4, plus 2 if it sent messages, plus 1 if it completed its call
	nth  uint32 // its number in the lane, from 0
}

// fire is a timer that fired between two steps.
type fire struct {
	before uint32 // the event that came next
	lane   uint32
	twin   int
	at     place
}

// place is where, in what an event handed out and chose, a part of it begins: the event
// itself, or a timer that fired before it.
type place struct{ given, arrived, choice uint32 }

// end is the end of a thread by an event not its own return: its program was unwound.
type end struct {
	event  uint32
	thread kernel.ThreadID
}

// Lane is a thread, or the packets of one kind between a host and a port, or all that was
// changed at a debugger.
type Lane struct {
	Thread kernel.ThreadID  // 0 for packets and edits
	Packet kernel.PacketKey // of packets
	Edits  bool

	at       []uint32 // the lane's events
	calls    []byte
	callAt   []uint32 // where in calls each call is
	sums     []uint32 // of each call
	doneAt   []uint32 // for each call that was completed, the number of the lane's events by then
	results  []byte
	resultAt []uint32 // for each call that was completed
	answers  []uint32 // fingerprint of each result
	glances  []any
}

// Len is the number of events.
func (t *Tape) Len() int { return len(t.events) }

// Lane is the lane of an event.
func (t *Tape) Lane(event int) int { return int(t.events[event].lane >> 2) }

// Nth is the number of an event in its lane, from 0.
func (t *Tape) Nth(event int) int { return int(t.events[event].nth) }

// Done says whether an event completed its call.
func (t *Tape) Done(event int) bool { return t.events[event].lane&1 != 0 }

// Time is the virtual time before an event, in microseconds.
func (t *Tape) Time(event int) int64 { return t.events[event].now }

// LaneOf returns the lane of a thread, -1 if it never took a step.
func (t *Tape) LaneOf(id kernel.ThreadID) int {
	if int(id) >= len(t.threads) {
		return -1
	}
	return int(t.threads[id]) - 1
}

// Maker is the event that made a thread, -1 if the program's Main did.
func (t *Tape) Maker(id kernel.ThreadID) int {
	if int(id) >= len(t.makers) {
		return -1
	}
	return int(t.makers[id]) - 1
}

// Asker is the event of the thread that asked for a thread: its Maker, unless that is the
// arrival of the request on another host; -1 if the program's Main made it.
func (t *Tape) Asker(id kernel.ThreadID) int {
	if n := t.askers[id]; n > 0 {
		return int(n) - 1
	}
	return t.Maker(id)
}

// Afar says whether a thread was made on another host than that of the one that asked for it.
func (t *Tape) Afar(id kernel.ThreadID) bool { return t.askers[id] > 0 }

// Asked is the call by which a thread asked for another at an event.
func (t *Tape) Asked(event int) kernel.Asked {
	l := &t.Lanes[t.Lane(event)]
	return kernel.Asked{Thread: l.Thread, Call: l.CallOf(t.Nth(event))}
}

// Len is the number of events in the lane.
func (l *Lane) Len() int { return len(l.at) }

// Event is the n-th event of the lane, from 0.
func (l *Lane) Event(n int) int { return int(l.at[n]) }

// Before is how many of the lane's events come before an event of the run.
func (l *Lane) Before(event int) int {
	return sort.Search(len(l.at), func(i int) bool { return int(l.at[i]) >= event })
}

// Completed is how many calls are completed by the lane's first n events.
func (l *Lane) Completed(n int) int {
	return sort.Search(len(l.doneAt), func(i int) bool { return int(l.doneAt[i]) > n })
}

// CallOf is which of its calls the thread makes with the lane's n-th event, from 0.
func (l *Lane) CallOf(n int) int { return l.Completed(n) }

// Counts is how many events each lane has among the first n of the run.
func (t *Tape) Counts(n int) []uint32 {
	counts := make([]uint32, len(t.Lanes))
	for i := range t.Lanes {
		counts[i] = uint32(t.Lanes[i].Before(n))
	}
	return counts
}

// Done is how many calls of the lane were completed.
func (l *Lane) Done() int { return len(l.doneAt) }

// Runnable is how many calls of the lane's first n events can be completed again: all,
// but for one after which the program never came to another call.
func (l *Lane) Runnable(n int) int {
	k := l.Completed(n)
	if k == len(l.callAt) && k > 0 && !l.returned() {
		k--
	}
	return k
}

// returned says whether the last call of the lane was the return of its program.
func (l *Lane) returned() bool {
	op := kernel.Op(l.calls[l.callAt[len(l.callAt)-1]])
	return op == kernel.OpReturn
}
