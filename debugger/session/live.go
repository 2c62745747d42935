package session

import (
	"bytes"
	"errors"
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// live is a run that is made while one looks. The machine may be ahead of what is seen.
type live struct {
	run   *runner.Live
	tape  *tape.Builder
	order *graph.Live
	marks *marks
	o     Options
	whole *tape.Tape // the log of the run that is over; nil until then
	seen  int        // events

	// Of a run whose recording is bounded, so that its first events are dropped:
	kept  bool
	most  uint64 // how many events are kept, at most; 0 for any number
	first uint64 // the events before those that are left
	now   *shift // of the present log: what a later one has of it
	grows string // why nothing is dropped, in words; "" if something is
	again int    // how many events there are when that is tried again
}

// liveEvents is for how many events the checkpoints of a live run are spaced: they are taken while it is made.
const liveEvents = 1 << 20

// mostEvents is how many events the log of a live run has at most. Tests change it.
var mostEvents = tape.Most

// BeginLive begins a run, and stands before its first event: the run is made as far as GoOn says. The Recorder of the
// options, or else one in memory, has to be one that the recording can be read back from (record.Recorder.SoFar).
func BeginLive(ro *runner.NewOptions, o Options) (*Session, error) {
	ro.MaxSteps, ro.Lines = runner.Endless, true
	if ro.Record == nil {
		ro.Record = record.Start(new(bytes.Buffer), ro.Setup().Header())
	}
	v := &live{o: o, now: new(shift)}
	v.kept = !ro.Record.Kept().All()
	if v.kept {
		v.most = keeps(ro)
	}
	v.tape = tape.NewBuilder(ro.Program, ro.Setup().Config())
	ro.Take = v.tape
	v.begin(ro)
	s := unopened(ro.Program, &o)
	s.live = v
	if err := made(v.run.Run); err != nil {
		v.close()
		return nil, err
	}
	if v.run.State == nil {
		v.close()
		return nil, unbegun(v.run.Run)
	}
	v.first = v.run.State.Steps
	v.marks = newMarks(int(v.first), liveEvents)
	v.tape.Between = v.marks.between
	v.order = graph.NewLive(v.log())
	v.order.Progress(o.Progress.Of(Ordering))
	return s, s.look(int(v.first))
}

// begin begins the run.
func (v *live) begin(ro runner.Choosing) {
	v.run = runner.Begin(ro)
	if v.o.Made != nil {
		v.run.Paused, v.run.Busy = func() { v.o.Made(v.run.State, 0) }, func(id kernel.ThreadID) { v.o.Made(nil, id) }
	}
}

// Live says whether the run is made while one looks, or was.
func (s *Session) Live() bool { return s.live != nil }

// GoesOn says whether the run may have more events than are seen yet.
func (s *Session) GoesOn() bool {
	return s.live != nil && (!s.live.run.Over() || s.live.seen < s.live.made())
}

// Asks returns the thread that waits for a line of input which nobody has typed yet, where the run stands; 0 if there
// is none.
func (s *Session) Asks() kernel.ThreadID {
	if s.live == nil || s.live.seen < s.live.made() {
		return 0
	}
	return s.live.run.Asks()
}

// GoOn shows the run up to so many events in all, and makes those that are not made yet. There may be less: because it
// ends, Stands, waits for input, or because stop was closed. One stands where one stood. All positions stay good if the
// run is there from its start; where its recording is bounded, Follow says which, and one who stood at another stands
// at the Start.
func (s *Session) GoOn(events int, stop <-chan struct{}) error {
	v, at, now := s.live, s.Position(), s.Follow()
	if events = min(events, v.last()); events > v.made() {
		if err := s.make(events, stop); err != nil {
			return err
		}
	}
	if err := s.look(min(events, v.made())); err != nil {
		return err
	}
	at, ok := now(at)
	if !ok {
		at = s.Start()
	}
	return s.MoveTo(s.Wide(at))
}

// Until leaves out what comes after so many events, for now: GoOn shows it again.
func (s *Session) Until(events int) error {
	at := s.Position()
	if err := s.look(events); err != nil {
		return err
	}
	return s.MoveTo(s.Wide(at)) // what is left out has nothing in the other lanes
}

// Wide is a position of the run when it had more or fewer lanes.
func (s *Session) Wide(p graph.Position) graph.Position {
	if n := len(s.log().tape.Lanes); len(p.Cut) != n {
		p.Cut = append(make(graph.Cut, 0, n), p.Cut...)[:n]
	}
	return p
}

// last is the last event that there is room for in the log, as long as nothing is dropped.
func (v *live) last() int { return int(v.first) + mostEvents }

// made is how many events there are.
func (v *live) made() int { return v.run.Made() }

// Within returns the thread in the middle of whose next event a live run was halted, where one stands at the end of
// what is complete, and its stack. It has done the event, computes, and has not come to its next call yet. The thread
// is 0 if there is none.
func (s *Session) Within() (id kernel.ThreadID, stack []kernel.Frame) {
	v := s.live
	if v == nil || v.seen < v.made() || s.Done() < s.Len() || !s.log().at.AtCalls() {
		return 0, nil
	}
	if id = v.run.Within(); id != 0 {
		stack = v.run.Stack(id)
	}
	return id, stack
}

// WithinShown is what the program of that thread shows now.
func (s *Session) WithinShown() []kernel.Variable { return s.live.run.Variables(s.live.run.Within()) }

// look makes a log of the first n events that are made, in place of the present one.
func (s *Session) look(n int) error {
	v := s.live
	rec, err := v.run.Record.SoFar()
	if err != nil {
		return err
	}
	l := &log{marks: v.marks, tape: v.log()}
	if n < l.tape.Len() {
		if l.tape, err = v.until(l.tape, n); err != nil {
			return err
		}
		rec = rec.Until(uint64(n))
	}
	l.run = v.run.SoFar(l.tape.End, n == v.made())
	l.tape.Limit, l.tape.Deep = l.run.LoopLimit, l.run.Deep
	l.cuts, l.causal = graph.Cuts{Tape: l.tape}, v.order.SoFar(l.tape)
	s.begin(l, &v.o)
	if old := s.taken.Swap(l); old != nil {
		old.close()
	}
	v.seen, v.marks.recent, v.marks.next = n, nil, 0
	s.Rec, s.Run = rec, l.run
	s.histories, s.rpcs, s.predicates, s.sources, s.races = nil, nil, nil, nil, nil
	return nil
}

// log is that of all events that are made.
func (v *live) log() *tape.Tape {
	if !v.run.Over() {
		return v.tape.SoFar(v.run.State, v.run.Within())
	}
	if v.whole == nil {
		v.whole = whole(v.tape, v.run.Run)
	}
	return v.whole
}

// until returns the log of the first n events of a longer one.
func (v *live) until(t *tape.Tape, n int) (*tape.Tape, error) {
	play := v.marks.play(t, n)
	if err := play.To(n, nil); err != nil {
		return nil, fault(err)
	}
	end := play.State().Freeze()
	end.Settle(nil, nil)
	t = t.Until(n, end)
	t.Await(end)
	return t, nil
}

// Act goes on from the present position as b says: at the end of what is seen of a live run, which is from then on a
// run to which this was done. It makes the events of the changes, or the first of who was chosen. What the machine had
// made ahead never was.
func (s *Session) Act(b Branch) error {
	v, at := s.live, s.Len()
	w, f, ro, err := s.follows(b, v.o)
	if err != nil {
		return err
	}
	ro.Same(v.run.Setup.Input)
	ro.MaxSteps, ro.Footprints, ro.Keep = runner.Endless, v.run.Footprints, v.run.Record.Kept()
	x, err := s.leave(new(bytes.Buffer), w.from, ro, f, v.o)
	if err != nil {
		return err
	}
	x.tape.Accessed = nil
	x.tape.Among(nil) // that run is no other's relative: names are of what there is
	order := x.order.Live(x.state, s.log().tape.Counts(w.from))
	own := &live{tape: x.tape, order: order, marks: x.marks, o: v.o, kept: v.kept, most: v.most, first: v.first,
		now: v.now, grows: v.grows, again: v.again}
	own.begin(ro)
	err = made(own.run.Run)
	if err == nil {
		err = ro.Record.TakePlace(v.run.Record)
	}
	if err != nil {
		own.close()
		return err
	}
	v.close()
	s.live = own
	at += max(len(b.Edits), 1)
	own.run.GoOn(uint64(at), s.Stop)
	return s.GoOn(at, s.Stop)
}

// Parked says whether the threads of the machine of a live run stand where the Session does: then Stack and Variables
// are those of these threads, and none need be brought here.
func (s *Session) Parked() bool {
	v := s.live
	return v != nil && !v.run.Over() && v.seen == int(v.run.State.Steps) && s.log().play == nil && s.log().at.AtCalls()
}

// parkedStack is where the program of a thread stands in the machine, as engine.Threads has it.
func (s *Session) parkedStack(id kernel.ThreadID) []kernel.Frame {
	if !s.begun(id) {
		return nil
	}
	return s.live.run.Stack(id)
}

// begun says whether a thread has taken a step.
func (s *Session) begun(id kernel.ThreadID) bool { return s.EventOf(id, 0) >= 0 }

// parkedVariables are what the program of a thread shows in the machine.
func (s *Session) parkedVariables(id kernel.ThreadID) []kernel.Variable {
	if !s.begun(id) {
		return nil
	}
	return s.live.run.Variables(id)
}

// close ends the run where it stands.
func (v *live) close() {
	v.run.Close()
}

// Bytes is the recording of a live run as far as it is seen, as a file has it; nil of others.
func (s *Session) Bytes() ([]byte, error) {
	v := s.live
	switch {
	case v == nil:
		return nil, nil
	case v.seen == int(v.run.State.Steps):
		return v.run.Record.Bytes()
	}
	r, recorded := record.GoOn(new(bytes.Buffer), s.Rec.Header, s.Rec, nil, uint64(v.seen))
	if _, err := s.recordAgain(r, int(recorded), v.seen, nil, v.seen); err != nil {
		return nil, err
	}
	return r.Bytes()
}

// Type gives the run a line of console input, or with more false the end of it. The error says why it takes none.
func (s *Session) Type(line string, more bool) error {
	if err := s.Takes(); err != nil {
		return err
	}
	return s.live.run.Setup.Input.Type(line, more)
}

// Takes says why the run takes no line of input; nil if it takes one.
func (s *Session) Takes() error {
	if s.live == nil || s.live.run.Over() || s.live.run.Setup.Input == nil {
		return errors.New("this run takes no line of input: it is over, or is not made while one looks")
	}
	return nil
}

// Stands says why a live run goes no further from where it stands, though it is not over; "" if nothing is known to
// keep it.
func (s *Session) Stands() string {
	switch v := s.live; {
	case v == nil || v.seen < v.made():
	case v.run.Stands():
		return "it stands: halts have reached all who could go on, until they are resumed"
	case v.made() >= v.last():
		return fmt.Sprintf("it stands: event %d is the last to which one can go", v.last())
	}
	return ""
}

// Standing are the numbers of the halts that have not been resumed at the present position.
func (s *Session) Standing() []int { return s.State().Standing() }
