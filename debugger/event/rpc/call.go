package rpc

import (
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// Call is a remote call. Events are numbers from 1, and 0 where there was no such event.
type Call struct {
	Number int32           // from 1, in the order of the events of the sends
	Parent int32           // the number of the call that the caller served when it made this one, 0 for none
	Caller kernel.ThreadID // the thread that made the call
	Callee kernel.ThreadID // the thread that received the request, 0 for none
	By     kernel.ThreadID // the thread that sent the reply, 0 for none

	Sent     uint64 // event of the send, or of the attempt
	Dequeued uint64 // event in which the callee's receive came back with the request
	Replied  uint64 // event of the send of the reply, also into a dead name
	Received uint64 // event in which the reply was received
	GaveUp   uint64 // event in which the caller gave up
	Lost     uint64 // event in which the request or the reply right was destroyed
	Failed   uint64 // event in which the caller was told that the call had failed

	ID    int32    // of the request
	Code  ipc.Code // with which the call failed
	Port  int32    // the port that it was sent to: an index of Calls.Ports
	Reply int32    // the port for the reply, likewise
	Type  int32    // the Go type of the request: an index of Calls.Types; 0 if it has none

	Mark   Mark
	before int32 // the number of the caller's call before this one

	// Marked is what is known of a call by a protocol of the program's own, nil for one by a right for its reply. Then
	// Sent, Dequeued, Replied and Received are those of the first packet of each sort, and Reply means nothing; GaveUp
	// and Failed are where the caller was done with the call and had no answer.
	Marked *Marked
}

// Mark is a set of things that are true of a call.
type Mark uint8

// The marks.
const (
	Refused    Mark = 1 << iota // the send was refused
	HostDown                    // what was lost was lost with a host that crashed
	CallerDied                  // the caller gave up because its thread or task ended, or its host crashed
	Waits                       // the caller waits in the kernel call by which it sent the request, or is marked
	moved                       // the reply right went to another thread
	ended                       // nothing of the call is waited for any more
	plain                       // the reply right is a send right (msg_rpc of Mach 2.5)
)

// Outcome is what became of a call.
type Outcome uint8

// The outcomes.
const (
	// NotReceived: nobody has received the request.
	NotReceived Outcome = iota
	// Executing: it was received, and not answered.
	Executing
	// Answered: the reply was sent to a caller that waits, or has received it.
	Answered
	// Late: the reply was sent, but the caller gave up, and never received it.
	Late
	// TurnedDown: the request could not be sent.
	TurnedDown
	// ThrownAway: the request or the reply right was destroyed; the caller gets MIG_SERVER_DIED.
	ThrownAway
	// LostWithHost: it was destroyed because its host crashed.
	LostWithHost

	// The rest is of calls by protocols of programs only.

	// ExecutedTwice and ExecutedOften: its execution was begun so often.
	ExecutedTwice
	ExecutedOften
	// PartlyExecuted: its server ended within the execution.
	PartlyExecuted
	// Executed: it was executed, and no reply sent.
	Executed
	// ReplyLost: it was executed, and all replies were lost.
	ReplyLost
	// RequestLost: all requests were lost.
	RequestLost
	// NotExecuted: a request was received, and nobody has begun to execute it.
	NotExecuted
)

// outcomes are the outcomes in words.
var outcomes = [...]string{
	NotReceived: "not received", Executing: "executing", Answered: "answered", Late: "answered late",
	TurnedDown: "refused", ThrownAway: "thrown away", LostWithHost: "lost with a host",
	ExecutedTwice: "executed twice", ExecutedOften: "executed several times", PartlyExecuted: "partly executed",
	Executed: "executed, not answered", ReplyLost: "executed, reply lost", RequestLost: "not executed, request lost",
	NotExecuted: "received, not executed",
}

func (o Outcome) String() string { return outcomes[o] }

// Outcomes lists the outcomes in words.
func Outcomes() string { return strings.Join(outcomes[:], "; ") }

// Outcome returns what has become of the call.
func (c *Call) Outcome() Outcome {
	switch {
	case c.Marked != nil:
		return c.outcome()
	case c.Mark&Refused != 0 && c.Failed != 0:
		return TurnedDown
	case c.Replied != 0 && c.Received != 0 && c.Lost == 0:
		return Answered
	case c.Replied != 0 && c.GaveUp != 0:
		return Late
	case c.Replied != 0 && c.Lost == 0:
		return Answered
	case c.Lost != 0 && c.Mark&HostDown != 0:
		return LostWithHost
	case c.Lost != 0:
		return ThrownAway
	case c.Dequeued != 0:
		return Executing
	}
	return NotReceived
}

// HasFailed says whether the caller got no answer and waits for none any more.
func (c *Call) HasFailed() bool { return c.Failed != 0 || c.GaveUp != 0 }

// Orphan says whether the call executes although its caller has given up.
func (c *Call) Orphan() bool {
	if c.Marked != nil {
		return c.GaveUp != 0 && c.Marked.executes() != nil
	}
	return c.GaveUp != 0 && c.Dequeued != 0 && c.Replied == 0 && c.Lost == 0
}

// orphaned returns the event from which on a call by a right for its reply was an orphan, and the event that ended
// that; 0 for none.
func (c *Call) orphaned() (from, to uint64) {
	from, to = max(c.GaveUp, c.Dequeued), c.Replied
	if to == 0 || c.Lost != 0 && c.Lost < to {
		to = c.Lost
	}
	if c.GaveUp == 0 || c.Dequeued == 0 || to != 0 && to <= from {
		return 0, 0
	}
	return from, to
}

// Executions returns how often the execution of the call was begun: once at most of a call by a right for its reply.
func (c *Call) Executions() int {
	switch {
	case c.Marked != nil:
		return len(c.Marked.Executions)
	case c.Dequeued != 0:
		return 1
	}
	return 0
}

// At returns the call as it is when only the events have happened that has accepts; false if it has not begun. Callers
// keep the call itself, which is as it was at the end.
func (c *Call) At(has func(event uint64) bool) (Call, bool) {
	now := *c
	forget(has, &now.Sent, &now.Dequeued, &now.Replied, &now.Received, &now.GaveUp, &now.Lost, &now.Failed)
	if c.Marked != nil {
		now.Marked = c.Marked.at(has)
	}
	if now.Dequeued == 0 {
		now.Callee = 0
	}
	if now.Replied == 0 {
		now.By = 0
	}
	if now.Failed == 0 {
		now.Code = 0
	}
	return now, now.Sent != 0
}
