// Package rebuild runs the programs of a recorded run again, each thread up to its place
// in a cut, without a kernel: every call returns at once with its recorded result.
//
// A Go program's stack cannot be copied, so this is how the variables and the stacks of
// another moment come back. The unit is the task, whose threads may share variables:
// they are run in their recorded order. Tasks that need not go back go on from where
// they stand. What a task's threads run is made by the thread that created them; so a
// family of tasks, those that one first task has created, goes back together.
//
// Every call is compared with the recorded one. A program that is not deterministic, or
// that has changed, is caught there: *Departure.
package rebuild
