package debugger

import (
	"bytes"
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/kernel"
)

// Branch is what a fork of a recorded run does of its own.
type Branch struct {
	Seed  uint64          // that chooses from there on
	First kernel.ThreadID // takes the first step, if it can; 0: whoever the seed chooses
	File  string          // the recording that is left, as its fork names it
}

// Branch makes a fork at the present position, runs it to its end, and opens its
// recording, which it returns too: the bytes of a file that stands for itself. The
// Session stays as it is. The position has to be a beginning of the recorded order.
func (s *Session) Branch(b Branch, o Options) (*Session, []byte, error) {
	n, ok := s.Prefix()
	if !ok {
		return nil, nil, fmt.Errorf("a recorded fork begins after an event, and here the position is no beginning of the recorded order; goto %d is the last one before it", n)
	}
	ro := runner.ForkOptions(s.Program, s.Rec, record.NewFollow(s.Rec, uint64(n)), b.File, b.Seed)
	ro.First, ro.LoopLimit, ro.Stop = b.First, o.LoopLimit, o.Stop
	var file bytes.Buffer
	ro.Record = record.Start(&file, ro.Header())
	run := runner.Do(ro)
	run.Close()
	switch {
	case run.Err != nil:
		return nil, nil, run.Err
	case run.Lost != nil:
		return nil, nil, run.Lost
	}
	rec, err := record.Read(file.Bytes())
	if err != nil {
		return nil, nil, fault(err)
	}
	fork, err := Open(s.Program, rec, o)
	if err != nil {
		return nil, nil, err
	}
	return fork, file.Bytes(), fork.MoveTo(fork.Graph.First(n))
}
