// Package study makes many runs of one program, and holds each against claims: conditions, in the language of
// predicates, that have to be true after every step, at the end, or in every consistent state; and models of services.
// It is to many runs what a debugger.Debugger is to one. The command machsim, the page and package simtest are its
// users.
//
//	s := study.New(options, study.Claims{Never: []string{"sum of balance > 600"}})
//	if t := s.Try(1000, nil); t.Failed {
//		run := runner.Do(s.Again(t)) // ends at the step that breaks the claim
//	}
//
// [Of] is the study of a recorded run: with its parameters, and the claims that it was held against. What makes runs
// from that one, to shrink it or to find its cause, holds each of them against the same.
//
// # What a claim is held against
//
// Claims are held against the recording of a run, as machsim check does it: after every step means in each state of the
// recorded order. In a search that makes a run of each class of schedules, it means in each state of any order of the
// events, for the others of the class are not run. A run that breaks a claim is made again with a runner.Check that
// ends it at that step; so it is reported and recorded as any other failed check.
//
// Claims are part of a recording, as words of the command line. A recording comes from anybody: [Study.Confirm] judges
// its run anew, and says what is wrong with what it claims. The verdict on a run depends on that run alone, so it is
// the same whoever makes the run, and whichever runs were made before.
//
// # What is serialised
//
// A search makes runs on all cores, and judges each where it was made: the judge of a Study, and what listens to remote
// calls for it, are called from several goroutines. What the runs have shown of a claim is collected under a lock, of
// the lowest seeds, so that it does not depend on which core was faster. It is to be asked for ([Study.Unknown],
// Variable, Remarks) when no run is on its way.
//
// # What may be missing, and errors
//
// Claims may be empty; then runs only have to do what they should. They have to pass [Claims.Check] before they are
// given to New. A progress function may be nil. A run that was given up, or has no recording that can be opened, is not
// held against predicates. In runner.Found, Violation is nil if the run failed of itself.
//
// A *[Wrong] says which claim has a mistake in it: in its text, or a name that no run knows. That a single run does not
// know a name is no error: in another one the variable may be there. An error of Shrink is a *shrink.Unfit if the
// recording cannot be shrunk.
package study
