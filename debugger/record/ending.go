package record

import (
	"encoding/binary"

	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Ending is how a run ended.
type Ending struct {
	Outcome string // of kernel.Outcome, or one of those below
	Kind    string // of the failure, "" if there was none
	Text    string // of the failure
	Events  uint64
	Hash    uint64

	// The thread that failed, and its source line. They are for a Divergence, and not in recordings.
	Thread, Where string
}

// Outcomes that a machine does not see itself.
const (
	Deadlocked  = "deadlock"       // stuck, and threads wait for each other in a cycle
	Greedy      = "memory"         // it took more memory than its limit
	Loop        = "loop"           // a thread made no kernel call any more, and computed
	Blocked     = "blocked"        // the same, and it waited outside of the kernel
	Overflow    = "stack overflow" // the same, and it called itself without end
	MainPanic   = "panic in Main"  // the program's Main panicked
	Broken      = "machsim error"  // the fault was machsim's
	Interrupted = "interrupted"    // by the user
)

// Condition is the kind of failure of a run in which an observer, such as a test, found a
// condition false: during the run, which was interrupted then, or at its end.
const Condition = "condition"

// Livelock is the kind of failure of a run that reached its limit of events, and of which an observer found that its
// threads go round in a cycle of states. The text names them.
const Livelock = "livelock"

// EndingOf returns how a machine's run has ended.
func EndingOf(m *kernel.Machine) Ending {
	s := m.World()
	e := Ending{Outcome: OutcomeOf(m.Outcome(), s), Events: s.Steps, Hash: s.Hash}
	if s.Failure != nil {
		e.Kind, e.Text = s.Failure.Kind.String(), s.Failure.Text
	}
	return e
}

// Complete says whether the run has ended by itself, well or stuck, so that nothing more could come.
func (e *Ending) Complete() bool {
	return e.Outcome == kernel.Finished.String() || e.Outcome == kernel.Stuck.String() || e.Outcome == Deadlocked
}

// GivenUp says whether neither the run itself nor a failure has ended it, so that more would have come.
func (e *Ending) GivenUp() bool { return !e.Complete() && e.Outcome != kernel.Failed.String() }

// OutcomeOf returns the outcome of a machine in state s, in the words of recordings.
func OutcomeOf(o kernel.Outcome, s *kernel.State) string {
	if o == kernel.Stuck && waitfor.Cycle(waitfor.Of(s)) != nil {
		return Deadlocked
	}
	return o.String()
}

// Limit is the kind of failure of a run that was given up, at a limit or by the user, while program
// code was running. The text names the thread and the source line.
const Limit = "given up"

// Limited says whether the run was given up while program code was running. On another machine it
// may get further.
func (e *Ending) Limited() bool { return e.Kind == Limit }

// limit says whether the run reached a limit of the computer that it was made on.
func (e *Ending) limit() bool {
	return e.Outcome == Loop || e.Outcome == Blocked || e.Outcome == Overflow || e.Outcome == Greedy
}

// open says whether the run did not end by itself, so that it is not known what would have
// followed its last event.
func (e *Ending) open() bool {
	return e.Outcome == Interrupted || e.Outcome == Broken || e.Outcome == Greedy || e.Outcome == Overflow
}

// String returns the verdict, with the recorded text of the failure.
func (e Ending) String() string {
	if e.Text == "" {
		return string(e.Verdict())
	}
	return string(e.Verdict()) + ": " + e.Text
}

func (e *Ending) append(b []byte) []byte {
	b = appendText(appendText(appendText(b, e.Outcome), e.Kind), e.Text)
	b = binary.AppendUvarint(b, e.Events)
	return binary.LittleEndian.AppendUint64(b, e.Hash)
}

// readEnding reads what append has written; false if it is invalid.
func readEnding(payload []byte) (Ending, bool) {
	r := reader{b: payload}
	e := Ending{Outcome: r.text(), Kind: r.text(), Text: r.text(), Events: r.uvarint(), Hash: r.uint64()}
	return e, r.whole()
}
