package own

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"machsim/debugger/watch"
	"machsim/kernel"
)

// Declared is a program of a package, as the executable that has it tells.
type Declared struct {
	Variable string // by which it is declared
	Name     string
	NoMain   bool
	Params   []string // names of its parameters
	Taken    []string // those among them that are names of flags of machsim's own
}

// patience is how long the init functions of a package may take.
const patience = 5 * time.Second

// Probe asks an executable that Build has made which programs it has. This is the first
// time that the package's init functions run; what goes wrong in them is said here.
func (p *Package) Probe(exe string) ([]Declared, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := ask(ctx, exe, AboutPrograms)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGQUIT) } // it says where it is
	c.WaitDelay = time.Second
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var all []Declared
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, p.initWrong(errs.String(), "takes more than %v to initialise its variables and run its init functions; what a program does belongs into its Main", patience)
	case errors.As(err, &status) && strings.HasPrefix(errs.String(), "panic: "):
		text, _, _ := strings.Cut(strings.TrimPrefix(errs.String(), "panic: "), "\n")
		return nil, p.initWrong(errs.String(), "panics when it is initialised: %s", text)
	case errors.As(err, &status):
		return nil, p.initWrong(errs.String(), "ends the process when it is initialised, with %v%s", err, said(errs.String()))
	case err != nil:
		return nil, err
	}
	if err := answer(out.String(), &all); err != nil {
		return nil, p.initWrong("", "ends the process when it is initialised; what a program does belongs into its Main")
	}
	return all, nil
}

// initWrong is what is wrong with a package before any of its programs runs, with the
// place if Go's report of it has one.
func (p *Package) initWrong(report, format string, args ...any) error {
	text := fmt.Sprintf("package "+p.Path+" "+format, args...)
	for part := range strings.SplitSeq(report, "\n\n") {
		if !strings.HasPrefix(part, "goroutine ") {
			continue
		}
		if frames := watch.ProgramFrames(part); len(frames) > 0 && frames[0].Func != "" {
			return mistake("%s\n  %s  %s", text, frames[0], frames[0].Func)
		}
	}
	return mistake("%s", text)
}

// said is what a process has said, set in.
func said(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return "\n  it said: " + strings.ReplaceAll(text, "\n", "\n  ")
}

// Of returns what is known of a variable, false if it is no program.
func Of(name string, variable any) (*kernel.Program, Declared, bool) {
	p, ok := variable.(*kernel.Program)
	if pp, pointer := variable.(**kernel.Program); pointer && *pp != nil {
		p, ok = *pp, true
	}
	if !ok {
		return nil, Declared{}, false
	}
	d := Declared{Variable: name, Name: p.Name, NoMain: p.Main == nil}
	for _, q := range p.Params {
		d.Params = append(d.Params, q.Name)
	}
	return p, d, true
}
