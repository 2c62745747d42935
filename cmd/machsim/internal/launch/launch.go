//go:build !wasm

// Package launch gives a command that is about a package of a user to the machsim that is built with that package: it
// finds the package in the command line, or in the recording that is named there, asks whether it may be built, and
// builds it.
package launch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// Builder returns what has the executable whose programs have hooks asked about a livelock; it is built once.
func Builder(m *cli.Machsim) func(*study.Process) {
	build := sync.OnceValues(func() (string, error) {
		p, err := userprog.Find(".", m.User.Dir)
		if err != nil {
			return "", err
		}
		return buildHooked(p, os.Stderr)
	})
	return func(x *study.Process) { x.Elsewhere = userprog.Cycles(build) }
}

// Do gives a command that is about a user's package to a machsim that is built with that package, if the command line
// names one.
func Do(m *cli.Machsim, args []string, in io.Reader, _, errs io.Writer) (done bool, err error) {
	if m.User != nil || len(args) > 0 && args[0] == "capsule" {
		return false, nil // this is that machsim; or a guest is built
	}
	w, ok := PackageWanted(m.NewRoot(), args)
	if !ok {
		m.HookSamples(args)
		return false, nil
	}
	w.Hooks = cli.WantsHooks(args)
	b, err := Build(m, w, Opener{Trusts: w.Trusts, In: in, Errs: errs})
	if err != nil {
		return false, Unbuilt(err)
	}
	if w.Index > 0 {
		args = slices.Clone(args)
		args[w.Index] = w.Prefix + b.Program
	}
	if err := os.Setenv(userprog.OutsideVariable, fmt.Sprint(m.Outside)); err != nil {
		return false, err
	}
	err = hand(m, b.Exe, args)
	if text := b.remark(); text != "" {
		fmt.Fprintln(errs, quote.Line(text))
	}
	return true, err
}

// Unbuilt is how a command ends whose program was not built.
func Unbuilt(err error) error {
	var bad *userprog.Mistake
	switch {
	case errors.Is(err, userprog.ErrBuild):
		return cli.Exit{Code: cli.ExitWrong}
	case errors.As(err, &bad):
		return cli.WrongBy(bad)
	}
	return err
}

// hand gives a command to another machsim. If that one runs programs, it does so as a child of this
// process, and not of a supervisor of its own: so the init functions of the package run once.
func hand(m *cli.Machsim, exe string, args []string) error {
	name := args[0]
	args = append([]string{os.Args[0]}, args...)
	if cli.Needs(name, cli.Runs) {
		read := func(memory []byte) []study.Footprint { return userprog.Footprints(exe, memory) }
		if p, ok := supervise.Start(exe, args, read); ok {
			return m.After(p.Wait())
		}
	}
	return supervise.Become(exe, args)
}

// built is a machsim that was built with a user's package.
type built struct {
	Exe     string
	Program string        // the name of the program that the command line means
	remark  func() string // waits for a remark on the source of the program, "" for none
}

// Build builds the machsim that a command line wants.
func Build(m *cli.Machsim, w Wanted, o Opener) (b built, err error) {
	p, which, err := w.Find(o)
	if err != nil {
		return b, err
	}
	m.Outside = !p.Here
	said := func(string) string { return "" }
	if w.runs && w.File == "" {
		said = advise(p, w.Shown(p), w.Word, w.Preempts)
	}
	b.remark = func() string { return said(b.Program) }
	if b.Exe, err = w.executable(p, o.Errs); err != nil {
		return b, err
	}
	all, err := p.Probe(b.Exe)
	if err != nil {
		return b, err
	}
	b.Program, err = userprog.Choose(w.Shown(p), p.Path, all, which)
	return b, err
}

// executable builds the machsim for the package: with hooks if the command wants them and there can be any.
func (w Wanted) executable(p *userprog.Package, errs io.Writer) (exe string, err error) {
	if exe, hooked := p.Executable(w.Hooks); exe != "" {
		fmt.Fprintf(errs, "machsim: the program is taken as it was built last: %v\n", userprog.ErrNoGo)
		if w.Hooks && !hooked {
			withoutSource(errs, userprog.ErrNoGo)
		}
		return exe, nil
	}
	var why error
	if w.Hooks {
		if exe, why = buildHooked(p, errs); why == nil {
			return exe, nil
		}
	}
	shown := term.NewWaiting(errs, "building the program")
	exe, err = p.Build(".", shown.Output())
	shown.End()
	if err == nil && why != nil {
		withoutSource(errs, why)
	}
	return exe, err
}

// Shown returns how the package can be typed.
func (w Wanted) Shown(p *userprog.Package) string {
	if w.File != "" {
		return userprog.ShortPath(p.Dir)
	}
	dir, _ := userprog.SplitWord(w.Word)
	return dir
}

// Find finds the package, and the name of the program in it that is meant.
func (w Wanted) Find(o Opener) (p *userprog.Package, which string, err error) {
	if w.File == "" {
		dir, name := userprog.SplitWord(w.Word)
		p, err = userprog.Find(".", dir)
		return p, name, err
	}
	rec, err := study.Read(w.File)
	if err != nil {
		return nil, "", err
	}
	p, err = o.recordedPackage(w.File, rec)
	return p, rec.Program, err
}

// buildHooked builds the machsim whose programs have hooks. The error says why that cannot be.
func buildHooked(p *userprog.Package, errs io.Writer) (exe string, err error) {
	shown := term.NewWaiting(errs, "building the program, with hooks for the source level")
	h, err := p.BuildHooked(".")
	shown.End()
	if err != nil {
		return "", err
	}
	for _, l := range h.Left {
		fmt.Fprintf(errs, "machsim: the source level passes over %s, which %s\n", quote.Line(filepath.Base(l.Path)), l.Why)
	}
	return h.Exe, nil
}

// withoutSource says why there is no source level.
func withoutSource(errs io.Writer, why error) {
	fmt.Fprintf(errs, "machsim: there is no source level: %s\n", quote.Line(why.Error()))
}
