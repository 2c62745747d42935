package breakpoint

import (
	"machsim/debugger/event"
	"machsim/debugger/lang"
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// survey records the objects of the calls of a run where the tape alone does not tell them: the
// ports and tasks behind the names that the calls use.
type survey struct {
	t     *tape.Tape
	deeds [len(lang.Kinds)][]deed
	// objects has the objects of the deeds by their lanes, calls and kinds; nil until they are asked for.
	objects map[deed]uint32
	ports   ports
	lanes   []laneState
	alive   []living        // plain ports that are not known to be dead
	tasks   []kernel.TaskID // tasks that have not ended
	next    kernel.TaskID   // the first task that was not examined
	now     int64           // virtual time of the last event, in microseconds

	reader *event.Reader
	e      *kernel.Event // the current event
	s      *kernel.State // the state after it
}

// deed is a call, or the arrival of a packet, that concerns an object.
type deed struct {
	lane, call uint32 // in a lane of packets, call is the index of the event
	object     uint32 // a number in survey.ports, or a task
}

// laneState holds the progress of a lane.
type laneState struct {
	call   uint32
	begun  bool   // the call has taken a step
	dest   uint32 // the port it sends to, in survey.ports; 0 for none
	source uint32 // the port or set it receives from
}

func newSurvey(t *tape.Tape) *survey {
	v := &survey{t: t, s: t.Start, lanes: make([]laneState, len(t.Lanes)), reader: event.NewReader(), next: 1}
	for lane := range t.Lanes {
		v.lanes[lane].call = uint32(t.Lanes[lane].Earlier())
	}
	for id := range t.Start.IPC.Ports.All {
		v.born(ipc.PortID(id))
	}
	return v
}

// observe processes an event.
func (v *survey) observe(e *kernel.Event) {
	v.s, v.e = e.State, e
	v.reader.Show(e) // a whole value would take longer than all else here
	index := int(e.Step) - 1
	lane := v.t.Lane(index)
	d := deed{lane: uint32(lane), call: uint32(v.t.Nth(index))}
	if e.Actor.Thread != 0 {
		d.call = v.lanes[lane].call
		v.step(d, &v.lanes[lane])
	} else {
		v.madeAcross(d)
	}
	if v.mayEnd() {
		v.deaths(d)
	}
	v.now = e.Time
}

// step processes an event of a thread.
func (v *survey) step(d deed, l *laneState) {
	if !l.begun {
		l.begun, l.dest, l.source = true, 0, 0
		v.aims(d, l)
	}
	if v.e.Done {
		v.outcome(d, l)
		l.call++
		l.begun = false
	}
}

// madeAcross notes the port that a call has made for a thread of another host.
func (v *survey) madeAcross(d deed) {
	if v.e.Packet == nil || v.e.Msg == nil {
		return
	}
	if r, ok := v.e.Msg.Call.(*kernel.Request); ok && r.Call.Op.Class() == kernel.ClassMakePort && v.e.Result.Code == 0 {
		v.note(lang.PortCreate, d, v.made())
	}
}

// aLongTime is the gap between two events after which a timer may have fired, in virtual
// microseconds.
const aLongTime = 1000

// mayEnd says whether a port or task may have ended with an event. Ends caused by kernel timers
// just before an event count for that event.
func (v *survey) mayEnd() bool {
	e := v.e
	return e.Actor.Thread == 0 || !e.Call.Op.Harmless() || carriesReceive(e) || e.Time-v.now >= aLongTime
}

// note adds a deed, unless its object is 0.
func (v *survey) note(k lang.Kind, d deed, object uint32) {
	if object != 0 {
		d.object = object
		v.deeds[k] = append(v.deeds[k], d)
	}
}

// aims records the ports of a message call that has just begun.
func (v *survey) aims(d deed, l *laneState) {
	send, receive := halves(v.e.Call)
	if send {
		l.dest = v.destination()
		v.note(lang.Send, d, l.dest)
	}
	if receive {
		l.source = v.from()
		v.note(lang.Receive, d, l.source)
	}
}

func (v *survey) space(id kernel.ThreadID) ipc.SpaceID { return v.s.Threads.At(uint32(id)).Space }

// destination returns the port to which a call sends: the peer of the step or, if the kernel
// refused the call, the port that the header names.
func (v *survey) destination() uint32 {
	to := v.reader.About()
	if to.Kind != kernel.PortObject {
		to = v.reader.Destination()
	}
	return v.ports.number(v.s, &to)
}

// from returns the port or set from which the call of the event receives.
func (v *survey) from() uint32 {
	source := v.reader.Name(v.source(v.space(v.e.Actor.Thread), v.e.Call))
	return v.ports.number(v.s, &source)
}

// source returns the name of the port or set from which a call receives.
func (v *survey) source(space ipc.SpaceID, c *kernel.Call) ipc.Name {
	if c.Name == kernel.PORT_DEFAULT && c.Op == kernel.OpMsgReceive {
		return v.s.IPC.Spaces.At(uint32(space)).Enabled
	}
	return c.Name
}

// named returns the port or set behind a name; 0 if there is none.
func (v *survey) named(space ipc.SpaceID, n ipc.Name) uint32 {
	e := v.s.IPC.Lookup(space, n)
	switch {
	case e == nil || e.Type&ipc.TypeDeadName != 0:
		return 0
	case e.Type&ipc.TypePortSet != 0:
		return v.object(kernel.Object{Kind: kernel.SetObject, ID: e.Object})
	}
	return v.object(kernel.Object{Kind: kernel.PortObject, ID: e.Object})
}

// object returns the number of an existing port or set.
func (v *survey) object(o kernel.Object) uint32 {
	x := event.Value{Identity: v.s.Identity(o), Text: v.s.NameOf(o)}
	return v.ports.number(v.s, &x)
}

// outcome records the objects that a completed call made or received.
func (v *survey) outcome(d deed, l *laneState) {
	switch code := v.e.Result.Code; {
	case code == ipc.MACH_SEND_TIMED_OUT || code == ipc.SEND_TIMED_OUT:
		v.note(lang.Timeout, d, l.dest)
	case code == ipc.MACH_RCV_TIMED_OUT || code == ipc.RCV_TIMED_OUT:
		v.note(lang.Timeout, d, l.source)
	case code != 0:
	case v.e.Call.Opt&ipc.MACH_RCV_MSG != 0:
		v.receipt(d, l)
	case v.e.Call.Op.Class() == kernel.ClassMakePort:
		v.note(lang.PortCreate, d, v.made())
	case v.e.Call.Op.Class() == kernel.ClassMakeTask:
		v.note(lang.TaskCreate, d, v.e.About.ID)
	}
}

// receipt records the port through which a message came, if the call received from a set.
func (v *survey) receipt(d deed, l *laneState) {
	if v.e.Result.Msg == nil {
		return
	}
	through := v.reader.Name(v.e.Result.Msg.Local)
	if p := v.ports.number(v.s, &through); p != l.source {
		v.note(lang.Receive, d, p)
	}
}

// made is the port that a call has made.
func (v *survey) made() uint32 {
	if v.e.About.Kind != kernel.PortObject || !v.s.IPC.Ports.Has(v.e.About.ID) {
		return 0
	}
	return v.born(ipc.PortID(v.e.About.ID))
}

// finish records what threads were about to do when the run ended. It skips a thread that was ended
// before it began its call, because its names mean nothing any more.
func (v *survey) finish() {
	v.s = v.t.End
	for lane := range v.t.Lanes {
		l := &v.t.Lanes[lane]
		if l.Thread == 0 || v.lanes[lane].begun || v.s.Threads.At(uint32(l.Thread)).Status == kernel.Ended {
			continue
		}
		k := int(v.lanes[lane].call)
		if c, m, ok := v.t.Call(lane, k); ok {
			v.pending(deed{lane: uint32(lane), call: uint32(k)}, v.space(l.Thread), &c, m)
		}
	}
}

func (v *survey) pending(d deed, space ipc.SpaceID, c *kernel.Call, m *ipc.Message) {
	send, receive := halves(c)
	if send && m != nil {
		v.note(lang.Send, d, v.named(space, m.Remote))
	}
	if receive {
		v.note(lang.Receive, d, v.named(space, v.source(space, c)))
	}
}
