package wire

import (
	"errors"
	"fmt"
	"strings"

	"machsim/debugger/event/text"
)

// hints says what a person does at a page who follows a hint of an error. The verbs stand for its Args.
var hints = map[text.Hint]string{
	text.HintAnotherName: "choose another name",
	text.HintAnotherSave: "save it under another name",
	text.HintBack:        "going back, places before it are meant",
	text.HintForward:     "going on, places after it are meant",
	text.HintBreak:       "a click on the number of a line of the source sets one",
	text.HintClose:       "only forks can be closed",
	text.HintDelays:      "the window Delays lists them",
	text.HintDiff:        "name a position, such as start",
	text.HintEnable:      "enable some in the window Breakpoints, or name them",
	text.HintEnterFork:   "the window What if makes one",
	text.HintFile:        "name a file and a line of it: %s:LINE",
	text.HintChoices:     "choose, at the prompt, lists them",
	text.HintType:        "type LINE at the prompt gives it one, and type alone the end of its input",
	text.HintFork:        "the window What if makes one",
	text.HintForks:       "the window Forks lists those that are open",
	text.HintGoBack:      "go back first, to event %d",
	text.HintHappens:     "the event is number %d, and one can go there",
	text.HintHistories:   "the window Histories lists them",
	text.HintMessages:    "the window Messages lists those that are",
	text.HintNextOf:      "choose a thread",
	text.HintNotes:       "the window Checkpoints lists them",
	text.HintPositions:   "a position is start, end, the number of an event, or past and such a number",
	text.HintPrefix: "in recorded order one can: after event %d is the last such position before this one, " +
		"after event %d the first that holds all of it",
	text.HintQuery:         "the window Query asks one",
	text.HintQueries:       "the name of one asks it, in the window Query",
	text.HintRPCs:          "the window Remote calls lists them",
	text.HintWhole:         "the command run makes all of it again, from its seed",
	text.HintStep:          "a step goes through its statements",
	text.HintStepBack:      "a step back goes to its last statement",
	text.HintStops:         "the window Breakpoints lists them",
	text.HintTables:        "tables, at the prompt, lists them",
	text.HintTake:          "the button Take over lets you move",
	text.HintSwitch:        "make stop %d the primary one as a whole",
	text.HintSwitchPart:    "name a part of stop %d, from 1 to %d",
	text.HintWhoseVariable: "say of which thread: %s of %s, for instance",
}

// hintOf puts the hints of an error and of those that it wraps into words, the innermost first; "" for none.
func hintOf(err error) string {
	var h *text.Hinted
	if !errors.As(err, &h) {
		return ""
	}
	return strings.TrimPrefix(hintOf(h.Err)+"; "+fmt.Sprintf(hints[h.Hint], h.Args...), "; ")
}
