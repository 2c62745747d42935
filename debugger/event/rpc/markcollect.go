package rpc

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// marks is what a Collector knows of calls by protocols of programs.
type marks struct {
	calls   map[markKey]int32   // their numbers
	begun   map[markKey]calling // those whose callers have begun, before the first request
	flights map[uint64]flight   // by the event of the send: packets that may still be received
	open    []int32             // calls that their callers are not done with, or that execute
}

// markKey is what a program calls a call.
type markKey struct {
	caller, call uint32
	protocol     string
}

func keyOf(m *kernel.Mark) markKey { return markKey{m.Caller, m.Call, m.Protocol} }

// calling is a caller that has begun a call.
type calling struct {
	by        kernel.ThreadID
	event     uint64
	procedure string
}

// flight is a packet, and its copies.
type flight struct {
	call  int32
	first int // of the packets of the call
	step  kernel.MarkStep
}

// seeMarks sees what an event means for packets and calls that there are.
func (c *Collector) seeMarks() {
	if c.e.Packet != nil && c.e.Msg != nil {
		c.travelsMarked()
	}
	ends := c.mayEnd() || c.mayDestroy()
	if ends {
		c.marksEnd()
	}
	// A packet that neither arrives nor meets with a fault may find its port dead, or tell that it is.
	ends = ends || c.e.Packet != nil && c.e.Fault.Kind == kernel.NoFault && c.e.About.Kind != kernel.PortObject
	if ends || slices.ContainsFunc(c.e.Moved, func(id ipc.MsgID) bool { return !c.s.IPC.Msgs.Has(uint32(id)) }) {
		c.packetsEnd()
	}
}

// sendsMarked sees a message be sent that brings no right for a reply.
func (c *Collector) sendsMarked(refused bool) {
	m, ok := kernel.MarkOf(c.e.Msg.Items)
	if !ok {
		return
	}
	call := c.marked(&m)
	if call == nil {
		if m.Step != kernel.MarkRequest {
			return
		}
		call = c.beginMarked(&m)
	}
	x := call.Marked
	p := Packet{Step: m.Step, Try: m.Try, Copy: 1, By: c.e.Actor.Thread, Sent: c.now()}
	if refused {
		p.Lost, p.Code = c.now(), c.e.Result.Code
	}
	x.Packets = append(x.Packets, p)
	stage := StageResent
	switch {
	case m.Step == kernel.MarkRequest && call.Sent == c.now():
		stage = StageSent
	case m.Step == kernel.MarkReply && call.Replied == 0:
		call.Replied, call.By, stage = c.now(), p.By, StageReplied
	case m.Step != kernel.MarkRequest && m.Step != kernel.MarkReply:
		stage = StageAside
	}
	c.tell(stage, call)
	if refused {
		c.tell(StagePacketLost, call)
		return
	}
	c.marks.flights[c.now()] = flight{call.Number, len(x.Packets) - 1, m.Step}
	if c.e.Wait.Kind == kernel.WaitSend {
		c.of(p.By).sending = c.now()
	}
}

// marked returns the call that a mark is of, nil if there is none yet.
func (c *Collector) marked(m *kernel.Mark) *Call { return c.calls.Get(c.marks.calls[keyOf(m)]) }

// beginMarked adds a call with its first request.
func (c *Collector) beginMarked(m *kernel.Mark) *Call {
	key, by, e := keyOf(m), calling{by: c.e.Actor.Thread, event: c.now()}, &c.e.Msg.Header
	if said, ok := c.marks.begun[key]; ok {
		by = said
		delete(c.marks.begun, key)
	}
	t := c.of(by.by)
	call := Call{
		Number: int32(len(c.calls.All)) + 1, Caller: by.by, Sent: c.now(), ID: e.ID, before: t.last, Mark: Waits,
		Port: c.destination(e), Type: c.typeOf(c.e.Msg.Items),
		Marked: &Marked{Mark: kernel.Mark{Caller: m.Caller, Call: m.Call, Protocol: strings.Clone(m.Protocol)},
			Procedure: by.procedure, Begun: by.event},
	}
	if n := len(t.serves); n > 0 {
		call.Parent = t.serves[n-1]
	}
	c.repeats(&call, t.last)
	t.last = call.Number
	c.calls.All = append(c.calls.All, call)
	key.protocol = call.Marked.Protocol
	c.marks.calls[key] = call.Number
	c.marks.open = append(c.marks.open, call.Number)
	return c.get(call.Number)
}

// repeats notes that a call is that which its caller has made just before, and given up.
func (c *Collector) repeats(call *Call, last int32) {
	h := fnv.New64a()
	for _, it := range kernel.Unmarked(c.e.Msg.Items) {
		fmt.Fprintf(h, "%d %d %q", it.Kind, it.Num, it.Str)
	}
	call.Marked.asked = h.Sum64()
	before := c.calls.Get(last)
	if before == nil || before.Marked == nil || before.GaveUp == 0 {
		return
	}
	if x := before.Marked; x.asked == call.Marked.asked && x.Procedure == call.Marked.Procedure {
		x.Later, x.again, call.Marked.Earlier = call.Number, call.Sent, before.Number
	}
}

// receivesMarked sees a packet be received that was sent with an event.
func (c *Collector) receivesMarked(sent uint64) {
	f, ok := c.marks.flights[sent]
	if !ok {
		return
	}
	call, p := c.packet(f, sent, func(p *Packet) bool { return p.packet == 0 || p.Came != 0 })
	if p == nil {
		return
	}
	p.Got, p.To = c.now(), c.e.Actor.Thread
	p.task = c.s.Threads.At(uint32(p.To)).Task
	c.landed(f, sent)
	switch p.Step {
	case kernel.MarkRequest:
		c.received(call, p)
	case kernel.MarkReply:
		if call.Received == 0 {
			call.Received = p.Got
			if call.GaveUp == 0 {
				c.tell(StageAnswered, call)
			}
		}
	case kernel.MarkRefusal:
		call.Marked.Refused = p.Got
	}
}

// received sees a request of a call come to a server.
func (c *Collector) received(call *Call, p *Packet) {
	x := call.Marked
	for i := range x.Packets {
		q := &x.Packets[i]
		if q.Step == kernel.MarkRequest && q.task != 0 && q.task != p.task && x.Restarted == 0 &&
			c.s.Tasks.At(uint32(q.task)).Ended {
			x.Restarted = p.Got
		}
	}
	if call.Dequeued == 0 {
		call.Callee, call.Dequeued = p.To, p.Got
		c.tell(StageReceived, call)
	}
}

// packet returns the first copy of a packet that may still be received, of those that are so if there are any.
func (c *Collector) packet(f flight, sent uint64, so func(*Packet) bool) (call *Call, found *Packet) {
	call = c.get(f.call)
	for i := f.first; i < len(call.Marked.Packets); i++ {
		p := &call.Marked.Packets[i]
		if p.Sent != sent || !p.Open() {
			continue
		}
		if so(p) {
			return call, p
		}
		if found == nil {
			found = p
		}
	}
	return call, found
}

// landed forgets a packet of which no copy can be received any more.
func (c *Collector) landed(f flight, sent uint64) {
	if _, p := c.packet(f, sent, func(*Packet) bool { return true }); p == nil {
		delete(c.marks.flights, sent)
	}
}

// travelsMarked sees what happens to a packet on its way.
func (c *Collector) travelsMarked() {
	sent := c.e.Msg.Sent
	f, ok := c.marks.flights[sent]
	if !ok {
		return
	}
	call, p := c.packet(f, sent, func(p *Packet) bool {
		return p.Came == 0 && (p.packet == c.e.Actor.Packet || p.packet == 0)
	})
	switch p.packet = c.e.Actor.Packet; {
	case c.e.Fault.Kind.Loses():
		c.losesPacket(call, p, c.e.Fault.Kind)
		c.landed(f, sent)
	case c.e.Fault.Kind == kernel.FaultDup:
		again := Packet{Step: p.Step, Try: p.Try, By: p.By, Sent: sent, Made: c.now()}
		again.Copy = uint32(call.Marked.count(p.Step, func(q *Packet) bool { return q.Sent == sent })) + 1
		call.Marked.Packets = append(call.Marked.Packets, again)
		c.tell(StageDoubled, call)
	case c.e.Fault.Kind.OfPacket():
		p.Slow = append(p.Slow, Slow{c.now(), c.e.Fault})
	case c.e.About.Kind == kernel.PortObject:
		p.Came = c.now()
	}
}

func (c *Collector) losesPacket(call *Call, p *Packet, why kernel.FaultKind) {
	p.Lost, p.Why = c.now(), why
	c.tell(StagePacketLost, call)
}

// returnsMarked sees a packet come back that could not be sent.
func (c *Collector) returnsMarked(sent uint64) {
	if f, ok := c.marks.flights[sent]; ok {
		call, p := c.packet(f, sent, func(*Packet) bool { return true })
		p.Code = c.e.Result.Code
		c.losesPacket(call, p, kernel.NoFault)
		c.landed(f, sent)
	}
}

// span sees a thread begin or end a call, or the execution of one.
func (c *Collector) span() {
	s, ok := kernel.MarkedSpanOf(c.e.Call.Text)
	if !ok || !c.e.Done {
		return
	}
	call, begins := c.marked(&s.Mark), c.e.Call.Op == kernel.OpSpan
	switch {
	case !s.Serves && begins && call == nil:
		key := keyOf(&s.Mark)
		key.protocol = strings.Clone(key.protocol)
		c.marks.begun[key] = calling{c.e.Actor.Thread, c.now(), strings.Clone(s.Procedure)}
	case call == nil:
		delete(c.marks.begun, keyOf(&s.Mark))
	case !s.Serves && !begins && call.Caller == c.e.Actor.Thread:
		c.done(call)
	case s.Serves && begins:
		c.executes(call, s.Procedure)
	case s.Serves && !begins:
		c.executed(call)
	}
}

// done sees that the caller is done with a call.
func (c *Collector) done(call *Call) {
	x := call.Marked
	if x.Ended != 0 {
		return
	}
	x.Ended = c.now()
	if call.Received == 0 {
		call.GaveUp, call.Failed = c.now(), c.now()
		if x.Refused != 0 {
			call.Mark |= Refused
		}
		c.tell(StageGaveUp, call)
	}
	c.closes(call)
}

// executes sees the event's thread begin to execute a call.
func (c *Collector) executes(call *Call, procedure string) {
	x, id := call.Marked, c.e.Actor.Thread
	if x.Procedure == "" {
		x.Procedure = strings.Clone(procedure)
	}
	x.Executions = append(x.Executions, Execution{By: id, Begun: c.now(), Request: c.asked(x, id)})
	t := c.of(id)
	t.serves = append(t.serves, call.Number)
	if !slices.Contains(c.marks.open, call.Number) {
		c.marks.open = append(c.marks.open, call.Number)
	}
	stage := StageExecutes
	if c.calls.Executions(call, func(uint64) bool { return true }) > 1 {
		stage = StageExecutesAgain
	}
	c.tell(stage, call)
}

// asked is the request that a thread begins to execute: of those that its task has received, and that were not
// executed, the last. It is -1 if there is none.
func (c *Collector) asked(x *Marked, id kernel.ThreadID) int {
	task, last := c.s.Threads.At(uint32(id)).Task, -1
	for i := range x.Packets {
		p := &x.Packets[i]
		if p.Step == kernel.MarkRequest && p.task == task &&
			(last < 0 || p.Got > x.Packets[last].Got) &&
			!slices.ContainsFunc(x.Executions, func(other Execution) bool { return other.Request == i }) {
			last = i
		}
	}
	return last
}

// executed sees the event's thread end the execution of a call.
func (c *Collector) executed(call *Call) {
	for i := len(call.Marked.Executions) - 1; i >= 0; i-- {
		if x := &call.Marked.Executions[i]; x.By == c.e.Actor.Thread && x.over() == 0 {
			x.Ended = c.now()
			c.served(call, x.By)
			c.tell(StageExecuted, call)
			c.closes(call)
			return
		}
	}
}

// served takes a call from a thread that has executed it.
func (c *Collector) served(call *Call, id kernel.ThreadID) {
	t := c.of(id)
	if i := slices.Index(t.serves, call.Number); i >= 0 {
		t.serves = slices.Delete(t.serves, i, i+1)
	}
	if len(t.serves) == 0 {
		t.free = c.now()
	}
}

// closes forgets a call of which nobody's end matters any more.
func (c *Collector) closes(call *Call) {
	if call.Marked.Ended != 0 && call.Marked.executes() == nil {
		c.marks.open = slices.DeleteFunc(c.marks.open, func(n int32) bool { return n == call.Number })
	}
}

// marksEnd sees what ended with the event: callers, those who execute calls, and packets with their ports, tasks and
// hosts.
func (c *Collector) marksEnd() {
	for _, n := range slices.Clone(c.marks.open) {
		call := c.get(n)
		for i := range call.Marked.Executions {
			x := &call.Marked.Executions[i]
			if x.over() == 0 && c.hasEnded(x.By) {
				x.Died = c.now()
				c.served(call, x.By)
				c.tell(StageCutShort, call)
			}
		}
		if call.Marked.Ended == 0 && c.hasEnded(call.Caller) {
			call.Marked.Ended = c.now()
			if call.Received == 0 {
				call.Mark |= CallerDied
				call.GaveUp = c.now()
				c.tell(StageGaveUp, call)
			}
		}
		c.closes(call)
	}
}

func (c *Collector) hasEnded(id kernel.ThreadID) bool {
	t := c.s.Threads.At(uint32(id))
	return t.Status == kernel.Ended || c.s.Tasks.At(uint32(t.Task)).Ended
}

// packetsEnd finds the packets that are nowhere any more.
func (c *Collector) packetsEnd() {
	if len(c.marks.flights) == 0 {
		return
	}
	there := map[uint64]int{}
	for id := range c.s.IPC.Msgs.All {
		if m := c.s.IPC.Msgs.At(id); !m.Draft {
			there[m.Sent]++
		}
	}
	for _, sent := range slices.Sorted(maps.Keys(c.marks.flights)) {
		f := c.marks.flights[sent]
		open := c.get(f.call).Marked.count(f.step, func(p *Packet) bool { return p.Sent == sent && p.Open() })
		for ; open > there[sent]; open-- {
			call, p := c.packet(f, sent, func(p *Packet) bool { return p.Came != 0 })
			c.losesPacket(call, p, kernel.NoFault)
		}
		c.landed(f, sent)
	}
}
