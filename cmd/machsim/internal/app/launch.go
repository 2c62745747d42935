package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/kernel/quote"
)

// launch gives a command that is about somebody's own package to a machsim that was
// built with that. It returns only when there is no such package in the command line, or
// when something is wrong.
func launch(args []string, in io.Reader, errs io.Writer) error {
	if ownPackage.Path != "" {
		return nil // this is that machsim
	}
	w, ok := packageWanted(newRoot(), args)
	if !ok {
		return nil
	}
	exe, name, said, err := w.build(in, errs)
	var bad *userprog.Mistake
	switch {
	case errors.Is(err, userprog.ErrBuild):
		return exit{code: exitWrong}
	case errors.As(err, &bad):
		return exit{exitWrong, bad}
	case err != nil:
		return err
	}
	if w.index > 0 {
		args = slices.Clone(args)
		args[w.index] = name
	}
	if err := os.Setenv(elsewhereEnv, fmt.Sprint(elsewhere)); err != nil {
		return err
	}
	err = hand(exe, append([]string{os.Args[0]}, args...))
	if text := said(); text != "" {
		fmt.Fprintln(errs, quote.Line(text))
	}
	return err
}

// hand gives a command to another machsim. What that one's programs do it does as a ward
// of this process; so the init functions of the package run once for it, and not in a
// guard as well.
func hand(exe string, args []string) error {
	if slices.Contains(runsPrograms, args[1]) {
		if w, ok := startWard(exe, args); ok {
			w.footprints = func(memory []byte) []runner.Footprint { return userprog.Footprints(exe, memory) }
			return w.end()
		}
	}
	return become(exe, args)
}

// build builds the machsim that is wanted; name is that of the program there, and said waits for
// what there is to be said of its source, "" for nothing.
func (w wanted) build(in io.Reader, errs io.Writer) (exe, name string, said func() string, err error) {
	p, which, err := w.find(opener{w.trusts, in, errs})
	if err != nil {
		return "", "", nil, err
	}
	elsewhere = !p.Here
	said = func() string { return "" }
	if w.runs && w.file == "" {
		said = advise(p, w.shown(p))
	}
	if exe, err = p.Build(".", errs); err != nil {
		return "", "", nil, err
	}
	all, err := p.Probe(exe)
	if err != nil {
		return "", "", nil, err
	}
	name, err = userprog.Choose(w.shown(p), p.Path, all, which)
	return exe, name, said, err
}

// shown is how the package can be typed.
func (w wanted) shown(p *userprog.Package) string {
	if w.file != "" {
		return shown(p.Dir)
	}
	dir, _ := splitWord(w.word)
	return dir
}

// find finds the package, and which of its programs is meant.
func (w wanted) find(o opener) (p *userprog.Package, which string, err error) {
	if w.file == "" {
		dir, name := splitWord(w.word)
		p, err = userprog.Find(".", dir)
		return p, name, err
	}
	rec, err := record.Open(w.file)
	if err != nil {
		return nil, "", err
	}
	p, err = o.recordedPackage(w.file, rec.Package)
	return p, rec.Program, err
}
