package record

import "machsim/kernel"

// Verdict is the one word about a run. Whoever speaks of how a run ended has it from its
// Ending, be it of a recording or of a run that has just been made.
type Verdict string

// The verdicts. Stuck and wrong are different things: a run that is stuck did
// nothing wrong that the machine could see, it only cannot go on.
const (
	VerdictOK           Verdict = "OK"
	VerdictDeadlock     Verdict = "DEADLOCK"            // threads wait for each other in a cycle
	VerdictStuck        Verdict = "STUCK"               // threads wait for what can never come
	VerdictCheckFailed  Verdict = "CHECK FAILED"        // the program, or a test of it, found it wrong
	VerdictPanic        Verdict = "PANIC"               // the program panicked
	VerdictMisuse       Verdict = "MISUSE"              // it did what C-Threads forbids
	VerdictUnhandled    Verdict = "UNHANDLED EXCEPTION" // it raised one that nobody handled
	VerdictGoexit       Verdict = "GOEXIT"              // it called runtime.Goexit
	VerdictNoEnd        Verdict = "NO END"              // the limit of events was reached
	VerdictLivelock     Verdict = "LIVELOCK"            // the same, and threads go round in a cycle of states
	VerdictLoop         Verdict = "LOOP"                // a thread makes no kernel call any more, and computes
	VerdictBlocked      Verdict = "BLOCKED"             // the same, and it waits outside of the kernel
	VerdictOverflow     Verdict = "STACK OVERFLOW"      // the same, and it calls itself without end
	VerdictMemory       Verdict = "MEMORY"              // it took too much of it
	VerdictHalted       Verdict = "HALTED"              // by messages, as was asked for
	VerdictInterrupted  Verdict = "INTERRUPTED"         // by the user
	VerdictMachsimError Verdict = "MACHSIM ERROR"       // the fault is not the program's
)

// byKind are the verdicts on runs that failed, or of which a condition was broken.
var byKind = map[string]Verdict{
	kernel.CheckFailed.String(): VerdictCheckFailed,
	kernel.Panicked.String():    VerdictPanic,
	kernel.Unhandled.String():   VerdictUnhandled,
	kernel.Misuse.String():      VerdictMisuse,
	kernel.Goexit.String():      VerdictGoexit,
	Condition:                   VerdictCheckFailed,
	Livelock:                    VerdictLivelock,
}

// byOutcome are the verdicts on the others.
var byOutcome = map[string]Verdict{
	kernel.Finished.String():    VerdictOK,
	kernel.Stuck.String():       VerdictStuck,
	kernel.Unfinished.String():  VerdictNoEnd,
	kernel.Halted.String():      VerdictHalted,
	kernel.Interrupted.String(): VerdictInterrupted,
	Deadlocked:                  VerdictDeadlock,
	Greedy:                      VerdictMemory,
	Loop:                        VerdictLoop,
	Blocked:                     VerdictBlocked,
	Overflow:                    VerdictOverflow,
	Broken:                      VerdictMachsimError,
}

// Failed says that a run with this verdict did not do what it should: neither it nor a person has ended it.
func (v Verdict) Failed() bool {
	return v != VerdictOK && v != VerdictHalted && v != VerdictInterrupted
}

// Endless says that a run with this verdict was given up at its limit of events.
func (v Verdict) Endless() bool { return v == VerdictNoEnd || v == VerdictLivelock }

// Left says that a run with this verdict was left to itself: its program code did not come back, goes on beside
// whatever is done after it, and takes a share of the computer.
func (v Verdict) Left() bool { return v == VerdictLoop || v == VerdictBlocked || v == VerdictOverflow }

// Verdict is how the run ended, in a word.
func (e *Ending) Verdict() Verdict {
	if v, ok := byKind[e.Kind]; ok {
		return v
	}
	return byOutcome[e.Outcome]
}
