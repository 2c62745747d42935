package wire

import "machsim/debugger"

var runMethods = Group{"Runs", []Method{
	calls[none]("run", "Says which run is the present one.", (*debugger.Debugger).Run),
	list("forks", "Lists the forks that are open.", (*debugger.Debugger).Forks),
	list("runs", "Lists the recording, and the forks that are open.", (*debugger.Debugger).Runs),
	calls[none]("info", "Says what was recorded, and how it ended.", (*debugger.Debugger).Info),
	calls[none]("end", "Says how the present run ended: in a word, and as its report has it.", (*debugger.Debugger).End),
	calls[ofNumber]("enter", "Goes to a run, where it was left. 0 is the recording.", (*debugger.Debugger).Enter),
	calls[none]("parent", "Goes to the run that the present one was made from.", (*debugger.Debugger).Parent),
	calls[ofNumber]("closeRun", "Closes a fork. What was not saved of it is gone.", (*debugger.Debugger).CloseRun),
	calls[Word]("findFork", "Reads the number of a fork that is open.", (*debugger.Debugger).FindFork),
	calls[struct {
		One   int `doc:"the number of a run; -1 for the present one"`
		Other int `doc:"the number of another; -1 for the one that it was made from"`
	}]("compare", "Compares two runs: what they begin with, and what differs first.",
		(*debugger.Debugger).Compare),
	calls[Recording]("beside", "Opens another recording of the same program as a fork, which compare can be asked about.",
		(*debugger.Debugger).Beside),
	calls[debugger.CauseOptions]("cause",
		"Finds from which event on the failure of the run was certain. A run that ends well becomes a fork.",
		(*debugger.Debugger).Cause),
	calls[none]("causeFound", "Answers what cause has found of the present run; null if it was not looked for.",
		(*debugger.Debugger).CauseFound),
	calls[struct {
		File string `doc:"a path; \"\" for the one that the fork is called after"`
	}]("save", "Writes the recording of the present fork into a file.", (*debugger.Debugger).Save),
	calls[none]("data", "Answers the recording of the present run, in base 64; null if it is in a file.",
		(*debugger.Debugger).Data),
}}

// Word is something that was typed.
type Word struct {
	Word string `json:"word" doc:"as it was typed"`
}
