package session

import (
	"bytes"
	"fmt"
	"io"

	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/runner"
	"machsim/ipc"
	"machsim/kernel"
)

// goOn makes a run that goes on as ro says after the first events of this one, and opens it. It takes over what this
// Session has of these events: the log, the causal order, the checkpoints, and their part of the recording. The
// programs are brought there by their recorded results.
func (s *Session) goOn(from int, ro *runner.FollowOptions, f *record.Follow, o Options) (*Session, []byte, error) {
	var file bytes.Buffer
	x, err := s.leave(&file, from, ro, f, o)
	if err != nil {
		return nil, nil, err
	}
	asked := false
	defer func() {
		if !asked {
			x.order.Close()
		}
	}()
	fork := unopened(s.Program, &o)
	fork.Run = runner.Do(ro)
	if fork.Run.Err != nil {
		x.programs.Close() // there is no machine that has its threads
	}
	if err := made(fork.Run); err != nil {
		fork.Run.Close()
		return nil, nil, err
	}
	if fork.Rec, err = record.Read(file.Bytes()); err != nil {
		fork.Run.Close()
		return nil, nil, fault(err)
	}
	if fork.Run.Loop != nil || fork.Run.Greedy {
		fork.Run.Close()
		o.Family, o.Window = s.Family(), s.extent()
		fork, err = Open(s.Program, fork.Rec, o)
		return fork, file.Bytes(), err
	}
	asked = true
	own := &log{run: fork.Run, marks: x.marks, leaves: s.log().leaves.further(fork.Rec)}
	fork.ready(own, x.tape, x.order, &o)
	fork.Run.Settle(own.tape.End)
	fork.taken.Store(own)
	return fork, file.Bytes(), nil
}

// leaving is what a run that goes on from another takes over of it.
type leaving struct {
	tape     *tape.Builder
	order    *graph.Builder
	marks    *marks
	programs *rebuild.Leaving
	state    *kernel.State // a picture of the one in which it leaves
}

// leave prepares for a run that goes on after the first events of this one as ro says, and is recorded in a file.
func (s *Session) leave(file io.Writer, from int, ro *runner.FollowOptions, f *record.Follow, o Options) (
	x *leaving, err error) {
	rec, err := s.leavesBy(&o)
	if err != nil {
		return nil, err
	}
	order, known := s.log().causal.GoOn(from)
	defer func() {
		if err != nil {
			order.Close()
		}
	}()
	x = &leaving{order: order, marks: s.log().marks.until(from)}
	h := ro.Setup().Header()
	if h.Keep = ro.Keep; !h.Keep.All() {
		h.Seed = s.Rec.Seed // that of what may be dropped
	}
	r, recorded := record.GoOn(file, h, rec, s.log().leaves.begun, uint64(from))
	ro.Record = r
	st, err := s.recordAgain(r, int(recorded), from, order, known)
	if err != nil {
		return nil, err
	}
	f.From(st)
	x.state = st.Freeze()
	t := s.log().tape.Until(from, x.state)
	t.Limit, t.Deep = ro.LoopLimit, s.log().tape.Deep
	t.Config.Seed, t.Config.Edits = ro.Seed, ro.Edits
	if x.programs, err = rebuild.Leave(t, o.Stop, o.Progress.gauge()); err != nil {
		return nil, err
	}
	if !ro.Keep.All() {
		ro.Collector = t.Collector()
		x.programs.Cursors(ro.Collector.Served)
	}
	ro.Leave = func(cfg kernel.Config) *kernel.Machine { return x.programs.Machine(cfg, st) }
	x.tape = t.GoOn(t.Config)
	x.tape.Room(uint64(s.Len() - from))
	x.programs.Cursors(x.tape.Glanced)
	x.order.Progress = o.Progress.Of(Ordering)
	x.tape.Accessed, x.tape.Between = x.order.Accessed, o.told(uint64(s.Len()), x.marks.between)
	ro.Take, ro.Lines = x.tape, true
	return x, nil
}

// recordAgain goes on with the recording of a run that begins with n events of this one, of which so many are recorded,
// and the order of so many is known. It returns the state after these.
func (s *Session) recordAgain(r *record.Recorder, recorded, n int, b *graph.Builder, known int) (*kernel.State, error) {
	play, o := s.played(min(recorded, known)), &tape.Observer{}
	play.Observe(o)
	for _, at := range []int{min(recorded, known), max(recorded, known), n} {
		if err := play.To(at, nil); err != nil {
			return nil, fault(err)
		}
		if at == recorded {
			o.Chosen, o.Read, o.Step = r.Again()
		}
		if at == known {
			o.Accessed = func(event int, a kernel.Actor, accesses []ipc.Access) {
				b.Accessed(uint32(s.log().tape.Lane(event)), a, accesses)
			}
		}
	}
	return play.State(), nil
}

// played returns what plays the run on from before its first n events.
func (s *Session) played(n int) *tape.Replayer { return s.log().marks.play(s.log().tape, n) }

// made says why there is no run, or that machsim itself is at fault.
func made(run *runner.Run) error {
	switch {
	case run.Err != nil:
		return run.Err
	case run.Broken != nil:
		return fault(fmt.Errorf("%s\n%s", run.Broken.Text, run.Broken.Stack))
	}
	return run.Lost
}
