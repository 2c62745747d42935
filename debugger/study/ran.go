package study

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Ran is a run that was made, and where it is recorded. It is to be closed.
type Ran struct {
	*runner.Run
	process *Process
	memory  *bytes.Buffer // the recording, if it is in no file; nil for none
	goals   Goals         // of the runs up to this one
	first   record.Ending // of one that failed in a search, and was made once more: how it has ended there
}

// Run makes the run of the first seed, and records it. If something is claimed of it, it is made before, unseen: so it
// ends at the step that breaks a claim. The error is of a claim, or says that the run was interrupted before.
func (s *Study) Run(ctx context.Context, t kernel.Tracer) (*Ran, error) {
	o, err := s.ending(ctx)
	if err != nil {
		return nil, err
	}
	o.Lines, o.Tracer = true, t
	run, err := s.do(o)
	if err != nil {
		return nil, err
	}
	if !s.held().Judges() {
		s.goals = nil
		s.goals.Take(runner.Plainly(run.Run).Reached, Visit{})
	}
	run.goals = s.goals
	return run, nil
}

// Debug makes that run, and opens it.
func (s *Study) Debug(ctx context.Context, o debugger.Options) (*debugger.Debugger, error) {
	run, err := s.ending(ctx)
	if err != nil {
		return nil, err
	}
	s.with.Process.proves(&run.Common)
	s.with.Process.does(run, "")
	o.LoopLimit = run.LoopLimit
	return debugger.Open(ctx, debugger.Source{Run: run}, o)
}

// ending returns the options of the run of the first seed, which ends at the step that breaks a claim.
func (s *Study) ending(ctx context.Context) (*runner.NewOptions, error) {
	o := s.Options()
	o.Hold(nil)
	o.Stop = ctx.Done()
	if !s.held().Judges() {
		return o, nil
	}
	s.with.Process.does(&s.options, "")
	found := s.try(ctx, 1, nil)
	if found.Err != nil {
		return nil, found.Err
	}
	if found.Violation != nil {
		o.Check = found.Violation.Check(o.Check)
	}
	s.remark()
	return o, nil
}

// do makes a run, and records it. The error says that it was not made, because its last part cannot be recorded.
func (s *Study) do(o runner.Choosing) (*Ran, error) {
	r := &Ran{process: s.with.Process}
	file, err := s.record(o, r)
	if err != nil {
		return nil, err
	}
	r.process.proves(o.Shared())
	r.process.does(o, "")
	r.Run = runner.Do(o)
	s.recorded(file, r)
	if r.Run.Recording != o.Shared().Recording { // its threads, when they are let go, may end the process yet
		o.Shared().Recording = r.Run.Recording
		r.process.does(o, "")
	}
	return r, nil
}

// record lets a run be recorded in a file or, where that cannot be, in memory. That has no room for one of which only
// the last part is to be kept: it may go on for ever.
func (s *Study) record(o runner.Choosing, r *Ran) (file files, err error) {
	if !s.with.Memory {
		path := place(s.with.File, o.Setup())
		switch file, err = s.open(path); {
		case err == nil:
			o.Shared().Recording = path
		case !s.with.Keep.All():
			return nil, mistaken("the run is not made, for its last part cannot be recorded: %v", err)
		default:
			s.warn("the run is not recorded: %v", err)
		}
	}
	to := io.Writer(file)
	if file == nil {
		r.memory = &bytes.Buffer{}
		to = r.memory
	}
	o.Chosen().Record = o.Setup().Start(to)
	if w := r.process.Watcher; w != nil && file != nil {
		w.Journals(o.Chosen().Record)
	}
	return file, nil
}

// files is where a run is recorded: one file, or several (record.Parts).
type files interface {
	io.WriteCloser
	Name() string
	Stat() (fs.FileInfo, error)
}

// open makes the file of a recording.
func (s *Study) open(path string) (to files, err error) {
	f, err := create(path)
	if err != nil {
		return nil, err
	}
	if to = f; s.with.Keep.All() {
		err = record.DropParts(path) // which a bounded one of this name has left
	} else {
		to, err = record.NewParts(f, s.with.Keep)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return to, nil
}

// recorded closes the file of a run that has ended. It removes the file of a run that did not take
// place, or of a fork that never left its recording, settles where it stays, and warns if the recording is not
// complete.
func (s *Study) recorded(f files, run *Ran) {
	if f == nil {
		return
	}
	none := run.Err != nil || run.Setup.Parent != nil && run.Followed() != nil && !run.Followed().Left()
	err, apart := ends(f, none), (*record.Apart)(nil)
	switch {
	case none:
		return
	case run.Lost == nil:
		run.Lost = err
	case errors.As(run.Lost, &apart):
		s.warn("%v", apart)
		run.Lost = nil
	}
	if run.Lost != nil {
		s.warn("%s", run.process.Incomplete(f.Name(), run.Lost))
	}
	if errors.As(run.Lost, new(*record.Taken)) {
		run.Setup.Recording = "" // that is another run's
	} else {
		s.settle(run)
	}
}

// ends closes the file of a recording. It removes that if nothing is to be recorded, unless another run has it now:
// then the error is a *record.Taken.
func ends(f files, none bool) error {
	own := record.Mine(f)
	err := f.Close()
	switch {
	case errors.As(own, new(*record.Taken)):
		return own
	case none && own == nil:
		discard(f.Name())
	}
	return err
}

// settle has the file of a recording stay where it belongs.
func (s *Study) settle(run *Ran) {
	file, failed := settle(run.Setup.Recording)
	if run.Setup.Recording = file; failed != "" {
		s.warn("%s has a run that failed, and stays; this run is in %s", failed, file)
	}
}

// File is the file for a run that is made of that of the first seed: the one that was named, or the usual one with a
// word added to its name.
func (s *Study) File(word string) string {
	return cmp.Or(s.with.File, usualFile(s.options.Setup(), word))
}

// Data is the recording of a run that is in no file.
func (r *Ran) Data() []byte { return r.memory.Bytes() }

// Recording reads the recording of the run.
func (r *Ran) Recording() (*record.Recording, error) {
	switch file := r.Setup.Recording; {
	case file != "":
		return Read(file)
	case r.memory == nil:
		return nil, errors.New("the run is in no file")
	}
	return record.Read(r.Data())
}

// Save writes the recording of a run that is in no file, to one or, if that is "", to the usual one. It returns which
// that is.
func (r *Ran) Save(file string) (string, error) {
	file = place(file, &r.Setup)
	if err := Save(file, r.Data()); err != nil {
		return "", err
	}
	file, _ = settle(file)
	return file, nil
}

// Command returns the command line with a verb, such as run, that makes the run again.
func (r *Ran) Command(verb string) string { return commandline.Command(verb, &r.Setup) }

// Verdict is how the run has ended, in a word.
func (r *Ran) Verdict() report.Verdict { return report.Of(r.Run).Verdict }

// Vanished says of a run that had failed in a search, and did not when it was made once more, how it failed there, and
// why that can be: as the end of a sentence about it.
func (r *Ran) Vanished() string {
	how := "failed"
	if r.first.Verdict().Failed() {
		how += " (" + r.first.String() + ")"
	}
	why := "the program is not deterministic, or a condition is not"
	if r.first.Limited() {
		why = "it came near a limit of this machine, on which other work may have told"
	}
	return how + ", but not when it was run again: " + why
}

// Causes lists, in lines, what makes a program not deterministic.
func Causes() string { return report.Causes() }

// Report returns the report of the run, and closes it.
func (r *Ran) Report() *report.Report {
	rep := report.Last(r.Run)
	if rep.HasCalls(r.State) {
		if rec, err := r.Recording(); err == nil {
			rep.Calls(r.Program, rec)
		}
	}
	return rep
}

// Look says how a report looks.
type Look struct {
	Colour  bool
	Width   int    // columns to fold lines at; 0 for no folding
	Console bool   // the last lines that the program wrote are shown: they were not shown before
	Repeat  string // what makes the run again, which is told in place of machsim's commands
	Bare    bool   // nothing is told of commands
	Servers bool   // what name servers were doing is told, too
}

// Print prints the report of the run, and closes that.
func (r *Ran) Print(w io.Writer, l Look) {
	rep := r.Report()
	if l.Repeat != "" {
		rep.Recording = ""
	}
	rep.Print(w, r.style(l))
}

func (r *Ran) style(l Look) report.Style {
	s := report.Style{Colour: l.Colour, Width: l.Width, Console: l.Console, Servers: l.Servers}
	switch {
	case l.Bare:
	case l.Repeat != "":
		s.Advice = report.Advice{Repeat: l.Repeat, Limits: r.process.Limits}
	default:
		open := func(verb string) string { return commandline.Open(verb, r.Setup.Recording, r.Trust) }
		s.Advice = report.Advice{Repeat: r.Command("run"), Debug: open("debug"), Replay: open("replay"),
			Limits: r.process.Limits}
	}
	return s
}

// Live begins that run, and opens it: it is made as far as one goes on in it, and takes the lines of input that are
// typed. One of which nobody has seen an event when the Debugger is closed leaves no recording.
func (s *Study) Live(ctx context.Context, o debugger.Options) (*debugger.Debugger, error) {
	run, r := s.Options(), &Ran{process: s.with.Process}
	if len(s.claims)+len(s.models) > 0 {
		o.Judge = s.live
	}
	run.Hold(nil)
	run.Input, run.Outgrew = runner.Typed(), nil // the session tells of it
	limit := run.MaxSteps
	run.MaxSteps = runner.Endless
	file, err := s.record(run, r)
	if err != nil {
		return nil, err
	}
	r.process.debugs(run)
	o.LoopLimit = run.LoopLimit
	o.Closed = func(seen int) (own bool) {
		if file == nil {
			return true
		}
		if err := ends(file, seen == 0); errors.As(err, new(*record.Taken)) {
			s.warn("%s", r.process.Incomplete(file.Name(), err))
			return false
		}
		return true
	}
	d, err := debugger.Open(ctx, debugger.Source{Run: run, Live: true, Limit: limit, File: run.Recording}, o)
	if err != nil {
		o.Closed(0)
	}
	return d, err
}
