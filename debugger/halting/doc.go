// Package halting makes a run again with Miller and Choi's algorithms at work in it
// ("Breakpoints and Halting in Distributed Programs", 1988): predicate markers detect a linked
// predicate, halt markers stop the program (kernel.Halt), and compares where it comes to a
// stop with the first state that satisfies the predicate, which is known from the recording.
//
// The run is that of a recording until the first process halts: the program's events are the
// recorded ones in their recorded order, and only when markers arrive is chosen anew, by a
// seed. So it is known from the recording when each part of the predicate is met. From there
// on the program goes on as recorded as far as that is possible without those who have
// halted, and then as the seed chooses.
package halting
