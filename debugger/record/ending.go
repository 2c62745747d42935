package record

import (
	"encoding/binary"

	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// Ending is how a run ended.
type Ending struct {
	Outcome string // of kernel.Outcome, or one of those below; Verdict is that in the word for people
	Kind    string // of the failure, "" if there was none
	Text    string // of the failure
	Events  uint64
	Hash    uint64

	// Whose failure it was, and at which line: for a Difference, not in recordings.
	Thread, Where string
}

// Outcomes that a machine does not know of.
const (
	Deadlocked  = "deadlock"       // stuck, and threads wait for each other in a cycle
	Greedy      = "memory"         // it took more memory than it was to have
	Loop        = "loop"           // a thread made no kernel call any more, and computed
	Blocked     = "blocked"        // the same, and it waited outside of the kernel
	Overflow    = "stack overflow" // the same, and it called itself without end
	MainPanic   = "panic in Main"  // the program's Main panicked
	Broken      = "machsim error"  // the fault was machsim's
	Interrupted = "interrupted"    // by the user: not the program's doing
)

// Condition is the kind of failure of a run of which somebody who looked at it from outside
// has found a condition broken: on the way, where it was interrupted then, or at its end.
const Condition = "condition"

// EndingOf says how a machine's run has ended.
func EndingOf(m *kernel.Machine) Ending {
	s := m.World()
	e := Ending{Outcome: OutcomeOf(m.Outcome(), s), Events: s.Steps, Hash: s.Hash}
	if s.Failure != nil {
		e.Kind, e.Text = s.Failure.Kind.String(), s.Failure.Text
	}
	return e
}

// OutcomeOf is the outcome of a machine whose world is s, as recordings have it.
func OutcomeOf(o kernel.Outcome, s *kernel.State) string {
	if o == kernel.Stuck && waitfor.Cycle(waitfor.Of(s)) != nil {
		return Deadlocked
	}
	return o.String()
}

// Limit is the kind of failure of a run that was given up while program code went on: because of
// a limit, or by a user who was tired of it. The text says whose code that was, and where.
const Limit = "given up"

// Limited says that the run was given up while program code went on. It says nothing of what the
// program does: on another machine it may get further.
func (e *Ending) Limited() bool { return e.Kind == Limit }

// limit says that the run came to a limit of the machine that it was made on.
func (e *Ending) limit() bool {
	return e.Outcome == Loop || e.Outcome == Blocked || e.Outcome == Overflow || e.Outcome == Greedy
}

// open says that the run did not end by itself: nothing is known of what would have
// come after its last event.
func (e *Ending) open() bool {
	return e.Outcome == Interrupted || e.Outcome == Broken || e.Outcome == Greedy || e.Outcome == Overflow
}

// String is the verdict, with what it means here as far as that is recorded.
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

// readEnding reads what append has written; false when that makes no sense.
func readEnding(payload []byte) (Ending, bool) {
	r := reader{b: payload}
	e := Ending{Outcome: r.text(), Kind: r.text(), Text: r.text(), Events: r.uvarint(), Hash: r.uint64()}
	return e, r.whole()
}
