// Package campaign explores a program: it makes many runs of it, by several strategies, and reports which of them fail
// and how much they have shown of what the program can do.
//
//	report, err := campaign.Run(ctx, campaign.Options{Run: runner.New(program, 1), Runs: 10_000})
//
// The runs of a campaign are numbered from 0, and each is a function of the program, its parameters and configuration,
// the strategy, the first seed and its number. The report is made of the runs in the order of their numbers, so it is
// the same whatever the number of workers. A shard makes a part of the runs; Merge makes of all parts the report of the
// whole, byte for byte.
//
//	options.go   what is explored, and for how long
//	plan.go      which strategy makes which run
//	run.go       makes the runs
//	hears.go     how exhaustive runs are made
//	seen.go      what a run shows of what the program can do
//	fold.go      takes runs in, in the order of their numbers
//	sketch.go    how many different numbers there are, in little memory
//	left.go      how many classes there may be
//	goal.go      what some run is to reach
//	report.go    what came of it
//	merge.go     reports of shards as one
package campaign
