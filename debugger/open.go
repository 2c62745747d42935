package debugger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Source is what a Debugger is opened on: a recording in a file or in memory, or a run that is made
// first. One of File, Data, Recording, Run and Program has to be set; of several the one that
// comes first in this order but for File, which may name the file that the others come from.
type Source struct {
	Data      []byte             // a recording, as its file has it
	Recording *Recording         // one that has been read
	Run       *runner.NewOptions // a run to be made, and recorded in memory
	Program   *kernel.Program    // likewise, by Seed and Args; beside a recording, the program of it
	Seed      uint64
	Args      map[string]string
	// Live lets motions make the Run as far as they need it: it stands before event 1 at first. One motion makes Limit
	// events at most; 0 stands for the usual limit of a run.
	Live  bool
	Limit uint64
	File  string // the recording is in this file; "" if it is in none
}

// Unfit is the error of a recording that the program does not make again.
type Unfit = session.Unfit

// ByName makes an Options.Find of a table of programs.
func ByName(find func(name string) *kernel.Program) func(*Recording) (*kernel.Program, error) {
	return func(rec *Recording) (*kernel.Program, error) {
		if p := find(rec.Program); p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("there is no program %q here, of which this is a recording", rec.Program)
	}
}

// Open opens a Source, and stands at the end of the run. Once ctx ends, it is back within a tenth
// of a second, with an *Interrupted error. An *Unfit says that the program does not make the
// recorded run; other errors are those of reading a recording, or of making a run.
func Open(ctx context.Context, from Source, o Options) (*Debugger, error) {
	if ctx.Err() != nil {
		return nil, unopened
	}
	if o.Window != (RunWindow{}) {
		o.Keep = false // what is kept may be before it
	}
	own, cancel := context.WithCancel(context.Background())
	stay := context.AfterFunc(ctx, cancel)
	defer stay()
	d := &Debugger{o: o, gate: make(chan struct{}, 1), progress: progress{tell: o.Progress}}
	d.opening = opening{rec: from.Recording, ended: make(chan struct{}), cancel: cancel}
	d.gate <- struct{}{}
	d.progress.begin()
	defer d.progress.end()
	go d.open(own, from)
	select {
	case <-d.opening.ended:
	case <-d.early():
		if stay() {
			return d, nil
		}
	case <-ctx.Done():
	}
	select {
	case <-d.opening.ended:
	case <-time.After(patience):
	}
	if d.opening.isOn() { // both may have come where processors are busy
		d.opening.giveUp(d)
		return nil, unopened
	}
	switch err := d.opening.err; {
	case err != nil && ctx.Err() != nil:
		return nil, unopened
	case err != nil:
		return nil, err
	}
	return d, nil
}

// unopened is the error of an opening that was given up.
var unopened = &Interrupted{"nothing was opened"}

// early returns a channel that gets something when Open is to return, though the opening goes on; nil if it is not to,
// because it is not known yet where the run ends here.
func (d *Debugger) early() <-chan time.Time {
	if rec := d.opening.rec; d.o.Early == 0 || rec == nil || rec.Truncated || d.o.Part {
		return nil
	}
	return time.After(d.o.Early)
}

// opening is how a Debugger gets its recording.
type opening struct {
	rec    *Recording    // nil if it is not known at once
	ended  chan struct{} // is closed when it has ended
	err    error         // valid then
	cancel func()        // has it end soon
}

// giveUp ends the opening, if it has not ended, and lets go of what comes of it.
func (o *opening) giveUp(d *Debugger) {
	o.cancel()
	select {
	case <-o.ended: // a method was given up, and is at work
	default:
		go func() {
			<-o.ended
			d.Close()
		}()
	}
}

// isOn says whether it has not ended.
func (o *opening) isOn() bool {
	select {
	case <-o.ended:
		return false
	default:
		return true
	}
}

// Opening returns the recording that is still being opened; nil if it has been.
func (d *Debugger) Opening() *Recording {
	if d.opening.isOn() {
		return d.opening.rec
	}
	return nil
}

// Opened returns why nothing could be opened, after Open has returned; nil if it is open, or is still being opened. All
// methods return the same error then.
func (d *Debugger) Opened() error {
	if d.opening.isOn() {
		return nil
	}
	return d.opening.err
}

// open opens a Source, and lets the first method begin.
func (d *Debugger) open(ctx context.Context, from Source) {
	s, data, err := d.session(ctx, from)
	if d.opening.err = err; err == nil {
		d.begins(s, from.File, data)
		d.limit = int(min(cmp.Or(from.Limit, s.Program.Limit, kernel.DefaultMaxSteps), runner.Endless))
	}
	<-d.gate
	close(d.opening.ended)
	d.opening.cancel()
}

// leastBegun is the number of events of a recording from which on it is worth it to have the end first.
const leastBegun = 20_000

// session returns a Session on a Source; data is that of its recording, nil if that is in a file.
func (d *Debugger) session(ctx context.Context, from Source) (s *session.Session, data []byte, err error) {
	if from.Live && from.Run != nil {
		s, err = session.BeginLive(from.Run, session.Options{LoopLimit: d.o.LoopLimit, Progress: d.progress.session(),
			Grown: d.grown, Made: d.made, Called: d.threadCalled, Let: d.letValue})
		return s, nil, err
	}
	rec, data, err := from.read(ctx, d.o)
	switch {
	case err != nil:
		return nil, nil, err
	case ctx.Err() != nil: // perhaps while a run was made, of which there is a beginning now
		return nil, nil, unopened
	}
	p, err := from.program(rec, d.o)
	if err != nil {
		return nil, nil, err
	}
	so := session.Options{
		LoopLimit: d.o.LoopLimit, Stop: ctx.Done(), Progress: d.progress.session(), Part: d.o.Part, Window: d.o.Window,
		Grown: d.grown, Called: d.threadCalled, Let: d.letValue,
	}
	if from.File != "" {
		so.Keeper = d.o.Keeper
	}
	open := session.Open
	if rec.Events >= leastBegun {
		open = session.Begin
	}
	s, err = open(p, rec, so)
	return s, data, err
}

// program returns the program of a recording.
func (from Source) program(rec *Recording, o Options) (*kernel.Program, error) {
	switch {
	case from.Program != nil:
		return from.Program, nil
	case from.Run != nil:
		return from.Run.Program, nil
	case o.Find != nil:
		return o.Find(rec)
	}
	return nil, errors.New("nothing says where the program of the recording is")
}

// read reads the recording, or makes the run. The data is nil if the recording is in a file.
func (from Source) read(ctx context.Context, o Options) (rec *Recording, data []byte, err error) {
	switch {
	case from.Data != nil:
		rec, err = record.Read(from.Data)
		return rec, from.Data, err
	case from.Recording != nil:
		return from.Recording, nil, nil
	case from.Run != nil:
		ro := *from.Run
		ro.Stop = ctx.Done()
		return session.Make(&ro)
	case from.File != "":
		rec, err = record.Open(from.File)
		return rec, nil, err
	case from.Program == nil:
		return nil, nil, errors.New("there is nothing to open")
	}
	ro := runner.New(from.Program, from.Seed)
	ro.Args, ro.LoopLimit, ro.Stop = from.Args, o.LoopLimit, ctx.Done()
	return session.Make(ro)
}

// Isolated is what a task did that was run alone.
type Isolated struct {
	Task    string
	Program string // whose code was run, "" for that of the run
	session.Isolated
	// Departs is where the program makes another run, in words, if only the beginning was opened
	// (Options.Part) and it may be another task that departs; else "".
	Departs string
}

// Isolate runs one task of the present run alone, from its beginning to its end: its calls get the
// results that were recorded. It tells whether the task makes the same calls, and which is the first
// that differs. A program, named, lends its code: one that was changed, or repaired; "" stands for that
// of the run. It has to begin with the same tasks.
func (d *Debugger) Isolate(ctx context.Context, task, program string) (*Isolated, error) {
	return ask(ctx, d, "isolate", func(context.Context) (*Isolated, error) {
		n, err := d.s().FindTask(task)
		if err != nil {
			return nil, err
		}
		p, err := d.programNamed(program)
		if err != nil {
			return nil, err
		}
		found, err := d.s().Isolate(kernel.TaskID(n.ID), p)
		if err != nil {
			return nil, err
		}
		x := &Isolated{Task: n.Name, Program: program, Isolated: *found}
		if at := d.s().Departs(); at != nil && x.Until > 0 {
			x.Departs = departs(at)
		}
		return x, nil
	})
}

// departs says where a changed program makes another run.
func departs(d *record.Divergence) string {
	switch {
	case !d.Exact():
		return fmt.Sprintf("between events %d and %d something comes out otherwise", d.Since+1, d.Event)
	case d.Thread == "":
		return fmt.Sprintf("event %d comes out otherwise", d.Event)
	}
	return fmt.Sprintf("event %d of %s comes out otherwise", d.Event, d.Thread)
}

// programNamed returns a program, "" for that of the run.
func (d *Debugger) programNamed(name string) (*kernel.Program, error) {
	if name == "" {
		return d.s().Program, nil
	}
	if d.o.Program != nil {
		if p := d.o.Program(name); p != nil {
			return p, nil
		}
	}
	return nil, fmt.Errorf("there is no program %q here", name)
}
