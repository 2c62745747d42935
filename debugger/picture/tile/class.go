package tile

import (
	"machsim/debugger/event/facts"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
)

// Class is the kind of an event, as far as a mark of one pixel can tell; a greater one is more important.
type Class uint8

// The classes.
const (
	Local   Class = iota // no business of other threads
	Sync                 // of a mutex, a condition, or a join
	Receive              // receives a message, or begins to wait for one
	Send                 // sends a message, and perhaps waits for the answer
	Life                 // begins or ends a thread, or makes a thread or task
	Note                 // a line printed, a label, or a call on a disk
	Trouble              // refused, timed out, ends or stops others, changes a host or wire; a fault
	Failure              // the run, or a task, fails with it; a change made at the debugger; a process halts
	NumClasses
)

var classNames = [NumClasses]string{"local", "lock", "receive", "send", "life", "note", "trouble", "failure"}

func (c Class) String() string { return classNames[c] }

// ofSorts are the classes of events that went well.
var ofSorts = [facts.NumSorts]Class{
	facts.Begins: Life, facts.Ends: Life, facts.Makes: Life, facts.Sync: Sync, facts.Posts: Receive, facts.Note: Note,
	facts.Meddles: Trouble, facts.Raises: Trouble, facts.Fails: Failure,
}

// classOf returns the class of an event of a thread.
func classOf(g *session.Glimpse) Class {
	switch c := ofSorts[facts.SortOf(g.Op)]; {
	case g.Code != 0:
		return Trouble
	case c == Receive && g.First && g.Opt&ipc.MACH_SEND_MSG != 0:
		return Send
	default:
		return c
	}
}

// isQuiet says whether nothing came of an event that others could notice: it is local, an attempt to lock that
// failed, or a message call whose time was over.
func isQuiet(g *session.Glimpse, c Class) bool {
	switch g.Code {
	case ipc.MACH_RCV_TIMED_OUT, ipc.RCV_TIMED_OUT:
		return true
	}
	return c == Local || g.Op.Class() == kernel.ClassTryLock && g.Done && !g.Taken && g.Code == 0
}
