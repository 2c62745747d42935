package rpc

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Collector finds the remote calls of a run. It has to be shown every event, from the first on.
type Collector struct {
	// Told, when set, is told of every step of a call as it happens. It must not change the call.
	Told func(Stage, *Call)

	calls   Calls
	ports   map[kernel.Identity]int32
	portAt  []int32 // by ipc.PortID: the index of the port that was there last, plus 1
	types   map[string]int32
	first   uint64           // the number of the first event that was seen
	carried []cargo          // by the event of a send, from that on: what of calls its message carries
	more    map[uint64][]bag // of messages that carry rights among their items
	places  map[place]int32  // where reply rights are: by name the number of the call
	threads []thread         // by kernel.ThreadID
	loose   map[int32]bool   // calls whose callers do not wait in the kernel call of the send
	waiting int              // the number of threads that wait
	open    []int32          // for openCalls
	marks   marks

	e *kernel.Event
	s *kernel.State
}

// Stage is a step of a call.
type Stage uint8

// The stages.
const (
	StageSent     Stage = iota // the request was sent
	StageRefused               // the request could not be sent
	StageReceived              // a thread has received the request
	StageMoved                 // another thread has the reply right
	StageReplied               // the reply was sent
	StageAnswered              // the caller has received the reply
	StageFailed                // the caller was told that there is no reply
	StageGaveUp                // the caller gave up
	StageLost                  // the request or the reply right was destroyed

	// The rest is of calls by protocols of programs only.

	StageResent        // a request or a reply was sent again
	StageAside         // another packet of the call was sent
	StagePacketLost    // a packet was lost
	StageDoubled       // a packet was doubled
	StageExecutes      // a thread begins to execute the call
	StageExecutesAgain // the same, not for the first time
	StageExecuted      // it has executed it
	StageCutShort      // it has ended before that
)

// cargo is what the message of a send means for calls.
type cargo struct {
	call  int32 // whose request it is, or whose reply right is its own; below 0 for the reply to it
	items bool  // there is more of it in Collector.more
}

// bag is a reply right that travels as an item of a message.
type bag struct {
	item int
	call int32
}

// place is where a reply right is: a name of a task.
type place struct {
	space ipc.SpaceID
	name  ipc.Name
	call  int32 // of ipc.Dead: the call, for all rights that were dead when they were received have that name
}

// thread is what is known of a thread.
type thread struct {
	last    int32   // the number of its last call
	waits   int32   // the number of the call in which it waits
	serves  []int32 // the numbers of the calls that it serves, in the order of receipt
	free    uint64  // the event since which it has served nobody
	sending uint64  // the event with which it sent, or passed on, a message, while it waits for room
}

// New returns a Collector that has seen no event.
func New() *Collector {
	return &Collector{
		ports: map[kernel.Identity]int32{}, types: map[string]int32{"": 0}, more: map[uint64][]bag{},
		places: map[place]int32{}, loose: map[int32]bool{},
		calls: Calls{Types: []string{""}, firsts: map[int32]int32{}},
		marks: marks{calls: map[markKey]int32{}, begun: map[markKey]calling{}, flights: map[uint64]flight{}},
	}
}

// Calls returns the calls up to now. They change with the next event.
func (c *Collector) Calls() *Calls { return &c.calls }

// See adds an event, which has to be shown with Tracer.Before. It keeps no pointer into the event.
func (c *Collector) See(e *kernel.Event) {
	if c.e, c.s = e, e.State; c.first == 0 {
		c.first = e.Step
	}
	if e.Call != nil && e.Met == 0 {
		c.step()
	}
	if c.waiting > 0 || len(c.loose) > 0 || len(c.places) > 0 {
		c.notices()
		c.ends()
	}
	if len(c.marks.flights)+len(c.marks.open) > 0 {
		c.seeMarks()
	}
}

// step sees the step of a thread.
func (c *Collector) step() {
	switch op := c.e.Call.Op; {
	case c.e.Call.Opt != 0:
		if op.Class() == kernel.ClassMessage {
			c.message()
		}
	case op == kernel.OpSpan || op == kernel.OpSpanEnd:
		c.span()
	case op == kernel.OpStart:
		c.of(c.e.Actor.Thread).free = c.e.Step
	case op.Class() == kernel.ClassRights:
		c.rights()
	}
}

// message sees a step of a message call.
func (c *Collector) message() {
	if c.e.Call.Opt&ipc.MACH_SEND_MSG != 0 {
		c.sends()
	}
	if c.e.Done && c.e.Call.Opt&ipc.MACH_RCV_MSG != 0 {
		c.receives()
	}
}

// of returns what is known of a thread.
func (c *Collector) of(id kernel.ThreadID) *thread {
	for int(id) >= len(c.threads) {
		c.threads = append(c.threads, thread{})
	}
	return &c.threads[id]
}

// now is the number of the event at hand.
func (c *Collector) now() uint64 { return c.e.Step }

// space is the name space of the event's thread.
func (c *Collector) space() ipc.SpaceID { return c.s.Threads.At(uint32(c.e.Actor.Thread)).Space }

// get returns the call with a number.
func (c *Collector) get(number int32) *Call { return &c.calls.All[number-1] }

func (c *Collector) tell(stage Stage, call *Call) {
	if c.Told != nil {
		c.Told(stage, call)
	}
}

// load notes what a message that is sent with this event carries.
func (c *Collector) load(x cargo) {
	c.carried = append(c.carried, make([]cargo, int(c.now()-c.first)+1-len(c.carried))...)
	*c.cargo(c.now()) = x
}

// cargo is what a message carries, given the event of its send; nil if that is not known.
func (c *Collector) cargo(sent uint64) *cargo {
	if sent < c.first || sent-c.first >= uint64(len(c.carried)) {
		return nil
	}
	return &c.carried[sent-c.first]
}

// unload takes what a message carries, given the event of its send.
func (c *Collector) unload(sent uint64) (x cargo) {
	if at := c.cargo(sent); at != nil {
		x, *at = *at, cargo{}
	}
	return x
}
