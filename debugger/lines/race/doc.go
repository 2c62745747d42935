// Package race finds data races in a recorded run: two accesses to the same variable by threads of one task, at least
// one of them a write, of which neither happened before the other.
//
// The run is made once more, with the program's hooks at accesses (kernel/hook) heard. Which came before which follows
// from the run's own causal clocks. Between two kernel calls a thread runs alone, so all that it does there has one
// time, the number of the event that ends the stretch among those of the thread: an epoch, as in FastTrack (Flanagan
// and Freund, 2009). A stretch came before another one if the event that ends it came before the one that began the
// other. The clocks are those of the kernel's causes alone, without the order that Graph.Share adds, because that is
// there to hide from a debugger that threads share variables.
//
// A variable is an address; for an element of a map it is the map. A struct or an array is all that it consists of. All
// variables are kept in memory while the run is looked at, so that no address is used twice.
//
// FastTrack tells of the first race of a variable. Here each pair of lines is wanted, so of each thread and place the
// last access to a variable is kept. Those that happened before an access which came after all others are looked at
// only if that one is concurrent with the present one: where variables are protected, an access costs one comparison.
package race
