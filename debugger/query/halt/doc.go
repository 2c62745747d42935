// Package halt finds out what it takes to halt a replay where a conjunction of conditions of single processes holds
// first, without knowing the causal order: it runs Manabe and Aoyagi's algorithm (section 4 of their paper) on a
// recorded run.
//
//	e := halt.At(run, conjunction, halt.Control{Delay: 3})
//	e.Cut       // the least cut in which all conditions hold: Inf(P)
//	e.Asked()   // with so many control messages among the processes
//
// A process is active while its condition is false, or while it has not yet taken an event for which another has asked;
// the program halts when all processes are passive. The debugger process learns of that by Dijkstra and Scholten's
// algorithm.
//
// The processes are the lanes of the run, each with a local debugger that knows its own history. Time is counted in
// steps: in one an active process takes an event, if it has got all that this needs. What others need of an event gets
// there one step later, by the program's own message or the memory and the kernel that both share.
//
// Whatever the delays of control messages, the cut is the same; tests hold it against package detect, which knows the
// causal order. The run is only read. Work that is cancelled panics (predicate.Run.Tick), which detect recovers.
package halt
