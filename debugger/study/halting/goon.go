package halting

import (
	"errors"
	"strconv"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/rows"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Stop is a halt by agents: after so many events of the run that is never halted, it begins at a host.
type Stop struct {
	After int
	Host  kernel.HostID
}

// GoOnOptions say how a run is halted, and goes on.
type GoOnOptions struct {
	For       int64 // microseconds for which it stands each time
	Agents    kernel.Agents
	LoopLimit time.Duration
	Stop      <-chan struct{}
	Recording string // the file for the recording of the halted run, "" for none
}

// WentOn is a run that was halted, once or several times, and went on.
type WentOn struct {
	Never *session.Session // the run that was never halted
	Run   *runner.Run
	Halts []rows.Halt // at hosts
	File  []byte      // its recording
	First *Difference // nil if the program could not tell: the run is transparent

	answers *record.Answers
	door    *along
}

// GoOn makes the run of a session again, and has it halted and go on: it repeats that run as far as it can (along).
// Then it says whether the program could tell (Cooper 4.1, 4.2): it is the same partial order of
// the same events, or not. The caller closes the run.
func GoOn(s *session.Session, stops []Stop, o GoOnOptions) (*WentOn, error) {
	if err := s.Whole("halts that end"); err != nil {
		return nil, err
	}
	if len(s.Rec.Edits) > 0 || s.Rec.Halt != nil {
		return nil, errors.New("what was changed or halted in this run cannot be repeated in one that is halted: take the " +
			"recording of a run that was left alone")
	}
	x := &WentOn{Never: s, answers: s.Answers()}
	var edits []kernel.Edit
	for _, stop := range stops {
		edits = append(edits, kernel.Edit{After: x.number(stop.After), Kind: kernel.EditHalt, Object: uint32(stop.Host),
			Value: strconv.FormatInt(o.For, 10)})
		if err := x.make(edits, o); err != nil {
			return nil, err
		}
	}
	return x, x.judge(o)
}

// number is the number of events after which the halted run, as it was made so far, has taken so many of its own.
func (x *WentOn) number(own int) uint64 {
	if x.Run == nil {
		return uint64(own)
	}
	n := own
	for _, at := range x.door.told {
		if at <= uint64(n) {
			n++
		}
	}
	return uint64(n)
}

// make makes the halted run.
func (x *WentOn) make(edits []kernel.Edit, o GoOnOptions) (err error) {
	if x.Run != nil {
		x.Run.Close()
	}
	s := x.Never
	x.door = newAlong(s, x.answers, s.Rec.Seed)
	ro := again(s, x.door, Options{LoopLimit: o.LoopLimit, Stop: o.Stop, Recording: o.Recording})
	ro.Edits, ro.Agents = edits, o.Agents
	ro.MaxSteps = uint64(s.Len() + len(edits)*(2*int(s.Final().Hosts.Cap())+2))
	x.Run, x.File, err = made(ro)
	return err
}

// judge compares the runs.
func (x *WentOn) judge(o GoOnOptions) error {
	rec, err := record.Read(x.File)
	if err != nil {
		return err
	}
	s, err := session.Open(x.Never.Program, rec, session.Options{Stop: o.Stop})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.MoveTo(s.End()); err != nil {
		return err
	}
	x.Halts = s.Halts()
	x.First, err = differ(x.Never, s)
	return err
}
