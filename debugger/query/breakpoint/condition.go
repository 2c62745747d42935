package breakpoint

import (
	"machsim/debugger/replay/tape"
	"machsim/ipc"
)

// Condition says whether a call of the right kind also meets the condition of a place. Package
// predicate builds it, because it knows the variables of the threads.
type Condition func(*Occurrence) bool

// Occurrence is a call that matches a place, before its condition is checked.
type Occurrence struct {
	Tape *tape.Tape
	Lane int
	Call int    // the index of the call in its lane
	Done uint32 // events of the lane that are done where the thread would stop

	receiving bool // Message returns the received message, not the sent one
}

// Message returns the message that the call sends. If the call sends none, or the occurrence is a
// receive, it returns the received message; nil if there is none.
func (o *Occurrence) Message() *ipc.Message {
	c, m, ok := o.Tape.Call(o.Lane, o.Call)
	if m != nil && !o.receiving || !ok || c.Opt&ipc.MACH_RCV_MSG == 0 {
		return m
	}
	if res, done := o.Tape.Result(o.Lane, o.Call); done && res.Code == 0 {
		return res.Msg
	}
	return nil
}
