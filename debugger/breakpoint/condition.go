package breakpoint

import (
	"machsim/debugger/tape"
	"machsim/ipc"
)

// Condition says whether the condition of a place holds for a call that is of its kind. Package predicate
// makes it of the words: it knows what threads show.
type Condition func(*Occurrence) bool

// Occurrence is a call that a place speaks of, but for its condition.
type Occurrence struct {
	Tape *tape.Tape
	Lane int
	Call int    // which of the lane's calls, from 0
	Done uint32 // how many events of the lane are done where the thread would be stopped

	receiving bool // the message that was received is meant, not the one that is sent
}

// Message is the message that the call sends or, if it sends none, or is looked at for
// what it receives, the one that came; nil if there is none.
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
