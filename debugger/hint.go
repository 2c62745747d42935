package debugger

import (
	"machsim/debugger/event/text"
	"machsim/debugger/session"
)

// Hint says, as a code, what a person can do about an error of a Debugger. A face finds it by errors.As of
// *Hinted, and puts it into words of its own.
type (
	Hint   = text.Hint
	Hinted = text.Hinted
)

// The hints, with their Args.
const (
	HintAnotherName   Hint = "another name"        // write to another file
	HintAnotherSave   Hint = "another save"        // save the fork to another file
	HintBack          Hint = "back"                // look for joint breakpoints before the position
	HintForward       Hint = "forward"             // look for them after it
	HintBreak         Hint = "break"               // set a breakpoint
	HintClose         Hint = "close"               // close a fork instead, or leave
	HintDiff          Hint = "diff"                // name the position to compare with
	HintEnable        Hint = "enable"              // enable breakpoints, or name some
	HintEnterFork     Hint = "enter fork"          // make a fork, or enter one
	HintFork          Hint = "fork"                // make a fork
	HintForks         Hint = "forks"               // list the forks
	HintFile          Hint = "file"                // name the file; one that there is
	HintGoBack        Hint = "go back"             // go to an earlier position; its number of events
	HintHappens       Hint = "happens"             // go to where the event has happened; its number
	HintMessages      Hint = "messages"            // list the messages
	HintNextOf        Hint = "next of"             // name the thread whose next event is meant
	HintNotes         Hint = "notes"               // list the notes
	HintPositions     Hint = "positions"           // list the forms of positions
	HintRPCs          Hint = "rpcs"                // list the remote calls
	HintQuery         Hint = "query"               // ask a query
	HintQueries       Hint = "queries"             // list those that are kept
	HintStops         Hint = "stops"               // list the stops
	HintSwitch        Hint = "switch"              // switch to the whole stop; its number
	HintSwitchPart    Hint = "switch part"         // switch to a part; the number of the stop, that of its parts
	HintTables        Hint = "tables"              // list the tables
	HintTake          Hint = "take"                // move in a session, in place of who does
	HintChoices       Hint = "choices"             // list who can go next
	HintType          Hint = "type"                // type a line of input
	HintWhole         Hint = "whole"               // make the run again of which the first part was dropped
	HintWhoseVariable Hint = "whose variable"      // say whose variable is meant; its name, a thread
	HintDelays             = session.HintDelays    // list the messages that are held
	HintHistories          = session.HintHistories // list the histories
	HintPrefix             = session.HintPrefix    // go to a position in recorded order: the last before, the next
)
