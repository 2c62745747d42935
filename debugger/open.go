package debugger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/runner"
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
	File      string // the recording is in this file; "" if it is in none
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
	type result struct {
		*Debugger
		error
	}
	opened := make(chan result, 1)
	go func() {
		d, err := open(ctx, from, o)
		opened <- result{d, err}
	}()
	var r result
	select {
	case r = <-opened:
	case <-ctx.Done():
		select {
		case r = <-opened:
		case <-time.After(patience):
			go func() { // it goes on, and nobody wants it
				if r := <-opened; r.error == nil {
					r.Close()
				}
			}()
			return nil, unopened
		}
	}
	if r.error != nil && ctx.Err() != nil {
		return nil, unopened
	}
	return r.Debugger, r.error
}

// unopened is the error of an opening that was given up.
var unopened = &Interrupted{"nothing was opened"}

func open(ctx context.Context, from Source, o Options) (*Debugger, error) {
	if progress := o.Progress; progress != nil {
		o.Progress = func(done, total uint64) {
			if ctx.Err() == nil { // else nobody is there any more to whom it could be told
				progress(done, total)
			}
		}
	}
	rec, data, err := from.read(ctx, o)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil: // perhaps while a run was made, of which there is a beginning now
		return nil, unopened
	}
	p := from.Program
	switch {
	case p == nil && from.Run != nil:
		p = from.Run.Program
	case p == nil && o.Find != nil:
		if p, err = o.Find(rec); err != nil {
			return nil, err
		}
	case p == nil:
		return nil, errors.New("nothing says where the program of the recording is")
	}
	so := session.Options{LoopLimit: o.LoopLimit, Stop: ctx.Done(), Progress: o.Progress, Part: o.Part}
	if from.File != "" {
		so.Keeper = o.Keeper
	}
	s, err := session.Open(p, rec, so)
	if err != nil {
		return nil, err
	}
	return newDebugger(s, from.File, data, o), nil
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
