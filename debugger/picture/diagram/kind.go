package diagram

import (
	"machsim/debugger/event"
	"machsim/debugger/event/facts"
	"machsim/ipc"
)

// Kind is the kind of event that a mark shows.
type Kind uint8

const (
	// Local: of no interest to other threads.
	Local Kind = iota
	// Mail: sends or receives a message, or begins to wait for one.
	Mail
	// Sync: of a mutex or condition.
	Sync
	// Start: the first of a thread.
	Start
	// End: the last of a thread.
	End
	// Made: made a thread or task.
	Made
	// Note: a line printed, a label, or a call on a disk.
	Note
	// Fault: ended another thread or task, or changed a host or wire.
	Fault
	// Refused: the kernel refused the call.
	Refused
	// Timeout: the time limit of a message call was reached.
	Timeout
	// Failure: made the run, or its task, fail.
	Failure
	// Edit: a change made at the debugger; not an event of a thread.
	Edit
	// Met: the process of the thread met a predicate that it watched for (kernel.Halt).
	Met
	// Halt: a halt marker arrived, and the process halted; not an event of a thread.
	Halt
	// Mishap: a fault of those that the run was to have (kernel.Config.Faults); not an event of a thread.
	Mishap
	// Told: a control message of debuggers, or what comes of it; not an event of a thread.
	Told
	numKinds
)

// kinds defines the look of each kind.
var kinds = [numKinds]struct {
	name  string // as in the legend, and the class in SVG
	mark  rune
	crude rune // in plain ASCII
	ink   ink  // in colour
}{
	Local:   {"local", '○', 'o', faint},
	Mail:    {"message", '●', '*', blue},
	Sync:    {"lock", '◆', '#', cyan},
	Start:   {"start", '┬', 'v', bold},
	End:     {"end", '┴', '=', bold},
	Made:    {"fork", '◎', 'Y', green},
	Note:    {"note", '■', '%', bold},
	Fault:   {"fault", '▲', 'A', yellow},
	Refused: {"refused", '⊘', 'R', yellow},
	Timeout: {"timeout", '⧗', 'T', yellow},
	Failure: {"failure", '✖', 'X', red},
	Edit:    {"change", '✎', 'E', bold},
	Met:     {"predicate", '★', 'P', yellow},
	Halt:    {"halt", '▣', 'H', red},
	Mishap:  {"mishap", '↯', 'Z', yellow},
	Told:    {"control", '◇', 'c', cyan},
}

func (k Kind) String() string { return kinds[k].name }

// ofThread says whether events of a kind are steps of threads.
func (k Kind) ofThread() bool { return !k.banded() && k != Halt && k != Told }

// banded says whether events of a kind come from outside of the program, and have a line across the lanes.
func (k Kind) banded() bool { return k == Edit || k == Mishap }

// ofSorts are the kinds of events that went well.
var ofSorts = [facts.NumSorts]Kind{
	facts.Begins: Start, facts.Ends: End, facts.Posts: Mail, facts.Makes: Made, facts.Sync: Sync, facts.Note: Note,
	facts.Meddles: Fault,
}

// kindOf returns the kind of a thread's event.
func kindOf(e *event.Event) Kind {
	switch kind := ofSorts[facts.SortOf(e.Op)]; {
	case e.Kind == event.Met:
		return Met
	case e.Fails:
		return Failure
	case timedOut(e.Code):
		return Timeout
	case e.Code != 0:
		return Refused
	case e.Ended && kind != Mail:
		return End
	default:
		return kind
	}
}

func timedOut(c ipc.Code) bool {
	switch c {
	case ipc.MACH_SEND_TIMED_OUT, ipc.MACH_RCV_TIMED_OUT, ipc.SEND_TIMED_OUT, ipc.RCV_TIMED_OUT:
		return true
	}
	return false
}
