// Package halting repeats a recorded run with the algorithms of Miller and Choi in it
// ("Breakpoints and Halting in Distributed Programs", 1988). Predicate markers detect a linked
// predicate, and halt markers stop the program (kernel.Halt). The package compares the state in
// which the program stops with the first state that satisfies the predicate, which it computes
// from the recording.
//
// Until the first process halts, the program's events are the recorded ones in their recorded
// order; only the arrival of markers is chosen anew, by a seed. So the recording says when each
// part of the predicate is met. After that the program follows the recording as far as it can
// without the halted processes, and then the seed.
package halting
