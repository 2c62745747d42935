package session

import (
	"errors"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
)

// leaves is what the recording of a fork begins with, where the log has only the last part of the run.
type leaves struct {
	from  *record.Recording // nil: what the Session's own recording has dropped is to be made again
	begun *record.Begun     // of the chunk in which the log begins; nil for nothing
}

// leavesOf returns that for a log of what a replay makes, after the first so many events: resumes says whether it goes
// on from a picture.
func leavesOf(r *record.Replay, resumes bool, first int) (l leaves) {
	if resumes || r.Recording().Dropped == 0 {
		l.from = r.Recording()
	}
	if first > 0 {
		l.begun = r.Begun(uint64(first))
	}
	return l
}

// further returns that for a fork.
func (l leaves) further(rec *record.Recording) leaves { return leaves{rec, l.begun} }

// leavesBy returns the recording with which that of a fork begins: one that has all events, or begins with a picture
// that fits the program. Without a picture the events that were dropped are made again.
func (s *Session) leavesBy(o *Options) (*record.Recording, error) {
	if s.live != nil {
		return s.Rec, nil
	}
	l := &s.log().leaves
	if l.from != nil {
		return l.from, nil
	}
	rec, d, err := runner.Whole(s.Program, s.Rec, o.Stop, o.Progress.Of(Replaying))
	switch {
	case err != nil:
		return nil, err
	case d != nil:
		return nil, errors.New(strings.TrimSpace(report.Divergence(s.Program, s.Rec, d)))
	case rec == nil:
		return nil, ErrStopped
	}
	l.from = rec
	return rec, nil
}
