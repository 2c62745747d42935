package debugger

import (
	"context"
	"errors"
	"sync"
	"time"

	"machsim/debugger/event/text"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Options say how a Debugger works.
type Options struct {
	// Find finds the program of a recording, where the Source names none. ByName makes one.
	Find func(*Recording) (*kernel.Program, error)
	// Program finds a program by its name, for Isolate; nil stands for none.
	Program func(name string) *kernel.Program
	// Part opens the beginning that the program makes as recorded, if it has changed since and does
	// something else later.
	Part bool
	// Window leaves out the first events of a recording: it is opened from one on. Nothing is kept beside it then.
	Window RunWindow
	// LoopLimit is how long a thread may compute without a kernel call; 0 for that of the recording.
	LoopLimit time.Duration
	// Progress, when set, is told now and then how far the work is that a method does, or Open: how much of all of it
	// is done. It is told of no work, 0, when the method returns.
	Progress func(w Work, done, total uint64)
	// Early lets Open return after that time at the latest, if it is not 0 and the Source is a whole Recording, and not
	// only a Part is wanted. The opening goes on, and the first method waits for it: see Opening and Opened.
	Early time.Duration
	// ReadOnly refuses what would make a fork, a run or a file: ErrReadOnly. What is kept is read, and not written.
	ReadOnly bool
	// Read reads the file of another recording, for Beside; nil stands for none.
	Read func(path string) ([]byte, error)
	// Write writes a file that a method leaves; nil stands for none.
	Write func(path string, data []byte) error
	// Queries, when set, answers queries in SQL.
	Queries QueryEngine
	// Held, when set, says what a recorded run was held against, so that Cause holds others against the same.
	Held func(*kernel.Program, *Recording) (*runner.Claims, error)
	// Judge, when set, is asked of a live run as far as it has come.
	Judge Judge
	// Closed, when set, is told when a live run is closed of how many of its events were seen. It says whether the file
	// of the recording is that of this run.
	Closed func(seen int) bool
	// Keep lets breakpoints, stops, checkpoints and notes be kept in a file beside the recording, if
	// that is in a file: they are there when it is opened the next time.
	Keep bool
	// Keeper, when set, keeps what is derived from long recordings that are in files. They are opened at once the next
	// time. What it returns is believed: nobody else may be able to write there.
	Keeper Keeper
	// ForkFile, when set, says how the file of a fork is called that is given no name.
	ForkFile ForkFile
}

// What a Debugger is opened with.
type (
	Keeper    = session.Keeper   // keeps data under names
	RunWindow = session.Window   // a part of a recorded run that reaches to its end
	Recording = record.Recording // a recorded run, as its file has it
)

// ForkFile says how the file of a fork is called: of what it is a fork, and the program and seed
// of its own.
type ForkFile func(of *record.Parent, program string, seed uint64) string

// Debugger is a recording that has been opened, its forks, and all that is known of them. Open makes
// one. Its methods, by subject:
//
//	runs          Run, Runs, Forks, Enter, Parent, CloseRun, Compare, Beside, Info, Save, Data, FindFork
//	positions     Here, Position, Left, Around, FindEvent
//	motions       Goto, Step, Next, Continue, Joint, Undo, Rollback; Mode, SetMode
//	live          Type, Hear
//	answers       Servers, SetServers
//	focus         Focus, SetFocus, FindThread, FindThreads; NameThread, ThreadNames, UnnameThread
//	breakpoints   Break, BreakAll, Breakpoints, Enable, Delete; NearestTo
//	stops         StopIf, TraceIf, Trace, Stops, Primary; Check, Halt, HaltFor, Snapshot
//	marks         Checkpoint, Checkpoints, Forget; Note, Notes, DeleteNote
//	choices       Choices
//	forks         Fork (by a seed, with a thread that goes next, or with a Change), Sees, Returns, Reply, UnusedSeed
//	waits         Why, Blocked, Suspended, Delays, Panic
//	remote calls  RPCs, RPC, CallStack, CallerStack, Orphans, Linearizable
//	lines         HasStatements, StepLine, Began, Frames, SelectFrame, MoveFrame, Locals, Memory, Globals, Value,
//	              Parts, Watch, Watchable, Changes, LastValues, VariableNames, Origins; Display, Displays,
//	              Undisplay; Let, Lets
//	objects       Threads, Tasks, Hosts, Ports, Port, Messages, Message, Mutexes, Conditions, Timers,
//	              Wires, Packets, Netnames, Files, Halts; Names
//	variables     Variables, Evaluate, Shown
//	source        Stack, NextCall, Calls, Sources, SourceFiles, Function, SourceFile, SourceText, StatementLines, Lines
//	alone         Isolate
//	races         Races, Unheard
//	cause         Cause, CauseFound
//	queries       Query, QueryTo, QueryInto, GotoRow, NextRow; NameQuery, Queries
//	tables        Tables, Rows; Export
//	past          Events, EventsOf, End, Histories, History, Object, HistoryObjects, Output, Diff, Stats
//	pictures      Diagram
//	lanes         Lanes, Tile, Marks, Where, Pick, Neighbour, Arrows, Cone, Snap, Floating, Overview,
//	              LaneOf, FocusLane
//	as one        Do, Busy, Can, Stamp, Notices, Write, Opening, Opened, Close
//	shared        As, PersonOf (of a context); OnChange
//
// It may be used from several goroutines, by several faces: its methods take turns, and each sees
// what the ones before it have done. A method that returns an error has changed nothing. One whose
// context ends is back within a tenth of a second with an *Interrupted error, or a *Busy one if it
// was waiting for its turn. Where a method takes the name of a thread, any part of it will do that
// no other has; "" is the thread in focus, unless the method says otherwise.
//
// Rows are values of their moment. A Position stays good, until its run is closed or, of a live run of which the last
// part is kept, has dropped events.
type Debugger struct {
	o Options

	gate     chan struct{} // holds one token while a method is at work, the first of which is the opening
	opening  opening
	progress progress

	words     sync.Mutex // guards these:
	doing     string     // what the method at work is
	notices   []string
	onChange  func(stamp string, h Here)
	toldStamp string // that it was told last
	way       func() // gives up the method at work of one who looks; nil for none

	state
	changed bool // something that is kept has changed
	idle    idle
	stop    <-chan struct{} // ends the method at work
	commit  []func()        // what is done once the method at work has succeeded
	looks   error           // why whoever makes the method at work may only look; nil if he may do all
	tasks   []string        // of whose values alone he is told; nil for all
	limit   int             // of the events that one method has a live run make
	grows   *growth         // how the motion at work has a live run made; nil if it does not
	judged  judged          // of a live run
	large   string          // what was told last of why a live run, which was to be bounded, is not
}

// begins stands at the end of a Session, which the Debugger closes in the end.
func (d *Debugger) begins(s *session.Session, file string, data []byte) {
	r := original(s, file, data)
	d.on, d.runs = r, []*run{r}
	if n := s.First(); s.Kept() {
		d.notice("kept are the events from %d on, of %d: %s", n+1, s.Len(), s.Rec.Keep)
	} else if n > 0 && d.o.Window != (RunWindow{}) {
		d.notice("a window: the first %d events of %d are left out", n, s.Len())
	} else if n > 0 {
		d.notice("the recording is too large for the memory limit: these are its last %d events, of %d", s.Len()-n, s.Len())
		d.o.Keep = false // what is kept may be before them
	}
	if n := s.Beyond(); n > 0 {
		d.notice("the recording is too large for the memory limit: these are its first %d events; %d more are left out",
			s.Len(), n)
	}
	for _, p := range s.Final().Missed() {
		if !s.GoesOn() {
			d.notice("the probe did nothing, %s", p.Misses())
		}
	}
	if at := s.Departs(); at != nil {
		d.notice("the program has changed since: this is the beginning of the run; %s", departs(at))
	} else if d.o.Keep && r.kept {
		d.recall(file)
	}
}

// Overflowing says that code which calls itself without end was left behind, a method of a value or a
// run. It cannot be stopped, and takes all memory soon: the process has to end.
func Overflowing() bool { return session.Overflowing() }

// ErrOverflowing is why a session ends then.
var ErrOverflowing = errors.New("code that calls itself without end cannot be stopped, and takes all memory soon: " +
	"the session ends here; the recording is as it was, and forks that were not saved are gone")

// Close frees all that the runs take up. While a method that was given up is still at work, it
// does nothing: that method needs the runs, and ends with the process. An opening is given up.
func (d *Debugger) Close() {
	select {
	case d.gate <- struct{}{}:
	default:
		d.opening.giveUp(d)
		return
	}
	defer func() { <-d.gate }()
	<-d.rouse()
	keep, closed := d.keepOn(), d.closing()
	for _, r := range d.runs {
		r.close()
	}
	if closed() {
		keep()
	}
}

// Write writes a file that a face leaves, if the Options say how.
func (d *Debugger) Write(path string, data []byte) error {
	if err := d.mayMake(); err != nil {
		return err
	}
	if d.o.Write == nil {
		return errors.New("no files can be written from here")
	}
	if err := d.o.Write(path, data); err != nil {
		return text.WithHint(err, text.HintAnotherName)
	}
	return nil
}

// s is the present run.
func (d *Debugger) s() *session.Session { return d.on.S }

// ask runs a method that has an answer. It waits until the log of the recorded run is there.
func ask[T any](ctx context.Context, d *Debugger, what string, f func(context.Context) (T, error)) (T, error) {
	return look(ctx, d, what, func(ctx context.Context) (answer T, err error) {
		if err = d.runs[0].S.Await(ctx.Done()); err == nil {
			err = d.findKept(ctx.Done())
		}
		if err != nil {
			return answer, err
		}
		return f(ctx)
	})
}

// list runs a method that needs no log either, but for what is kept beside the recording: it waits if there is a file
// of that, and the log that it is to be found in is not there yet.
func list[T any](ctx context.Context, d *Debugger, what string, f func(context.Context) (T, error)) (T, error) {
	return look(ctx, d, what, func(ctx context.Context) (answer T, err error) {
		if err := d.findKept(ctx.Done()); err != nil {
			return answer, err
		}
		return f(ctx)
	})
}

// change is list for a method without an answer.
func (d *Debugger) change(ctx context.Context, what string, f func(context.Context) error) error {
	_, err := list(ctx, d, what, func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) })
	return err
}

// look runs a method that has an answer, and needs no log where one stands at the end of the recorded run: as long as
// there is only that end, it is answered at once. What it asks of the log nevertheless is waited for.
func look[T any](ctx context.Context, d *Debugger, what string, f func(context.Context) (T, error)) (T, error) {
	var answer T
	err := d.Do(ctx, what, func(ctx context.Context) (err error) {
		if err := d.tells(what); err != nil {
			return err
		}
		answer, err = f(ctx)
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return answer, nil
}

// isStopped says whether an error is that of work that was given up.
func isStopped(err error) bool { return errors.Is(err, session.ErrStopped) }
