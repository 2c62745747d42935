package own

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"machsim/debugger/runner"
	"machsim/kernel"
)

// Declared is a program of a package, as the executable that has it tells.
type Declared struct {
	Variable string // by which it is declared
	Name     string
	NoMain   bool
}

// Tell writes which programs there are, for Probe.
func Tell(w io.Writer, programs []Declared) {
	fmt.Fprint(w, "\n", telling)
	_ = json.NewEncoder(w).Encode(programs)
}

// telling begins the line that tells: init functions may have written others.
const telling = "machsim: programs "

// Asked says that this process was started by Probe.
func Asked() bool { return os.Getenv(probing) != "" }

// probing is set in the environment of an executable that is to tell its programs.
const probing = "MACHSIM_PROBE"

// patience is how long the init functions of a package may take.
const patience = 5 * time.Second

// Probe asks an executable that Build has made which programs it has. This is the first
// time that the package's init functions run; what goes wrong in them is said here.
func (p *Package) Probe(exe string) ([]Declared, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, exe)
	c.Env = append(os.Environ(), probing+"=1", "GOTRACEBACK=all")
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
	_, told, _ := strings.Cut(out.String(), "\n"+telling)
	if err := json.Unmarshal([]byte(told), &all); err != nil {
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
		if frames := runner.ProgramFrames(part); len(frames) > 0 && frames[0].Func != "" {
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
	return p, Declared{Variable: name, Name: p.Name, NoMain: p.Main == nil}, true
}
