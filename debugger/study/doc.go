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
// Claims are held against the recording of a run, as machsim check does it: after every step means in each state of the
// recorded order. In a search that makes a run of each class of schedules, it means in each state of any order of the
// events, for the others of the class are not run. A run that breaks a claim is made again with a runner.Check that
// ends it at that step; so it is reported and recorded as any other failed check.
package study
