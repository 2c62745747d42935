package wire

import (
	"errors"
	"fmt"
	"strings"

	"machsim/debugger"
)

// hints says what a person does at a page who follows a hint of an error. The verbs stand for its Args.
var hints = map[debugger.Hint]string{
	debugger.HintAnotherName: "choose another name",
	debugger.HintAnotherSave: "save it under another name",
	debugger.HintBack:        "going back, places before it are meant",
	debugger.HintForward:     "going on, places after it are meant",
	debugger.HintBreak:       "a click on the number of a line of the source sets one",
	debugger.HintClose:       "only forks can be closed",
	debugger.HintDelays:      "the window Delays lists them",
	debugger.HintDiff:        "name a position, such as start",
	debugger.HintEnable:      "enable some in the window Breakpoints, or name them",
	debugger.HintEnterFork:   "the window What if makes one",
	debugger.HintFile:        "name a file and a line of it: %s:LINE",
	debugger.HintChoices:     "choose, at the prompt, lists them",
	debugger.HintType:        "type LINE at the prompt gives it one, and type alone the end of its input",
	debugger.HintFork:        "the window What if makes one",
	debugger.HintForks:       "the window Forks lists those that are open",
	debugger.HintGoBack:      "go back first, to event %d",
	debugger.HintHappens:     "the event is number %d, and one can go there",
	debugger.HintHistories:   "the window Histories lists them",
	debugger.HintMessages:    "the window Messages lists those that are",
	debugger.HintNextOf:      "choose a thread",
	debugger.HintNotes:       "the window Checkpoints lists them",
	debugger.HintPositions:   "a position is start, end, the number of an event, or past and such a number",
	debugger.HintPrefix: "in recorded order one can: after event %d is the last such position before this one, " +
		"after event %d the first that holds all of it",
	debugger.HintQuery:         "the window Query asks one",
	debugger.HintQueries:       "the name of one asks it, in the window Query",
	debugger.HintRPCs:          "the window Remote calls lists them",
	debugger.HintWhole:         "the command run makes all of it again, from its seed",
	debugger.HintStops:         "the window Breakpoints lists them",
	debugger.HintTables:        "tables, at the prompt, lists them",
	debugger.HintTake:          "the button Take over lets you move",
	debugger.HintSwitch:        "make stop %d the primary one as a whole",
	debugger.HintSwitchPart:    "name a part of stop %d, from 1 to %d",
	debugger.HintWhoseVariable: "say of which thread: %s of %s, for instance",
}

// hintOf puts the hints of an error and of those that it wraps into words, the innermost first; "" for none.
func hintOf(err error) string {
	var h *debugger.Hinted
	if !errors.As(err, &h) {
		return ""
	}
	return strings.TrimPrefix(hintOf(h.Err)+"; "+fmt.Sprintf(hints[h.Hint], h.Args...), "; ")
}
