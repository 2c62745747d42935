package session

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"machsim/debugger/detect"
	"machsim/debugger/engine"
	"machsim/debugger/graph"
	"machsim/debugger/history"
	"machsim/debugger/race"
	"machsim/debugger/rebuild"
	"machsim/debugger/record"
	"machsim/debugger/report"
	"machsim/debugger/rpc"
	"machsim/debugger/runner"
	"machsim/debugger/source"
	"machsim/debugger/tape"
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
	// Keeper, when set, keeps what is derived from the recording, and has what was kept of it.
	Keeper Keeper
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
	fits       uint64             // the events that can be opened, if there are too many for the memory; else 0
}

func (u *Unfit) Error() string { return u.Err.Error() }

// Unwrap returns Err.
func (u *Unfit) Unwrap() error { return u.Err }

// Session is an opened recording and a position in it. It is used from one goroutine.
type Session struct {
	Program *kernel.Program
	Rec     *record.Recording
	// Run is the result of the replay. It ended as the recorded run did.
	Run *runner.Run
	// Stop, when set, cancels long work once it is closed: ErrStopped.
	Stop <-chan struct{}

	tape     *tape.Tape
	cuts     graph.Cuts
	causal   *graph.Graph // the causal order; ask order for it
	shared   bool         // it has tasks serialized whose threads share variables
	marks    *marks
	play     *tape.Replayer
	at       graph.Position
	engine   engine.Engine
	threads  engine.Threads
	source   *source.Source     // the same threads, if the program was built with hooks; else nil
	departs  *record.Divergence // nil unless only a part was opened, because the program has changed
	progress Progress           // nil for nobody
	keeping  keeping            // of the recording
	beyond   uint64             // the events of the recorded run that are too many to be opened

	histories  *history.Collector // nil until one is asked for
	rpcs       *rpc.Calls         // likewise
	predicates *detect.Run        // likewise
	sources    []kernel.Frame     // likewise
	races      *[]race.Race       // likewise
}

// Open replays a recording of p, and stands at its end. The error *Unfit says that p does not
// reproduce the recording. If there are more events than the memory limit allows to be opened, Open
// opens the first of them: see Beyond.
func Open(p *kernel.Program, rec *record.Recording, o Options) (*Session, error) {
	events := rec.Events
	s, err := openPart(p, rec, o)
	var u *Unfit
	for errors.As(err, &u) && u.fits > 0 {
		rec = rec.Until(u.fits)
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
	if !o.Part || !errors.As(err, &u) || u.Divergence == nil {
		return s, err
	}
	if s, err = openAll(p, rec.Until(u.Divergence.Since), o); err != nil {
		return nil, err
	}
	s.departs = u.Divergence
	return s, nil
}

func openAll(p *kernel.Program, rec *record.Recording, o Options) (*Session, error) {
	s := &Session{Program: p, Rec: rec, marks: newMarks(int(rec.Events)), progress: o.Progress}
	ro := runner.Replay(p, rec)
	ro.Within(o.LoopLimit)
	ro.Stop, ro.Lines = o.Stop, true
	ro.Replayed().Freeze()
	if s := reopen(p, rec, &o, ro); s != nil {
		return s, nil
	}
	s.keeping = keepingOf(rec, &o)
	b := graph.NewBuilder()
	b.Done, b.Progress = s.keep(), o.Progress.of(Ordering)
	k := tape.NewBuilder(p, ro.Setup().Config())
	k.Room(rec.Events)
	k.Accessed, k.Between = b.Accessed, o.told(rec.Events, s.marks.between)
	ro.Take = k
	s.Run = runner.Do(ro)
	if err := s.fits(ro.Replayed()); err != nil {
		s.Run.Close()
		b.Close()
		return nil, err
	}
	s.ready(k, b, &o)
	return s, s.MoveTo(s.End())
}

// ready prepares for motions, once the run has ended.
func (s *Session) ready(k *tape.Builder, b *graph.Builder, o *Options) {
	s.tape = k.Tape(s.Run.State, s.Run.Computing())
	s.tape.Limit, s.tape.Deep = s.Run.LoopLimit, s.Run.Deep
	s.Run.Close()
	s.cuts, s.causal = graph.Cuts{Tape: s.tape}, b.Graph(s.tape)
	s.engine = o.engine(s.tape)
	s.openThreads()
}

// told returns the function that a run of about so many events calls between them: it also reports the progress.
func (o *Options) told(total uint64, between func(*kernel.State, int)) func(*kernel.State, int) {
	if o.Progress == nil {
		return between
	}
	return func(s *kernel.State, n int) {
		if n%checkEvery == 0 || n == int(total) {
			o.Progress(Replaying, uint64(n), total)
		}
		between(s, n)
	}
}

// fits says whether the replay reproduced the recorded run.
func (s *Session) fits(r *record.Replay) error {
	if s.Run.Err != nil {
		return &Unfit{Err: s.Run.Err}
	}
	res := r.Result(s.Run.Ending())
	switch {
	case res.Divergence != nil:
		return &Unfit{Divergence: res.Divergence, Err: errors.New(strings.TrimSpace(report.Divergence(s.Program, s.Rec,
			res.Divergence)))}
	case s.Run.State == nil:
		return &Unfit{Err: fmt.Errorf("the program's Main did not get to its end: there is no run to look at")}
	case res.Limited:
		return &Unfit{Err: report.Limited(s.Run, res), fits: s.fitting(res.Events)}
	case res.Stopped:
		return &Unfit{Err: fmt.Errorf("opening was interrupted at event %d", res.Events)}
	}
	return nil
}

// fitting returns how many events can be opened after a replay was given up with so many: 0 if the reason is not
// that their log took the memory.
func (s *Session) fitting(events uint64) uint64 {
	if !s.Run.Greedy || events*logBytes < s.Run.MaxMemory/4 {
		return 0
	}
	return events / 4 * 3
}

// logBytes is the least that the log of an event takes.
const logBytes = 32

// Close ends the threads. The Session must not be used after that.
func (s *Session) Close() {
	s.causal.Close()
	s.threads.Close()
}
