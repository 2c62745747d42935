package report

import (
	"machsim/debugger/runner"
	"machsim/kernel"
)

// Verdict is the one word about a run.
type Verdict string

// The verdicts. Stuck and wrong are different things: a run that is stuck did
// nothing wrong that the machine could see, it only cannot go on.
const (
	OK           Verdict = "OK"
	Deadlock     Verdict = "DEADLOCK"            // threads wait for each other in a cycle
	Stuck        Verdict = "STUCK"               // threads wait for what can never come
	CheckFailed  Verdict = "CHECK FAILED"        // the program found itself wrong
	Panic        Verdict = "PANIC"               // the program panicked
	Misuse       Verdict = "MISUSE"              // it did what C-Threads forbids
	Unhandled    Verdict = "UNHANDLED EXCEPTION" // it raised one that nobody handled
	Goexit       Verdict = "GOEXIT"              // it called runtime.Goexit
	NoEnd        Verdict = "NO END"              // the limit of events was reached
	Loop         Verdict = "LOOP"                // a thread makes no kernel call any more
	Memory       Verdict = "MEMORY"              // it took too much of it
	Halted       Verdict = "HALTED"              // by messages, as was asked for
	Interrupted  Verdict = "INTERRUPTED"         // by the user
	MachsimError Verdict = "MACHSIM ERROR"       // the fault is not the program's
)

var failures = map[kernel.FailureKind]Verdict{
	kernel.CheckFailed: CheckFailed,
	kernel.Panicked:    Panic,
	kernel.Unhandled:   Unhandled,
	kernel.Misuse:      Misuse,
	kernel.Goexit:      Goexit,
}

// verdictOf judges a run, but for Stuck, which may turn out to be Deadlock.
func verdictOf(r *runner.Run) Verdict {
	switch {
	case r.Broken != nil:
		return MachsimError
	case r.Main != nil:
		return Panic
	case r.Violation != nil:
		return CheckFailed
	case r.Greedy:
		return Memory
	case r.Loop != nil && !r.Loop.Interrupted:
		return Loop
	case r.Loop != nil:
		return Interrupted
	}
	switch r.Outcome {
	case kernel.Finished:
		return OK
	case kernel.Stuck:
		return Stuck
	case kernel.Failed:
		return failures[r.State.Failure.Kind]
	case kernel.Unfinished:
		return NoEnd
	case kernel.Halted:
		return Halted
	}
	return Interrupted
}
