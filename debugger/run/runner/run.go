package runner

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record/watch"
	"machsim/debugger/run/cycle"
	"machsim/kernel"
)

// Run is a run that has ended, or was given up.
type Run struct {
	Setup
	Outcome kernel.Outcome
	State   *kernel.State // nil when the program's Main did not get to its end
	Err     error         // the program refuses to run so: a mistake of whoever asked
	Lost    error         // why the recording is not complete, nil if it is

	Outgrown *Outgrown // why its recording has no pictures of the last part of it, nil if it has

	// When the run did not end by itself:
	Loop   *Loop   // a thread computes and computes, or was doing so when interrupted
	Greedy bool    // it took more than MaxMemory
	Broken *Broken // machsim itself is wrong
	Main   *Broken // the program's Main panicked

	Violation *Violation   // what Check found, nil if nothing
	Cycle     *cycle.Cycle // what it did again and again when it was given up at its limit of events; nil if not known
	Cut       strategy.Cut // why its strategy has ended it early, which is no failure

	machine   atomic.Pointer[kernel.Machine]
	heartbeat *kernel.Heartbeat
	pool      *kernel.Pool    // has what earlier runs left; nil for none
	input     atomic.Bool     // it waits for a line of console input
	tired     time.Time       // when the run is given up that was interrupted; the zero Time if it was not
	left      atomic.Bool     // it was given up
	at        kernel.Progress // what it was doing then
	before    uint64          // memory in use when a replay or a fork began: a debugger may stand beside it

	end      ending       // how drive has ended
	released bool         // its threads were let go
	closed   bool         // Close was called
	walk     *walk        // its footprint, nil if it leaves none
	checks   *checking    // nil for none
	repeats  *cycle.Watch // looks for its Cycle; nil for nobody
	pieces   *pieces      // nil if it is made in one
}

// Broken is a panic that was caught at the edge.
type Broken struct {
	Text   string
	Stack  string
	Goexit bool // it was a call of runtime.Goexit
}

// Failed says whether the program did anything but what it should.
func (r *Run) Failed() bool {
	return r.Err != nil || r.Broken != nil || r.Main != nil || r.Loop != nil || r.Greedy || r.Violation != nil ||
		r.Outcome != kernel.Finished && r.Outcome != kernel.Halted && r.Cut == strategy.Whole || r.survived()
}

// survived says whether threads have failed, and the run went on.
func (r *Run) survived() bool { return r.State != nil && len(r.State.Failures) > 0 }

// GivenUp says whether the run was given up at a limit, or otherwise before it came to an end of its own, so that
// nobody knows what would have followed.
func (r *Run) GivenUp() bool {
	return r.Loop != nil || r.Greedy || r.Broken != nil || r.Outcome == kernel.Unfinished ||
		r.Outcome == kernel.Interrupted && r.Cut == strategy.Whole || r.Survive && r.State != nil && r.State.Failure != nil
}

// Stack returns where the program of a thread stands, innermost call first; nil
// when that cannot be known, as in a run that was given up.
func (r *Run) Stack(id kernel.ThreadID) []kernel.Frame {
	m := r.machine.Load()
	if m == nil || r.released || r.Loop != nil || r.Broken != nil {
		return nil
	}
	return kernel.Frames(m.Stack(id))
}

// Kinds are the sorts of messages that the program has sent so far, or was ready to receive.
func (r *Run) Kinds() []kernel.MessageKind {
	if m := r.machine.Load(); m != nil && !r.released {
		return m.Kinds()
	}
	return nil
}

// Running is the thread that took the last step, 0 if there is none.
func (r *Run) Running() kernel.ThreadID {
	return r.heartbeat.Look().Thread
}

// Close lets go of the run's threads, whose deferred functions run. The State stays. It returns
// which of these functions does not come back, in words: that one and the threads that are left stay
// behind then. Or it returns which one has panicked, also of a thread that was ended before; "" if all is
// well. To close a run once more does nothing.
func (r *Run) Close() string {
	if l := r.release(); l != nil {
		left := Run{State: r.State, Loop: &Loop{Loop: *l}}
		return "when the threads were let go at the end, " + left.limited()
	}
	if m := r.machine.Load(); m != nil && r.Loop == nil && !r.closed {
		r.closed = true
		return m.Unwound()
	}
	return ""
}

// Release is Close for those who want to know only whether these functions come back.
func (r *Run) Release() bool { return r.release() == nil }

// Settle gives back what the run was made with, once it is closed and has ended by itself. What it says of itself
// stays: end is a picture of its State, which takes that one's place.
func (r *Run) Settle(end *kernel.State) {
	r.State, r.Record, r.Take, r.By, r.Tracer = end, nil, nil, nil, kernel.Tracer{}
	r.leave, r.follow = nil, nil
	r.machine.Store(nil)
	r.heartbeat.Part()
}

// release lets go of the run's threads. It returns what does not come back, nil if all do.
func (r *Run) release() *watch.Loop {
	m := r.machine.Load()
	if m == nil || r.released || r.Loop != nil || r.Broken != nil {
		return nil
	}
	r.released = true
	if !m.Runs() {
		m.Close()
		return nil
	}
	return watch.Do(r.heartbeat, r.limits(), m.Close)
}

// Do makes a run. Close is to be called afterwards.
func Do(o Options) *Run { return do(o.Setup()) }

func do(o *Setup) *Run {
	r := begin(o, &kernel.Heartbeat{}, nil)
	done := make(chan struct{})
	d := watch.New(r.heartbeat, r.limits())
	go func() {
		defer d.End()
		defer close(done)
		r.heartbeat.Carry(r.drive)
	}()
	looked, over := r.Footprints.watch()
	r.watch(done, d, r.Stop, looked)
	over()
	r.conclude(done)
	return r
}

// begin returns a run that drive is to make.
func begin(o *Setup, p *kernel.Heartbeat, pool *kernel.Pool) *Run {
	r := &Run{Setup: *o, heartbeat: p, pool: pool}
	if o.Footprints != nil {
		r.walk = o.Footprints.begin(o.Seed, o.Strategy)
	}
	if o.Check != nil {
		r.checks = &checking{Check: o.Check(r)}
	}
	if o.replay != nil || o.follow != nil {
		r.before = memory()
	}
	if o.Prove != nil && o.Record == nil && o.replay == nil {
		r.Record = o.Start(new(bytes.Buffer))
	}
	return r
}

// conclude finds out how a run has ended that drive has made, or that was given up. In the second case done is
// closed if drive comes back after all.
func (r *Run) conclude(done <-chan struct{}) {
	if r.Loop == nil {
		end := r.end
		r.Outcome, r.Err, r.Broken, r.Main = end.outcome, end.err, end.broken, end.main
	}
	if m := r.machine.Load(); m != nil {
		r.State = m.World()
	}
	if r.Loop == nil && r.Outcome == kernel.Interrupted {
		r.Cut = strategy.CutOf(r.door)
	}
	if r.Loop == nil {
		r.judge()
		r.recurs()
	}
	if !r.Failed() && r.Outcome == kernel.Finished && !r.held() && !r.Parked {
		if l := r.release(); l != nil { // a run is well when its servers, too, come to their ends
			r.Loop, r.at = &Loop{Loop: *l}, r.heartbeat.Look()
		}
	}
	r.endRecording(done)
	r.arrive()
}

// recurs finds out whether a run that was given up at its limit of events repeats itself.
func (r *Run) recurs() {
	if r.repeats != nil && r.Outcome == kernel.Unfinished {
		if r.Cycle = r.repeats.Cycle(); r.Cycle != nil && r.Prove != nil {
			r.prove()
		}
	}
	r.repeats = nil
}

// prove has it found out whether the Cycle is a livelock.
func (r *Run) prove() {
	if r.replay != nil {
		r.Cycle = r.Prove(r.replay.Recording(), r.repeats, r.Cycle)
		return
	}
	rec, err := r.Record.SoFar()
	if err != nil {
		with := *r.Cycle
		with.Looked, with.Why = true, err.Error()
		r.Cycle = &with
		return
	}
	r.Cycle = r.Prove(rec, r.repeats, r.Cycle)
}

// held says that the run is a replay that was stopped where the recording ends.
func (r *Run) held() bool {
	if r.replay == nil {
		return false
	}
	_, held := r.replay.Held()
	return held
}

// InMemory makes a run as Do does, and returns the recording of it.
func InMemory(o Choosing) (*Run, []byte) {
	var file bytes.Buffer
	s := o.Setup()
	s.Record = s.Start(&file)
	run := do(s)
	return run, file.Bytes()
}

// arrive ends the footprints of a run, unless it was given up: then it may go on yet.
func (r *Run) arrive() {
	if r.walk != nil && r.Loop == nil {
		r.Footprints.end(r.walk)
	}
}

// ending is how the run ended, as its own goroutine saw it.
type ending struct {
	outcome      kernel.Outcome
	err          error
	broken, main *Broken
}

// start makes the machine.
func (r *Run) start() (*kernel.Machine, error) {
	cfg, err := r.config(r)
	switch {
	case err != nil:
		return nil, err
	case r.leave != nil:
		return r.leave(cfg), nil
	}
	return kernel.New(r.Program, cfg)
}

// pieces say how a run is made in pieces.
type pieces struct {
	await func() bool // Config.Await
	until uint64      // how many events the run is to have after the present piece; 0: it is only set up
}

// drive sets the machine up, and runs it: to its end, or for a piece.
func (r *Run) drive() {
	returned, end := false, &r.end
	defer func() {
		if returned {
			return
		}
		v := recover()
		switch b := (&Broken{Text: fmt.Sprint(v), Stack: string(debug.Stack())}); {
		case v == nil:
			b.Text, b.Goexit = "runtime.Goexit was called in the program's Main (t.FailNow does that too)", true
			end.main = b
		case r.machine.Load() == nil:
			end.main = b
		default:
			end.broken = b
		}
	}()
	m, err := r.started()
	if err != nil {
		end.err, returned = err, true
		return
	}
	switch p := r.pieces; {
	case p == nil:
		end.outcome = m.Run()
	case p.until > 0:
		end.outcome = m.GoOn(p.until)
	default:
		end.outcome = kernel.Interrupted
	}
	returned = true
}

// started returns the machine, which it sets up if there is none yet.
func (r *Run) started() (*kernel.Machine, error) {
	if m := r.machine.Load(); m != nil {
		return m, nil
	}
	m, err := r.start()
	if err == nil {
		r.machine.Store(m)
		r.attach(m)
	}
	return m, err
}

// attach gives the machine to whoever has the run ended.
func (r *Run) attach(m *kernel.Machine) {
	if r.Heard != nil {
		r.Heard(m)
	}
	if r.left.Load() { // while Main ran
		m.Interrupt()
	}
	if r.replay != nil {
		r.replay.Attach(m.Interrupt, m.Hold)
	}
	if r.Take != nil {
		r.Take.Attach(m.World())
	}
	if r.follow != nil {
		r.follow.Attach(m.Interrupt)
	}
	if c, ok := r.door.(strategy.Cutter); ok {
		c.Attach(m.Interrupt)
	}
	select {
	case <-r.Stop: // perhaps it came before there was a machine to be interrupted
		m.Interrupt()
	default:
	}
}
