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

// remains notes what a child has left in the memory that it shared, if it did: footprints, and the end of its
// recording, which is completed.
func (x *Exit) remains(memory []byte, read func([]byte) []runner.Footprint) {
	if memory == nil {
		return
	}
	x.Footprints = read(memory[:runner.FootprintBytes])
	if x.File != "" {
		x.Lost = record.Recover(x.File, memory[runner.FootprintBytes:])
	}
}
