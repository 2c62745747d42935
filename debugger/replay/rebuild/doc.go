// Package rebuild runs the programs of a recorded run again, each thread up to a cut, without
// a kernel: every call returns at once with its recorded result. This is how the variables and
// stacks of another position come back, because the stack of a Go program cannot be copied.
//
// The threads of one task may share variables, so they run in their recorded order. Tasks share
// nothing. A task that need not go back runs on from where it is; one that must go back starts
// anew. The function of a thread is a closure made by the thread that created it, so a task goes
// back together with its family: all tasks that one first task has created.
//
// What a task's threads showed when they stood still is remembered of the last stands of a feeding
// that goes back a little, and shown again without running them: see past.go and recall.go.
//
// Every call is compared with the recorded one. If it differs, the program is not deterministic,
// or has changed: *Divergence.
package rebuild
