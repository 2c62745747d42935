// Package shrink makes a failing run smaller: a run of the same program that fails in the same way, with smaller
// parameters, less input and fewer edits, fewer switches between threads, fewer events.
//
// It works on the causal order of the run (package graph) and not on the list of its choices. What does not come before
// the failure is left out, and the rest put into a line in which every thread goes on as long as it can (order.go).
// Then it tries what is left, one thing after the other (moves.go): to put off what a thread does in a row, to have a
// thread go on, to have two events that affect each other come the other way round. Whatever it has in mind it makes a
// run of, by a Schedule that is followed as far as possible (package schedule); the run counts, and not what it was
// meant to be. A run is taken if it fails as the recorded one did, and is smaller.
//
// Most of what can be tried need not be. The causal order tells what would come of it (foresee.go): who could not go
// before whom, and where time passes only because nobody can go. What would have more switches is not made a run of.
//
// With smaller parameters a schedule leads elsewhere, and a failure may need a rare order and rare choices at once. So
// it is looked for in runs with the choices of the schedule, or most of them, and another order (by.go).
//
// When nothing helps any more the run is minimal: each of these things was tried, alone, and either the failure went
// away or the run did not get smaller. That does not say that there is no smaller one.
package shrink
