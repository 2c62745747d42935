package rpc

import (
	"slices"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// Marked is what is known of a call by a protocol of a program's own (kernel.Mark), beside what a Call says of every
// call. Events are numbers from 1, and 0 where there was no such event.
type Marked struct {
	kernel.Mark        // Protocol, Caller and Call: what the program calls it
	Procedure   string // what is called, "" if nobody has said it
	Begun       uint64 // event with which the caller began; that of the first request if it has not said it
	Ended       uint64 // event with which the caller was done with it, or ended itself
	Refused     uint64 // event in which a refusal was received
	Restarted   uint64 // event in which a request came to a task other than those before, which has ended by then
	Packets     []Packet
	Executions  []Execution

	// Earlier and Later are the numbers of the calls with the same request to the same procedure which the caller made
	// just before this one, and gave up, or just after it had given up this one: it made the call again, as far as
	// anybody can see. 0 is for none.
	Earlier, Later int32

	again uint64 // the first request of Later
	asked uint64 // a hash of what is asked for
}

// Packet is a packet of a call, in the order in which they were sent. One that was doubled on its way is there twice.
type Packet struct {
	Step   kernel.MarkStep
	Try    uint32
	Copy   uint32 // 1, or that which a fault made beside those that were there
	By     kernel.ThreadID
	Sent   uint64
	Code   ipc.Code // with which the send was refused
	Made   uint64   // of a copy that a fault made: the event
	Slow   []Slow   // the faults by which it came later
	Came   uint64   // event with which it arrived on the host of its port, if it came over a wire
	Got    uint64   // event in which it was received
	To     kernel.ThreadID
	Lost   uint64           // event with which it was lost, or thrown away with its port, task or host
	Why    kernel.FaultKind // the fault by which it was lost, NoFault for none
	packet kernel.PacketID  // in which it was when it was last seen on its way
	task   kernel.TaskID    // that received it
}

// Slow is a fault by which a packet came later: it was delayed or overtaken.
type Slow struct {
	Event uint64
	kernel.Fault
}

// Open says whether the packet may still be received.
func (p *Packet) Open() bool { return p.Got == 0 && p.Lost == 0 }

// Befallen says in words which faults befell the packet, "" for none.
func (p *Packet) Befallen() string {
	var all []string
	if p.Copy > 1 {
		all = append(all, "a copy")
	}
	for _, s := range p.Slow {
		all = append(all, s.Kind.Says("", "", s.Amount))
	}
	switch {
	case p.Lost == 0:
	case p.Why != kernel.NoFault:
		all = append(all, p.Why.Says("", "", 0))
	case p.Code != 0:
		all = append(all, "is refused: "+p.Code.Error())
	default:
		all = append(all, "is lost with its host or port")
	}
	return strings.Join(all, ", ")
}

// Execution is one execution of a call.
type Execution struct {
	By      kernel.ThreadID
	Request int    // which of the packets it serves, from 0; below 0 if that is not known
	Begun   uint64 // event
	Ended   uint64 // event with which it was done
	Died    uint64 // event with which its thread ended before that
}

// over is the event with which the execution ended in either way, 0 if it goes on.
func (x *Execution) over() uint64 { return max(x.Ended, x.Died) }

// at is Call.At for what is known of a marked call.
func (m *Marked) at(has func(event uint64) bool) *Marked {
	now := *m
	forget(has, &now.Begun, &now.Ended, &now.Refused, &now.Restarted, &now.again)
	if now.again == 0 {
		now.Later = 0
	}
	now.Packets, now.Executions = make([]Packet, 0, len(m.Packets)), make([]Execution, 0, len(m.Executions))
	kept := make([]int, len(m.Packets))
	for i, p := range m.Packets {
		if kept[i] = -1; !has(p.Sent) || p.Made != 0 && !has(p.Made) {
			continue
		}
		forget(has, &p.Came, &p.Got, &p.Lost)
		for k := range p.Slow {
			if !has(p.Slow[k].Event) {
				p.Slow = p.Slow[:k]
				break
			}
		}
		kept[i] = len(now.Packets)
		now.Packets = append(now.Packets, p)
	}
	for _, x := range m.Executions {
		if !has(x.Begun) {
			continue
		}
		if x.Request >= 0 {
			x.Request = kept[x.Request]
		}
		forget(has, &x.Ended, &x.Died)
		now.Executions = append(now.Executions, x)
	}
	return &now
}

// forget sets the events to 0 that a position lacks.
func forget(has func(event uint64) bool, events ...*uint64) {
	for _, e := range events {
		if *e != 0 && !has(*e) {
			*e = 0
		}
	}
}

// Lost returns how many packets of a step were lost, each copy by itself.
func (m *Marked) Lost(step kernel.MarkStep) int {
	return m.count(step, func(p *Packet) bool { return p.Lost != 0 })
}

// Tries returns how often the request was sent.
func (m *Marked) Tries() int {
	return m.count(kernel.MarkRequest, func(p *Packet) bool { return p.Copy == 1 })
}

// Idle returns how many of the requests that were received after the call was first executed were not executed.
func (m *Marked) Idle() int {
	if len(m.Executions) == 0 {
		return 0
	}
	return max(0, m.count(kernel.MarkRequest, func(p *Packet) bool { return p.Got != 0 })-len(m.Executions))
}

func (m *Marked) count(step kernel.MarkStep, which func(*Packet) bool) (n int) {
	for i := range m.Packets {
		if p := &m.Packets[i]; p.Step == step && which(p) {
			n++
		}
	}
	return n
}

// all says whether there are packets of a step, and something is true of each.
func (m *Marked) all(step kernel.MarkStep, is func(*Packet) bool) bool {
	n := m.count(step, func(*Packet) bool { return true })
	return n > 0 && n == m.count(step, is)
}

// executes returns the last execution that goes on, nil for none.
func (m *Marked) executes() *Execution {
	for i := len(m.Executions) - 1; i >= 0; i-- {
		if m.Executions[i].over() == 0 {
			return &m.Executions[i]
		}
	}
	return nil
}

// outcome is Call.Outcome for a marked call.
func (c *Call) outcome() Outcome {
	m, lost := c.Marked, func(p *Packet) bool { return p.Lost != 0 }
	done := slices.ContainsFunc(m.Executions, func(x Execution) bool { return x.Ended != 0 })
	switch n := len(m.Executions); {
	case n == 2:
		return ExecutedTwice
	case n > 2:
		return ExecutedOften
	case c.Received != 0 && c.GaveUp == 0:
		return Answered
	case m.executes() != nil:
		return Executing
	case n > 0 && !done:
		return PartlyExecuted
	case c.Replied != 0 && m.all(kernel.MarkReply, lost):
		return ReplyLost
	case c.Replied != 0 && c.GaveUp != 0:
		return Late
	case c.Replied != 0:
		return Answered
	case n > 0:
		return Executed
	case m.Refused != 0 && c.GaveUp != 0:
		return TurnedDown
	case m.all(kernel.MarkRequest, lost):
		return RequestLost
	case c.Dequeued != 0:
		return NotExecuted
	}
	return NotReceived
}
