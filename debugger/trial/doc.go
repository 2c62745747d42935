// Package trial tries programs with many seeds, and holds each run against claims: conditions, in the
// language of package predicate, that have to be true after every step, at the end, or in every
// consistent state. machsim run and package simtest are its users.
//
//	t := trial.New(options, trial.Claims{Never: []string{"sum of balance > 600"}})
//	found := t.Seeds(1000, nil)
//	if f := t.Failure(found.Seed); found.Failed && f != nil {
//		options.Seed, options.Check = f.Seed, f.Check(options.Check)
//		run := runner.Do(options) // ends at the step that breaks the claim
//	}
//
// Claims are held against the recording of a run, as machsim check does it: after every step means in
// each state of the recorded order. A run that breaks a claim is made again with a runner.Check that
// ends it at that step; so it is reported and recorded as any other failed check.
package trial
