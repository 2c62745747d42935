//go:build !wasm

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/vet"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// beside does what this executable is for beside commands, and ends the process then.
func beside() {
	if vet.IsTool(os.Args[1:]) {
		vet.Tool() // does not return
	}
}

// builder returns what has the executable whose programs have hooks asked about a livelock; it is built once.
func (m *machsim) builder() func(*study.Process) {
	build := sync.OnceValues(func() (string, error) { return m.buildUser(os.Stderr) })
	return func(x *study.Process) { x.Elsewhere = userprog.Cycles(build) }
}

// launch gives a command that is about a user's package to a machsim that is built with that package. It
// returns only if the command line names no package, or if something is wrong.
func (m *machsim) launch(args []string, in io.Reader, _, errs io.Writer) (done bool, err error) {
	if m.user != nil || len(args) > 0 && args[0] == "capsule" {
		return false, nil // this is that machsim; or a guest is built
	}
	w, ok := packageWanted(m.newRoot(), args)
	if !ok {
		m.hookSamples(args)
		return false, nil
	}
	w.hooks = wantsHooks(args)
	b, err := m.build(w, opener{trusts: w.trusts, in: in, errs: errs})
	if err != nil {
		return false, unbuilt(err)
	}
	if w.index > 0 {
		args = slices.Clone(args)
		args[w.index] = w.prefix + b.program
	}
	if err := os.Setenv(userprog.OutsideVariable, fmt.Sprint(m.outside)); err != nil {
		return false, err
	}
	err = m.hand(b.exe, args)
	if text := b.remark(); text != "" {
		fmt.Fprintln(errs, quote.Line(text))
	}
	return true, err
}

// unbuilt is how a command ends whose program was not built.
func unbuilt(err error) error {
	var bad *userprog.Mistake
	switch {
	case errors.Is(err, userprog.ErrBuild):
		return exit{code: exitWrong}
	case errors.As(err, &bad):
		return wrongBy(bad)
	}
	return err
}

// hand gives a command to another machsim. If that one runs programs, it does so as a child of this
// process, and not of a supervisor of its own: so the init functions of the package run once.
func (m *machsim) hand(exe string, args []string) error {
	name := args[0]
	args = append([]string{os.Args[0]}, args...)
	if needs(name, runs) {
		read := func(memory []byte) []study.Footprint { return userprog.Footprints(exe, memory) }
		if p, ok := supervise.Start(exe, args, read); ok {
			return m.wait(p)
		}
	}
	return supervise.Become(exe, args)
}

// built is a machsim that was built with a user's package.
type built struct {
	exe     string
	program string        // the name of the program that the command line means
	remark  func() string // waits for a remark on the source of the program, "" for none
}

// build builds the machsim that a command line wants.
func (m *machsim) build(w wanted, o opener) (b built, err error) {
	p, which, err := w.find(o)
	if err != nil {
		return b, err
	}
	m.outside = !p.Here
	said := func(string) string { return "" }
	if w.runs && w.file == "" {
		said = advise(p, w.shown(p), w.word, w.preempts)
	}
	b.remark = func() string { return said(b.program) }
	if b.exe, err = w.executable(p, o.errs); err != nil {
		return b, err
	}
	all, err := p.Probe(b.exe)
	if err != nil {
		return b, err
	}
	b.program, err = userprog.Choose(w.shown(p), p.Path, all, which)
	return b, err
}

// executable builds the machsim for the package: with hooks if the command wants them and there can be any.
func (w wanted) executable(p *userprog.Package, errs io.Writer) (exe string, err error) {
	if exe, hooked := p.Executable(w.hooks); exe != "" {
		fmt.Fprintf(errs, "machsim: the program is taken as it was built last: %v\n", userprog.ErrNoGo)
		if w.hooks && !hooked {
			withoutSource(errs, userprog.ErrNoGo)
		}
		return exe, nil
	}
	var why error
	if w.hooks {
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

// shown returns how the package can be typed.
func (w wanted) shown(p *userprog.Package) string {
	if w.file != "" {
		return userprog.ShortPath(p.Dir)
	}
	dir, _ := userprog.SplitWord(w.word)
	return dir
}

// find finds the package, and the name of the program in it that is meant.
func (w wanted) find(o opener) (p *userprog.Package, which string, err error) {
	if w.file == "" {
		dir, name := userprog.SplitWord(w.word)
		p, err = userprog.Find(".", dir)
		return p, name, err
	}
	rec, err := study.Read(w.file)
	if err != nil {
		return nil, "", err
	}
	p, err = o.recordedPackage(w.file, rec)
	return p, rec.Program, err
}

// buildUser builds the machsim whose programs have hooks, for the user's package.
func (m *machsim) buildUser(errs io.Writer) (exe string, err error) {
	p, err := userprog.Find(".", m.user.Dir)
	if err != nil {
		return "", err
	}
	return buildHooked(p, errs)
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
