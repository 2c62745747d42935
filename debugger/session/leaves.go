package session

import (
	"fmt"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
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
func (s *Session) leavesBy(stop <-chan struct{}) (*record.Recording, error) {
	if s.live != nil {
		return s.Rec, nil
	}
	l := &s.log().leaves
	if l.from == nil {
		rec, err := Whole(s.Program, s.Rec, stop)
		if err != nil {
			return nil, err
		}
		l.from = rec
	}
	return l.from, nil
}

// Whole returns the recording of a whole run, of which one has the last part: what was dropped is made again by the
// choices of its seed. The error says why that cannot be, or is ErrStopped.
func Whole(p *kernel.Program, rec *record.Recording, stop <-chan struct{}) (*record.Recording, error) {
	if err := Remade(rec); err != nil || rec.Dropped == 0 {
		return rec, err
	}
	o, f := runner.Again(p, rec, "", rec.Dropped)
	o.Stop = stop
	run, data := runner.InMemory(o)
	run.Close()
	if err := made(run); err != nil {
		return nil, err
	}
	res := f.Result(run.Ending())
	switch {
	case res.Divergence != nil:
		return nil, fmt.Errorf("the run cannot be made again from its seed: %s",
			strings.TrimSpace(report.Divergence(p, rec, res.Divergence)))
	case res.Stopped:
		return nil, ErrStopped
	}
	before, err := record.Read(data)
	if err != nil {
		return nil, fault(err)
	}
	all, ok := rec.Joined(before)
	if !ok {
		return nil, fmt.Errorf("the run cannot be made again from its seed: %s", run.Ending())
	}
	return all, nil
}

// Remade says why what a recording has dropped cannot be made again; nil if it can, or nothing was dropped.
func Remade(rec *record.Recording) error {
	switch {
	case rec.Dropped == 0:
		return nil
	case rec.Parent != nil:
		return fmt.Errorf("events up to %d were dropped, and of a fork they cannot be made again from a seed: it was made "+
			"from %s", rec.Dropped, rec.Parent.File)
	case rec.LostInput:
		return fmt.Errorf("console input from before event %d was dropped, so the run cannot be made again from its start",
			rec.Dropped)
	}
	return nil
}
