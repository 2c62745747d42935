package text

// Hint says, as a code, what a person can do about an error. Each face has words of its own for it, such
// as the name of a command.
type Hint string

// Hinted is an error with a Hint. Its text is a sentence that does without the hint.
type Hinted struct {
	Err  error
	Hint Hint
	Args []any // what the words of a face may need, in the order that the Hint says
}

// WithHint adds a Hint to an error.
func WithHint(err error, h Hint, args ...any) error { return &Hinted{err, h, args} }

func (h *Hinted) Error() string { return h.Err.Error() }

// Unwrap returns the error without the Hint.
func (h *Hinted) Unwrap() error { return h.Err }

// The hints, with their Args.
const (
	HintAnotherName   Hint = "another name"   // write to another file
	HintAnotherSave   Hint = "another save"   // save the fork to another file
	HintBack          Hint = "back"           // look for joint breakpoints before the position
	HintForward       Hint = "forward"        // look for them after it
	HintBreak         Hint = "break"          // set a breakpoint
	HintClose         Hint = "close"          // close a fork instead, or leave
	HintDiff          Hint = "diff"           // name the position to compare with
	HintEnable        Hint = "enable"         // enable breakpoints, or name some
	HintEnterFork     Hint = "enter fork"     // make a fork, or enter one
	HintFork          Hint = "fork"           // make a fork
	HintForks         Hint = "forks"          // list the forks
	HintFile          Hint = "file"           // name the file; one that there is
	HintGoBack        Hint = "go back"        // go to an earlier position; its number of events
	HintHappens       Hint = "happens"        // go to where the event has happened; its number
	HintMessages      Hint = "messages"       // list the messages
	HintNextOf        Hint = "next of"        // name the thread whose next event is meant
	HintNotes         Hint = "notes"          // list the notes
	HintPositions     Hint = "positions"      // list the forms of positions
	HintRPCs          Hint = "rpcs"           // list the remote calls
	HintQuery         Hint = "query"          // ask a query
	HintQueries       Hint = "queries"        // list those that are kept
	HintStep          Hint = "step"           // go through the statements after the last event of a thread
	HintStepBack      Hint = "step back"      // go to the last statement of a thread
	HintStops         Hint = "stops"          // list the stops
	HintSwitch        Hint = "switch"         // switch to the whole stop; its number
	HintSwitchPart    Hint = "switch part"    // switch to a part; the number of the stop, that of its parts
	HintTables        Hint = "tables"         // list the tables
	HintTake          Hint = "take"           // move in a session, in place of who does
	HintChoices       Hint = "choices"        // list who can go next
	HintType          Hint = "type"           // type a line of input
	HintWhole         Hint = "whole"          // make the run again of which the first part was dropped
	HintWhoseVariable Hint = "whose variable" // say whose variable is meant; its name, a thread
	HintDelays        Hint = "delays"         // list the messages that are held
	HintHistories     Hint = "histories"      // list the histories
	HintPrefix        Hint = "prefix"         // go to a position in recorded order: the last before, the next
)
