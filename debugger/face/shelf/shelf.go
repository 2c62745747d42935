// Package shelf is the recordings that a page can open and make, and what is done with many runs: a wire.Shelf.
package shelf

import (
	"cmp"
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
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Shelf is the recordings below the directory that machsim was started in, for a page, which may open, make and delete
// these, and no other file of the machine.
type Shelf struct {
	Process *study.Process
	Usual   study.Options     // what a page does not say of runs
	Opening debugger.Options  // how recordings are opened, but for what concerns files
	Opens   func(file string) // is told of each that is opened
	// Analyses reads the source of a program; nil where there is none to be read.
	Analyses func(*kernel.Program) (*wire.Analysed, error)
}

// mostListed is how many recordings are listed.
const mostListed = 1000

// Recordings lists the recordings in this directory and in that of recordings.
func (s *Shelf) Recordings() (all []wire.Recorded, err error) {
	for _, dir := range []string{".", study.Directory} {
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
func (s *Shelf) recorded(path string) []wire.Recorded {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || !study.Is(path) {
		return nil
	}
	rec := study.Peek(path)
	if rec == nil {
		return nil
	}
	return []wire.Recorded{{File: path, Program: rec.Program, Seed: rec.Seed, Fork: rec.Parent != nil,
		Bytes: int64(rec.Bytes), Made: info.ModTime().Format("2006-01-02 15:04:05")}}
}

// Programs lists the programs that can be run.
func (s *Shelf) Programs() (all []wire.Program) {
	for _, p := range s.Process.Programs {
		x := wire.Program{Name: p.Name, Doc: p.Doc}
		for _, q := range p.Params {
			x.Params = append(x.Params, wire.Param{Name: q.Name, Doc: q.Doc, Default: q.Default})
		}
		all = append(all, x)
	}
	return all
}

// within says that a path leads to nothing outside of this directory.
func (s *Shelf) within(path string) error {
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
func (s *Shelf) Open(ctx context.Context, file string) (*debugger.Debugger, error) {
	if err := s.within(file); err != nil {
		return nil, err
	}
	rec, err := s.Process.Open(file)
	if err != nil {
		return nil, err
	}
	s.Opens(file)
	o := s.Opening
	o.Held, o.Program, o.Read, o.Write, o.ForkFile = s.Process.Held, s.Process.Program, s.Read, s.Write, study.ForkFile
	return debugger.Open(ctx, debugger.Source{Recording: rec.Recording, Program: rec.Of, File: file}, o)
}

// Read reads a recording beside which another one is open.
func (s *Shelf) Read(path string) ([]byte, error) {
	if err := s.within(path); err != nil {
		return nil, err
	}
	return study.ReadFile(path)
}

// Write writes a file for a command of the page. A hidden file is read by other programs, and not seen by people.
func (s *Shelf) Write(path string, data []byte) error {
	if err := s.within(path); err != nil {
		return err
	}
	for i, part := range strings.Split(filepath.ToSlash(filepath.Clean(path)), "/") {
		if strings.HasPrefix(part, ".") && (i > 0 || part != study.Directory) {
			return fmt.Errorf("%s is hidden: the page writes no hidden files", quote.Line(path))
		}
	}
	if err := s.within(filepath.Dir(path)); err != nil {
		return err
	}
	return study.Write(path, data)
}

// Record makes a run, and records it in the usual file.
func (s *Shelf) Record(ctx context.Context, r wire.Record) (*debugger.Debugger, error) {
	of, err := s.study(r, s.Usual)
	if err != nil {
		return nil, err
	}
	run, err := of.Run(ctx, kernel.Tracer{})
	if err != nil {
		return nil, onPage(err)
	}
	file, err := s.saved(ctx, run)
	if err != nil {
		return nil, err
	}
	return s.Open(ctx, file)
}

// saved closes a run, and records it in the usual file.
func (s *Shelf) saved(ctx context.Context, run *study.Ran) (string, error) {
	defer run.Close()
	switch {
	case run.Err != nil:
		return "", run.Err
	case ctx.Err() != nil:
		return "", &debugger.Interrupted{What: "no run was recorded"}
	}
	return run.Save("")
}

// study is the study of the run that is wanted, and of those after it; x has what is not said.
func (s *Shelf) study(r wire.Record, x study.Options) (*study.Study, error) {
	p := s.Process.Program(r.Program)
	if p == nil {
		return nil, fmt.Errorf("there is no program %q%s", r.Program, text.Meant(r.Program, s.Process.Names()))
	}
	for name := range r.Args {
		if !slices.ContainsFunc(p.Params, func(q kernel.Param) bool { return q.Name == name }) {
			return nil, fmt.Errorf("program %s has no parameter %q", p.Name, name)
		}
	}
	for _, c := range r.Claims {
		if err := x.Claims.Claim(c.Kind, c.Text); err != nil {
			return nil, err
		}
	}
	x.Process, x.Memory, x.Input = s.Process, true, strings.NewReader("")
	x.Seed, x.Try, x.Args, x.Weak, x.Preempt = r.Seed, r.Try, r.Args, r.Weak, r.Preempt
	x.Faults = cmp.Or(r.Faults, x.Faults)
	of, err := study.Open(p, x)
	return of, onPage(err)
}

// series is the study of runs of a program, of which r is the first. They are made one at a time if programs have
// hooks, which the page may hear meanwhile.
func (s *Shelf) series(r wire.Record, strategy string) (*study.Study, error) {
	x := s.Usual
	x.Strategy, x.Alone = strategy, len(hook.Packages()) > 0
	r.Seed = 1
	return s.study(r, x)
}

// onPage is an error as a page shows it: a mistake in a claim with a picture, as at the prompt.
func onPage(err error) error {
	if err == nil {
		return nil
	}
	x := wire.Described(err)
	if p := study.Pictured(err); p != err {
		x.Prompt = p.Error()
	}
	return x
}

// Remove deletes a recording, with its notes.
func (s *Shelf) Remove(file string) error {
	if err := s.within(file); err != nil {
		return err
	}
	if !study.Is(file) {
		return fmt.Errorf("%s is no recording", quote.Line(file))
	}
	return study.Remove(file)
}
