package report

import (
	"machsim/debugger/record"
	"machsim/debugger/runner"
)

// Verdict is the one word about a run.
type Verdict = record.Verdict

// The verdicts, as recordings have them.
const (
	OK           = record.VerdictOK
	Deadlock     = record.VerdictDeadlock
	Stuck        = record.VerdictStuck
	CheckFailed  = record.VerdictCheckFailed
	Panic        = record.VerdictPanic
	Misuse       = record.VerdictMisuse
	Unhandled    = record.VerdictUnhandled
	Goexit       = record.VerdictGoexit
	NoEnd        = record.VerdictNoEnd
	Loop         = record.VerdictLoop
	Memory       = record.VerdictMemory
	Halted       = record.VerdictHalted
	Interrupted  = record.VerdictInterrupted
	MachsimError = record.VerdictMachsimError
)

// endingOf is how a run ended. A replay that was the recorded run ended as that did: what was
// seen from outside then, such as a test's condition or a limit, is not looked at again.
func endingOf(r *runner.Run) record.Ending {
	if r.Replay == nil {
		return r.Ending()
	}
	return r.Replay.Ending(r.Ending())
}
