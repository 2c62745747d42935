package halt

import "fmt"

// Move is a move of Manabe and Aoyagi's algorithm, or of the termination detection.
type Move struct {
	Step    int
	Kind    MoveKind
	Lane    int  // whose it is, or Debugger
	Other   int  // of a message: who gets it, of Gets and Answered who has sent it
	Message int  // the number of a control message, from 1; 0 for none
	Start   bool // of Asks and Gets: the debugger process starts a process
	Ack     bool // of Gets: it is an acknowledgement
	Sort    Sort // of Asks, Gets and Answered: for what is asked
	// Event is, in the run in which the conjunction is detected: of Asks and Answered the event that is
	// asked for, of Takes the one that is taken, of Passive the last one, and of Active that to which the process goes on;
	// -1 for none.
	Event     int
	Condition int // of ToFulfil: which one it is of the conjunction
}

// MoveKind is the kind of a move.
type MoveKind uint8

// The kinds.
const (
	MoveAsks     MoveKind = iota // it sends a request, or the debugger process a start
	MoveAcks                     // it acknowledges one
	MoveGets                     // a control message arrives
	MoveAnswered                 // what it waits for has come
	MoveActive                   // it becomes active
	MoveTakes                    // it takes an event
	MovePassive                  // it becomes passive
	MoveHalts                    // the debugger process knows that all are passive
)

var moveNames = [...]string{"asks", "acknowledges", "gets", "answered", "active", "takes", "passive", "halted"}

func (k MoveKind) String() string { return moveNames[k] }

// move is a move of whoever sends a message or gets it.
func (m *message) move(k MoveKind, lane, other int) Move {
	return Move{Kind: k, Lane: lane, Other: other, Message: m.number, Start: m.kind == start, Ack: m.kind == ack,
		Sort: m.sort, Event: m.event, Condition: m.condition}
}

// Messages says whether moves of a kind send something to another process, or get it from one.
func (k MoveKind) Messages() bool { return k <= MoveAnswered }

// Detects says whether a move is of the termination detection.
func (m *Move) Detects() bool { return m.Start || m.Ack || m.Kind == MoveAcks || m.Kind == MoveHalts }

// Says puts a move into words.
func (e *Effort) Says(m *Move) string {
	who, other := e.Process(m.Lane), e.Process(m.Other)
	switch m.Kind {
	case MoveAsks:
		if m.Start {
			return fmt.Sprintf("%s starts %s, until %s", who, other, e.condition(m))
		}
		return fmt.Sprintf("%s asks %s %s", who, other, e.asked(m))
	case MoveAcks:
		return fmt.Sprintf("%s acknowledges to %s", who, other)
	case MoveGets:
		return fmt.Sprintf("%s hears from %s", who, other)
	case MoveAnswered:
		return fmt.Sprintf("%s is answered by %s: %s", who, other, e.r.Point(m.Event))
	case MoveTakes:
		return fmt.Sprintf("%s takes %s", who, e.r.Point(m.Event))
	case MoveActive:
		if m.Event == none {
			return who + " active until its condition holds"
		}
		return fmt.Sprintf("%s active to %s", who, e.r.Point(m.Event))
	case MovePassive:
		if m.Event == none {
			return who + " passive"
		}
		return fmt.Sprintf("%s passive, at %s", who, e.r.Point(m.Event))
	}
	return who + " knows that all are passive: the program halts"
}

// asked says for what a process asks another.
func (e *Effort) asked(m *Move) string {
	if m.Sort == ToFulfil {
		return sorts[m.Sort].words + " " + e.condition(m)
	}
	return fmt.Sprintf("%s (%s)", sorts[m.Sort].words, e.r.Point(m.Event))
}

// condition is the one that a process is to fulfil.
func (e *Effort) condition(m *Move) string { return e.conjunction[m.Condition].Text }

// Process is what a lane of a Move is called: a thread or packets, as in the table of lanes, or the debugger.
func (e *Effort) Process(lane int) string {
	if lane == Debugger {
		return "the debugger"
	}
	switch l := &e.r.Tape.Lanes[lane]; {
	case l.Thread != 0:
		return e.r.ThreadName(l.Thread)
	case l.Faults:
		return "faults"
	case l.Edits:
		return "changes"
	}
	return fmt.Sprintf("packets %d", lane)
}
