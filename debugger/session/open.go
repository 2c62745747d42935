package session

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"machsim/debugger/event/history"
	"machsim/debugger/event/rpc"
	"machsim/debugger/lines/race"
	"machsim/debugger/query/detect"
	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/debugger/rows"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Options say how a recording is opened.
type Options struct {
	LoopLimit time.Duration   // the longest computation of a thread without a kernel call; 0 means the recorded limit
	Stop      <-chan struct{} // closed to cancel the opening
	// Progress, when set, is told now and then how far work is that may take long, from several goroutines at once.
	Progress Progress
	// Engine, when set, returns the engine that runs the programs of the recorded run again; else they
	// run in this process (rebuild.Engine).
	Engine func(*tape.Tape) engine.Engine
	// Part opens as much of the beginning as the program still makes as recorded, if the program has
	// changed since. Session.Departs says where it diverges.
	Part bool
	// Window leaves out the events before its first one, of which nothing is kept but what the programs need.
	Window Window
	// Grown, when set, is told that threads of a task turned out to share variables without a lock: their events stay in
	// order from now on, and the present position has grown to hold what it has to.
	Grown func()
	// Made, when set, is told some times a second how far a live run is while GoOn makes more of it; or, in place of the
	// state, which thread computes and does not come to its next call.
	Made func(*kernel.State, kernel.ThreadID)
	// Keeper, when set, keeps what is derived from the recording, and has what was kept of it.
	Keeper Keeper
	greedy bool // the recording is the beginning of one whose run was given up for its memory
	// Family, when set, is that of another run of the program (Session.Family): what both have is called alike.
	Family *kernel.Family
	// Called, when set, returns the name of the thread that somebody has given another name; else that name.
	Called func(name string) string
	// Let, when set, returns the value that somebody has kept under a name such as $x.
	Let func(name string) (v reflect.Value, ok bool)
}

// engine returns the engine that runs the programs again.
func (o *Options) engine(t *tape.Tape) engine.Engine {
	if o.Engine != nil {
		return o.Engine(t)
	}
	return rebuild.Engine{Tape: t, Gauge: o.Progress.gauge()}
}

// Unfit reports a recording that the program does not reproduce.
type Unfit struct {
	Divergence *record.Divergence // the first one; nil if there is only Err
	Err        error              // how the run diverges, and the possible cause
	Begins     bool               // Options.Part opens what comes before the Divergence
	fits       uint64             // the events that can be opened, if there are too many for the memory; else 0
}

func (u *Unfit) Error() string { return u.Err.Error() }

// Fits returns how many events can be opened, about, where the reason is that there are too many for the memory limit;
// else 0.
func (u *Unfit) Fits() uint64 { return u.fits }

// Unwrap returns Err.
func (u *Unfit) Unwrap() error { return u.Err }

// Session is an opened recording and a position in it. It is used from one goroutine.
type Session struct {
	rows.Places  // how threads stand here
	rows.Records // what has happened up to here
	Program      *kernel.Program
	Rec          *record.Recording
	// Run is the result of the replay. It ended as the recorded run did.
	Run *runner.Run
	// Stop, when set, cancels long work once it is closed: ErrStopped.
	Stop <-chan struct{}

	taken atomic.Pointer[log] // nil while there is only the end
	early *early              // what there is before; nil if the Session was never without a log
	live  *live               // nil unless the run is made while one looks

	window   Window                                  // Options.Window
	resumes  bool                                    // it goes on from a picture
	departs  *record.Divergence                      // nil unless only a part was opened, because the program has changed
	progress Progress                                // nil for nobody
	grown    func()                                  // Options.Grown
	called   func(name string) string                // Options.Called
	kept     func(name string) (reflect.Value, bool) // Options.Let
	rooted   map[kernel.ThreadID]string              // the outermost functions of the threads, nil until somebody asks
	rootedTo int                                     // the number of events that they are known of
	keeping  keeping                                 // of the recording
	greedy   bool                                    // the recorded run was given up for its memory
	beyond   uint64                                  // the events of the recorded run that are too many to be opened

	histories  *history.Collector // nil until one is asked for
	rpcs       *rpc.Calls         // likewise
	predicates *detect.Run        // likewise
	sources    []kernel.Frame     // likewise
	races      *[]race.Race       // likewise
}

// Open replays a recording of p, and stands at its end. The error *Unfit says that p does not
// reproduce the recording. If there are more events than the memory limit allows to be opened, Open
// opens the first of them: see Beyond. Of a bounded recording it opens the last, as a Window.
func Open(p *kernel.Program, rec *record.Recording, o Options) (*Session, error) {
	first, err := counted(rec, o.Window)
	if err != nil {
		return nil, err
	}
	s, err := openPart(p, first, o)
	if s, err = fewer(p, first, o, s, err); err == nil {
		s.beyond += rec.Events - first.Events
	}
	return s, err
}

// counted returns the events of a recording that fit into a log, if that is a beginning of the run.
func counted(rec *record.Recording, w Window) (*record.Recording, error) {
	w = w.within(rec)
	first, err := w.before(rec.Events)
	switch n := rec.Events - uint64(first); {
	case err != nil || n <= tape.Most:
		return rec, err
	case w == (Window{}):
		return rec.Until(tape.Most), nil
	default:
		return nil, fmt.Errorf("there are %d events, and one can go to and fro among %d only", n, uint64(tape.Most))
	}
}

// fewer returns what came of opening a recording or, if that has too many events for the memory limit, opens the first
// of them; of a bounded one the last, for which it was kept.
func fewer(p *kernel.Program, rec *record.Recording, o Options, s *Session, err error) (*Session, error) {
	events := rec.Events
	var u *Unfit
	asked := o.Window
	for o.greedy = rec.Outcome == record.Greedy; asked == (Window{}) && errors.As(err, &u) && u.fits > 0; {
		if rec.Dropped > 0 {
			o.Window.Last = u.fits
		} else {
			rec = rec.Until(u.fits)
		}
		runtime.GC() // what is left of the last try takes no memory of this one
		s, err = openPart(p, rec, o)
	}
	if err == nil {
		s.beyond = events - rec.Events
	}
	return s, err
}

// Beyond returns the number of events of the recorded run, after the last one here, that did not fit into the memory.
func (s *Session) Beyond() uint64 { return s.beyond }

// openPart opens what the program reproduces of a recording, if Options.Part is set, or else all.
func openPart(p *kernel.Program, rec *record.Recording, o Options) (*Session, error) {
	s, err := openAll(p, rec, o)
	var u *Unfit
	if !o.Part || !errors.As(err, &u) || !u.Begins {
		return s, err
	}
	if s, err = openAll(p, rec.Until(u.Divergence.Since), o); err != nil {
		return nil, err
	}
	s.departs = u.Divergence
	return s, nil
}

func openAll(p *kernel.Program, rec *record.Recording, o Options) (*Session, error) {
	s, ro := newSession(p, rec, &o)
	if s.reopen(&o, ro) {
		return s, nil
	}
	l, err := s.take(ro, &o)
	if err != nil {
		return nil, err
	}
	s.Run = l.run
	s.taken.Store(l)
	return s, nil
}

// unopened returns a Session without a run.
func unopened(p *kernel.Program, o *Options) *Session {
	s := &Session{Program: p, progress: o.Progress, grown: o.Grown, called: o.Called, kept: o.Let}
	s.Places, s.Records = rows.PlacesAt(here{s}), rows.RecordsOf(here{s})
	return s
}

// newSession returns a Session without a log, and the options of a replay that is taken down.
func newSession(p *kernel.Program, rec *record.Recording, o *Options) (*Session, *runner.ReplayOptions) {
	o.Window = o.Window.within(rec)
	s := unopened(p, o)
	s.Rec, s.window, s.keeping = rec, o.Window, keepingOf(rec, o)
	s.greedy = o.greedy || rec.Outcome == record.Greedy
	ro := runner.Replay(p, rec)
	ro.Within(o.LoopLimit)
	ro.Stop, ro.Lines = o.Stop, true
	ro.Replayed().Freeze()
	return s, ro
}

// take replays the recording, takes the run down, and returns the log, which stands at the end. It changes nothing in
// the Session.
func (s *Session) take(ro *runner.ReplayOptions, o *Options) (*log, error) {
	first, err := o.Window.before(s.Rec.Events)
	if err != nil {
		return nil, err
	}
	if r := rebuild.Resume(s.Program, s.Rec, uint64(first), o.Progress.gauge(), o.Stop); r != nil {
		r.Options.Common = ro.Common
		r.Options.Replayed().Freeze()
		l, err := s.takeDown(r.Options, r, first, o)
		var u *Unfit
		if !errors.As(err, &u) || u.Divergence == nil || s.Rec.Remade() != nil {
			s.resumes = true
			return l, err
		} // its threads remember more than they say (kernel.Thread.Serve)
	}
	return s.takeDown(ro, nil, first, o)
}

// takeDown is take with a replay that leaves out the events before the first, or goes on from a picture.
func (s *Session) takeDown(ro *runner.ReplayOptions, r *rebuild.Resumed, first int, o *Options) (*log, error) {
	l := &log{marks: newMarks(first, int(s.Rec.Events)-first)}
	b, k := graph.NewBuilder(), tape.NewBuilder(s.Program, ro.Setup().Config())
	if r != nil {
		k = r.Tape
		b.Begin(r.Log)
	}
	b.From(first)
	b.Done, b.Progress = s.keep(l), o.Progress.Of(Ordering)
	k.Room(s.Rec.Events - uint64(first))
	k.From(first)
	k.Among(o.Family)
	k.Accessed, k.Between = b.Accessed, o.told(s.Rec.Events, l.marks.between)
	ro.Take = k
	l.leaves = leavesOf(ro.Replayed(), r != nil, first)
	l.run = runner.Do(ro)
	if err := s.fits(l.run, ro.Replayed()); err != nil {
		l.run.Close()
		b.Close()
		return nil, err
	}
	s.ready(l, k, b, o)
	return l, nil
}

// ready prepares a log for motions, once its run has ended.
func (s *Session) ready(l *log, k *tape.Builder, b *graph.Builder, o *Options) {
	l.tape = whole(k, l.run)
	l.tape.Limit, l.tape.Deep = l.run.LoopLimit, l.run.Deep
	l.cuts, l.causal = graph.Cuts{Tape: l.tape}, b.Graph(l.tape)
	s.begin(l, o)
}

// whole is the tape of a run that has ended, and lets its threads go.
func whole(k *tape.Builder, run *runner.Run) *tape.Tape {
	t := k.Tape(run.State, run.Computing())
	if !t.Endless.Load() && !run.Release() {
		t.Endless.Store(true)
	}
	return t
}

// begin creates the programs' threads, and stands at the end.
func (s *Session) begin(l *log, o *Options) {
	l.engine = o.engine(l.tape)
	s.openThreads(l)
	l.at = graph.At(l.cuts.All())
}

// told returns the function that a run of about so many events calls between them: it also reports the progress.
func (o *Options) told(total uint64, between func(*kernel.State, int)) func(*kernel.State, int) {
	far := runner.Far(total, o.Progress.Of(Replaying))
	return func(s *kernel.State, n int) {
		far(uint64(n))
		between(s, n)
	}
}

// unbegun says why a run has no first event.
func unbegun(run *runner.Run) error {
	r, at := report.Of(run), ""
	if len(r.Stack) > 0 {
		at = " (" + r.Stack[0].String() + ")"
	}
	return fmt.Errorf("there is no run to look at, for the program's Main did not get to its end: %s%s", run.Ending(), at)
}

// fits says whether a replay reproduced the recorded run.
func (s *Session) fits(run *runner.Run, r *record.Replay) error {
	if run.Err != nil {
		return &Unfit{Err: run.Err}
	}
	res := r.Result(run.Ending())
	switch {
	case res.Divergence != nil:
		return &Unfit{Divergence: res.Divergence, Begins: s.window == (Window{}),
			Err: errors.New(strings.TrimSpace(report.Divergence(s.Program, s.Rec, res.Divergence)))}
	case run.State == nil:
		return &Unfit{Err: unbegun(run)}
	case res.Limited:
		return &Unfit{Err: report.Limited(run, res), fits: s.fitting(run, res.Events)}
	case res.Stopped:
		return &Unfit{Err: fmt.Errorf("opening was interrupted at event %d", res.Events)}
	}
	return nil
}

// fitting returns how many events can be opened after a replay was given up at one: 0 if the reason is that it took the
// memory, and neither the log nor the recorded run, which was given up for that itself, had done so.
func (s *Session) fitting(run *runner.Run, event uint64) uint64 {
	first, _ := s.window.before(s.Rec.Events)
	events := event - min(event, uint64(first))
	log := events*logBytes >= run.MaxMemory/4
	if !run.Greedy || !log && !s.greedy {
		return 0
	}
	return events / 4 * 3
}

// logBytes is the least that the log of an event takes.
const logBytes = 32

// Close ends the threads. The Session must not be used after that.
func (s *Session) Close() {
	if s.live != nil {
		s.live.close()
	}
	if l := s.taken.Load(); l != nil {
		l.close()
	} else {
		s.early.close()
	}
}
