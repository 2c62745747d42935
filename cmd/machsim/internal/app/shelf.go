package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/wire"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// shelf is the recordings below the directory that machsim was started in. A page may open, make and delete
// these, and no other file of the machine.
type shelf struct{ *webCommand }

// mostListed is how many recordings are listed.
const mostListed = 1000

// Recordings lists the recordings in this directory and in that of recordings.
func (s shelf) Recordings() (all []wire.Recorded, err error) {
	for _, dir := range []string{".", recordings} {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if path := filepath.Join(dir, e.Name()); strings.HasSuffix(path, ".rec") && len(all) < mostListed {
				all = append(all, s.recorded(path)...)
			}
		}
	}
	return all, nil
}

// recorded describes a file, if it is a recording.
func (s shelf) recorded(path string) []wire.Recorded {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || !record.Is(path) {
		return nil
	}
	rec, _ := record.Open(path)
	if rec == nil {
		return nil
	}
	return []wire.Recorded{{File: path, Program: rec.Program, Seed: rec.Seed, Fork: rec.Parent != nil, Bytes: info.Size(),
		Made: info.ModTime().Format("2006-01-02 15:04:05")}}
}

// Programs lists the programs of this machsim.
func (s shelf) Programs() (all []wire.Program) {
	for _, p := range s.programs {
		x := wire.Program{Name: p.Name, Doc: p.Doc}
		for _, q := range p.Params {
			x.Params = append(x.Params, wire.Param{Name: q.Name, Doc: q.Doc, Default: q.Default})
		}
		all = append(all, x)
	}
	return all
}

// within says that a path leads to nothing outside of this directory.
func (s shelf) within(path string) error {
	if !filepath.IsLocal(path) {
		return fmt.Errorf("%s is not below the directory that machsim was started in", quote.Line(path))
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	if _, err := root.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be used: %v", quote.Line(path), err)
	}
	return nil
}

// Open opens a recording.
func (s shelf) Open(ctx context.Context, file string) (*debugger.Debugger, error) {
	if err := s.within(file); err != nil {
		return nil, err
	}
	rec, p, err := s.openRun(file)
	if err != nil {
		return nil, err
	}
	s.debugs(file)
	return debugger.Open(ctx, debugger.Source{Recording: rec, Program: p, File: file}, debugger.Options{
		Queries: s.queries, Held: study.Held,
		Program: s.findProgram, Read: s.read, Write: s.keep, ForkFile: forkFile, Keep: !s.noNotes,
	})
}

// read reads a recording beside which another one is open.
func (s shelf) read(path string) ([]byte, error) {
	if err := s.within(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// keep writes a file for a command of the page. A hidden file is read by other programs, and not seen by people.
func (s shelf) keep(path string, data []byte) error {
	if err := s.within(path); err != nil {
		return err
	}
	for i, part := range strings.Split(filepath.ToSlash(filepath.Clean(path)), "/") {
		if strings.HasPrefix(part, ".") && (i > 0 || part != recordings) {
			return fmt.Errorf("%s is hidden: the page writes no hidden files", quote.Line(path))
		}
	}
	if err := s.within(filepath.Dir(path)); err != nil {
		return err
	}
	return keep(path, data)
}

// Record makes a run, and records it in the usual file.
func (s shelf) Record(ctx context.Context, r wire.Record) (*debugger.Debugger, error) {
	o, c, err := s.run(r)
	if err != nil {
		return nil, err
	}
	o.Stop = ctx.Done()
	s.runs(o)
	if o.Check, err = study.New(o, c).Ending(); err != nil {
		return nil, onPage(err)
	}
	file, err := s.recordIn(ctx, o)
	if err != nil {
		return nil, err
	}
	return s.Open(ctx, file)
}

// recordIn makes a run, and records it in the usual file; beside it if that has a failing run and this one is good.
func (s shelf) recordIn(ctx context.Context, o *runner.NewOptions) (string, error) {
	file := usualFile(o.Setup())
	if err := ours(file); err != nil {
		return "", err
	}
	var data bytes.Buffer
	o.Record, o.Stop = record.Start(&data, o.Setup().Header()), ctx.Done()
	s.runs(o)
	run := runner.Do(o)
	defer run.Close()
	switch {
	case run.Err != nil:
		return "", run.Err
	case ctx.Err() != nil:
		return "", &debugger.Interrupted{What: "no run was recorded"}
	case !run.Failed() && failing(file):
		file = beside(file)
	}
	return file, keep(file, data.Bytes())
}

// run is the run that is wanted, and what it is held against.
func (s shelf) run(r wire.Record) (*runner.NewOptions, study.Claims, error) {
	p := s.findProgram(r.Program)
	if p == nil {
		return nil, study.Claims{}, fmt.Errorf("there is no program %q%s", r.Program,
			didYouMean(r.Program, s.programNames()))
	}
	for name := range r.Args {
		if !slices.ContainsFunc(p.Params, func(q kernel.Param) bool { return q.Name == name }) {
			return nil, study.Claims{}, fmt.Errorf("program %s has no parameter %q", p.Name, name)
		}
	}
	c, err := claimsOf(r.Claims)
	o := runner.New(p, r.Seed)
	o.Args, o.Strategy, o.Weak, o.Preempt = r.Args, s.strategy, r.Weak, r.Preempt
	o.MaxSteps, o.LoopLimit, o.MaxMemory = s.maxEvents, s.loopLimit, s.maxMemory*1e6
	o.Input = runner.NewInput(strings.NewReader(""))
	o.Claims, o.Try = c.Words(), r.Try
	s.declares(&o.Common)
	return o, c, err
}

// series is the first of the runs of a program, and what they are held against. They are made one at a time if programs
// have hooks, which the page may hear meanwhile.
func (s shelf) series(program string, args map[string]string, claims []wire.Claim) (*runner.NewOptions, study.Claims,
	error) {
	o, c, err := s.run(wire.Record{RunOf: wire.RunOf{Program: program, Seed: 1, Args: args}, Claims: claims})
	if err != nil {
		return nil, c, err
	}
	o.Alone = len(hook.Packages()) > 0
	s.tries(o)
	return o, c, nil
}

// claimsOf returns the claims that a page makes.
func claimsOf(all []wire.Claim) (study.Claims, error) {
	var words []string
	for _, c := range all {
		if !slices.Contains(record.ClaimKinds, c.Kind) {
			return study.Claims{}, fmt.Errorf("there is no claim %q; %s", c.Kind,
				text.Offer(c.Kind, record.ClaimKinds, "claims"))
		}
		words = append(words, "--"+c.Kind, c.Text)
	}
	c := study.ClaimsOf(words)
	return c, onPage(c.Check())
}

// onPage is an error as a page shows it: a mistake in a claim with a picture, as at the prompt.
func onPage(err error) error {
	if err == nil {
		return nil
	}
	x := wire.Described(err)
	if p := pictured(err); p != err {
		x.Prompt = p.Error()
	}
	return x
}

// Remove deletes a recording, with its notes.
func (s shelf) Remove(file string) error {
	if err := s.within(file); err != nil {
		return err
	}
	if !record.Is(file) {
		return fmt.Errorf("%s is no recording", quote.Line(file))
	}
	if err := os.Remove(file); err != nil {
		return err
	}
	if err := os.Remove(file + ".notes"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
