package wire

import (
	"context"

	"machsim/debugger"
)

var runMethods = Group{"Runs", []Method{
	of("run", "Says which run is the present one.", (*debugger.Debugger).Run),
	list("forks", "Lists the forks that are open.", (*debugger.Debugger).Forks),
	list("runs", "Lists the recording, and the forks that are open.", (*debugger.Debugger).Runs),
	of("info", "Says what was recorded, and how it ended.", (*debugger.Debugger).Info),
	of("end", "Says how the present run ended: in a word, and as its report has it.", (*debugger.Debugger).End),
	one[ofNumber]("enter", "Goes to a run, where it was left. 0 is the recording.", (*debugger.Debugger).Enter),
	of("parent", "Goes to the run that the present one was made from.", (*debugger.Debugger).Parent),
	one[ofNumber]("closeRun", "Closes a fork. What was not saved of it is gone.", (*debugger.Debugger).CloseRun),
	one[Word]("findFork", "Reads the number of a fork that is open.", (*debugger.Debugger).FindFork),
	with("compare", "Compares two runs: what they begin with, and what differs first.",
		func(ctx context.Context, d *debugger.Debugger, p Compare) (*debugger.Comparison, error) {
			return d.Compare(ctx, p.One, p.Other)
		}),
	one[Recording]("beside", "Opens another recording of the same program as a fork, which compare can be asked about.",
		(*debugger.Debugger).Beside),
	with("cause", "Finds from which event on the failure of the run was certain. A run that ends well becomes a fork.",
		func(ctx context.Context, d *debugger.Debugger, p FindCause) (*debugger.Cause, error) {
			return d.Cause(ctx, debugger.CauseOptions{Samples: p.Samples, Runs: p.Runs, Exact: p.Exact})
		}),
	of("causeFound", "Answers what cause has found of the present run; null if it was not looked for.",
		(*debugger.Debugger).CauseFound),
	one[Save]("save", "Writes the recording of the present fork into a file.", (*debugger.Debugger).Save),
	of("data", "Answers the recording of the present run, in base 64; null if it is in a file.",
		(*debugger.Debugger).Data),
}}

// FindCause says how hard the cause of a failure is looked for. 0 stands for the usual numbers.
type FindCause struct {
	Samples int `json:"samples" doc:"continuations at random from an event"`
	Runs    int `json:"runs" doc:"that are made in all, at most"`
	Exact   int `json:"exact" doc:"runs of a search for a proof, at most"`
}

// Save says where a fork is saved.
type Save struct {
	File string `json:"file" doc:"a path; \"\" for the one that the fork is called after"`
}

// Compare says which runs are compared.
type Compare struct {
	One   int `json:"one" doc:"the number of a run; -1 for the present one"`
	Other int `json:"other" doc:"the number of another; -1 for the one that it was made from"`
}

// Word is something that was typed.
type Word struct {
	Word string `json:"word" doc:"as it was typed"`
}
