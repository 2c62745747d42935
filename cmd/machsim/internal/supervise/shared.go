package supervise

import (
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
)

// SharedBytes is the size of the memory that supervisor and child share: footprints, and a journal.
const SharedBytes = runner.FootprintBytes + record.JournalBytes

// shares gives the child the memory that it shares.
func (s *Supervisor) shares(memory []byte) {
	s.footprints = runner.NewFootprints(memory[:runner.FootprintBytes])
	s.journal = memory[runner.FootprintBytes:]
}
