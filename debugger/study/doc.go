// Package study makes runs of a program, one or many, and holds each against claims: conditions, in the language of
// predicates, that have to be true after every step, at the end, or in every consistent state; and models of services.
// It is to many runs what a debugger.Debugger is to one. The command machsim, the page and package simtest are its
// users, and make no run without it.
//
//	s, err := study.Open(program, study.Options{Seed: 1, Claims: study.Claims{Never: []string{"sum of balance > 600"}}})
//	if found := s.Try(ctx, 1000, nil); found.Failed {
//		run := s.Again(found) // ends at the step that breaks the claim, and is recorded
//		run.Print(os.Stdout, study.Look{})
//	}
//
// A [Study] tries seeds, explores schedules (Explore), compares failing runs with good ones (Compare), makes a run
// twice (Verify), or makes and opens one (Run, Debug). A [Process] says what all runs of a process have in common, and
// opens a recording: a [Recorded] is replayed, forked, made smaller (Shrink), explained (Cause), or its histories are
// written (Log). What comes back tells of itself, as text and as JSON; a face adds colours, columns and how a command
// ends.
//
// # Files
//
// A run is recorded in the file that the options name, or in the usual one in [Directory], whose name says what is
// unusual about the run. There the recording of a run that has failed stays, until the same run takes its place: it
// may be all that is known of a fault. With Options.Memory the recording is in memory, until somebody saves it.
//
// # What a claim is held against
//
// Claims are held against the recording of a run, as machsim check does it: after every step means in each state of
// the recorded order. In a search that makes a run of each class of schedules, it means in each state of any order of
// the events, for the others of the class are not run. A run that breaks a claim is made again with a runner.Check
// that ends it at that step; so it is reported and recorded as any other failed check.
//
// Claims are part of a recording, as words of the command line. A recording comes from anybody: [Study.Confirm] judges
// its run anew, and says what is wrong with what it claims. The verdict on a run depends on that run alone, so it is
// the same whoever makes the run, and whichever runs were made before.
//
// # What is serialised
//
// One method of a Study is at work at a time. A search makes runs on all cores, and judges each where it was made: the
// judge of a Study, and what listens to remote calls for it, are called from several goroutines. What the runs have
// shown of a claim is collected under a lock, of the lowest seeds, so that it does not depend on which core was
// faster. It is to be asked for ([Study.Unknown], Variable, Remarks) when no run is on its way.
//
// # What may be missing, and errors
//
// Claims may be empty; then runs only have to do what they should. A progress function may be nil. A run that was
// given up, or has no recording that can be opened, is not held against predicates. In Found, Violation is nil if the
// run failed of itself.
//
// An error says by its type what it is about. A *[Wrong] says which option or claim has a mistake in it: in its text,
// or a name that no run knows. That a single run does not know a name is no error: in another one the variable may be
// there. An *[Unfit] is about a recording that is damaged, or that the program does not make again; a *[Failed] says
// that runs have failed, or that nobody knows whether they are well. Any other is a mistake of whoever asked.
package study
