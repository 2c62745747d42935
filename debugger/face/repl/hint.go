package repl

import (
	"errors"
	"fmt"

	"machsim/debugger"
)

// hints says with which commands a person follows each hint of an error. The verbs stand for its Args.
var hints = map[debugger.Hint]string{
	debugger.HintAnotherName: "type another name",
	debugger.HintAnotherSave: "type save and another name",
	debugger.HintBack:        "with back, places before it are meant",
	debugger.HintBreak:       "break SPEC sets one, and help break says what SPEC may be",
	debugger.HintClose:       "type close and the number of a fork, or quit to leave",
	debugger.HintDelays:      "delays lists them",
	debugger.HintDiff:        "type diff POSITION, as in diff start",
	debugger.HintEnable:      "type their numbers, or enable some",
	debugger.HintEnterFork:   "type run to make one, or fork N to enter one",
	debugger.HintFile:        "type list %s:LINE",
	debugger.HintChoices:     "choose alone lists them",
	debugger.HintType:        "type LINE gives it one, and type alone the end of its input",
	debugger.HintFork:        "type run to make a fork",
	debugger.HintForks:       "forks lists those that are open",
	debugger.HintForward:     "without back, places after it are meant",
	debugger.HintGoBack:      "go back first, as in goto %d",
	debugger.HintHappens:     "goto past %d goes there",
	debugger.HintHistories:   "type history to see which histories there are",
	debugger.HintMessages:    "message lists those that are",
	debugger.HintNextOf:      "type next THREAD",
	debugger.HintNotes:       "notes lists them",
	debugger.HintPositions:   "type help positions to see what there is",
	debugger.HintPrefix: "in recorded order one can: goto %d is the last such position before this one, " +
		"goto %d the first that holds all of it",
	debugger.HintRPCs:          "rpcs lists them",
	debugger.HintQuery:         "query SELECT ... asks, and rows TABLE shows",
	debugger.HintQueries:       "query NAME asks it",
	debugger.HintWhole:         "machsim run --from FILE --at 0 makes the run again from its seed",
	debugger.HintStops:         "stop lists the global predicates",
	debugger.HintSwitch:        "type switch %d",
	debugger.HintSwitchPart:    "type switch %d,M with M from 1 to %d",
	debugger.HintTables:        "tables lists them",
	debugger.HintTake:          "take lets you move",
	debugger.HintWhoseVariable: "say which, as in set %s 0 in %s",
}

// Words returns the text of an error, with the commands that help.
func Words(err error) string {
	var busy *debugger.Busy
	if errors.As(err, &busy) {
		return err.Error() + ", or type quit"
	}
	return err.Error() + commandsFor(err)
}

// commandsFor puts the hints of an error and of those that it wraps into words, the innermost first.
func commandsFor(err error) string {
	var h *debugger.Hinted
	if !errors.As(err, &h) {
		return ""
	}
	return commandsFor(h.Err) + "; " + fmt.Sprintf(hints[h.Hint], h.Args...)
}
