// Package livelock finds out whether a run that repeats itself (package cycle) can go on so for ever: whether not only
// the kernel's state comes back, but the programs, too, are what they were.
//
//	options.Prove = func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
//		return livelock.Judge(hooked, rec, w, c, 0)
//	}
//
// The run is made once more, with the hooks in the program's source heard (kernel.Config.Heard). After each event at
// which the kernel's state came back, all threads stand at their calls, and everything is added up that decides how
// they go on: where each is, on its whole stack; the variables of all its functions, and of the packages, with all that
// these lead to; the answer that the last call has given. Memory counts by its contents and by what leads where, not by
// addresses (digester). If all of that is the same at two events, and everybody who could go in between had a turn,
// then what was done in between can be done again, and again: with the same choices of the scheduler, and the same
// random numbers, the run never ends. That is the claim, and no more: other choices may lead out of the cycle.
//
// What cannot be seen, the package says so, and makes no claim:
//
//   - what a statement has computed already when it makes a call, how far a loop is that has no variable for it, and
//     deferred calls; unless the source shows that there is none of it, or it did not change in between (code);
//   - functions without hooks that are on the stack, goroutines and coroutines of the program's own, channels, unsafe
//     pointers, literals with variables from elsewhere that are kept in variables, files and other things outside;
//   - libraries with a state of their own;
//   - the clock, input, and other answers that are never the same; and the numbers of what is made.
package livelock
