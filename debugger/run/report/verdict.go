package report

import (
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
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
	Livelock     = record.VerdictLivelock
	Loop         = record.VerdictLoop
	Blocked      = record.VerdictBlocked
	Overflow     = record.VerdictOverflow
	Memory       = record.VerdictMemory
	Halted       = record.VerdictHalted
	Interrupted  = record.VerdictInterrupted
	MachsimError = record.VerdictMachsimError
)

// endingOf returns how a run ended. A replay that equals the recorded run ended as that did, also
// where the cause came from outside, such as a test's condition or a limit: a replay does not
// check these again.
func endingOf(r *runner.Run) record.Ending {
	if r.Replayed() == nil {
		return r.Ending()
	}
	return r.Replayed().Ending(r.Ending())
}

// GivenUp is the error of a replay that was given up at a limit which the recorded run did not reach.
type GivenUp struct {
	Limit Limit
	Text  string // a sentence without a full stop
}

func (g *GivenUp) Error() string { return g.Text }

// Limited describes such a replay.
func Limited(run *runner.Run, res record.Result) *GivenUp {
	rep := Of(run)
	text := fmt.Sprintf("identical up to event %d, where the replay was given up: %s", res.Events, rep.Summary)
	if len(rep.Stack) > 0 {
		text += fmt.Sprintf(" (%s)", rep.Stack[0])
	}
	limit := LoopLimit
	if rep.Verdict == Memory {
		limit = MemoryLimit
	}
	return &GivenUp{limit, text + "; the recorded run went on"}
}
