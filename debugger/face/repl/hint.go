package repl

import (
	"errors"
	"fmt"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// hints says with which commands a person follows each hint of an error. The verbs stand for its Args.
var hints = map[text.Hint]string{
	text.HintAnotherName: "type another name",
	text.HintAnotherSave: "type save and another name",
	text.HintBack:        "with back, places before it are meant",
	text.HintBreak:       "break SPEC sets one, and help break says what SPEC may be",
	text.HintClose:       "type close and the number of a fork, or quit to leave",
	text.HintDelays:      "delays lists them",
	text.HintDiff:        "type diff POSITION, as in diff start",
	text.HintEnable:      "type their numbers, or enable some",
	text.HintEnterFork:   "type run to make one, or fork N to enter one",
	text.HintFile:        "type list %s:LINE",
	text.HintChoices:     "choose alone lists them",
	text.HintType:        "type LINE gives it one, and type alone the end of its input",
	text.HintFork:        "type run to make a fork",
	text.HintForks:       "forks lists those that are open",
	text.HintForward:     "without back, places after it are meant",
	text.HintGoBack:      "go back first, as in goto %d",
	text.HintHappens:     "goto past %d goes there",
	text.HintHistories:   "type history to see which histories there are",
	text.HintMessages:    "message lists those that are",
	text.HintNextOf:      "type next THREAD",
	text.HintNotes:       "notes lists them",
	text.HintPositions:   "type help positions to see what there is",
	text.HintPrefix: "in recorded order one can: goto %d is the last such position before this one, " +
		"goto %d the first that holds all of it",
	text.HintRPCs:          "rpcs lists them",
	text.HintQuery:         "query SELECT ... asks, and rows TABLE shows",
	text.HintQueries:       "query NAME asks it",
	text.HintWhole:         "machsim run --from FILE --at 0 makes the run again from its seed",
	text.HintStep:          "step goes through its statements",
	text.HintStepBack:      "step back goes to its last statement",
	text.HintStops:         "stop lists the global predicates",
	text.HintSwitch:        "type switch %d",
	text.HintSwitchPart:    "type switch %d,M with M from 1 to %d",
	text.HintTables:        "tables lists them",
	text.HintTake:          "take lets you move",
	text.HintWhoseVariable: "say which, as in set %s 0 in %s",
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
	var h *text.Hinted
	if !errors.As(err, &h) {
		return ""
	}
	return commandsFor(h.Err) + "; " + fmt.Sprintf(hints[h.Hint], h.Args...)
}
