//go:build !wasm

package userprog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"machsim/debugger/record/watch"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/runner"
)

// patience is the processor time that the init functions of a package may take, and the time for which
// they may take none. Time alone would be unfair on a busy machine.
const patience = 5 * time.Second

// tick is the time between two looks at a process.
const tick = 50 * time.Millisecond

// overdue watches a process until that has used most of processor time, or none for as long as patience, and then says
// what the process did too long; it returns "" if over is closed before. It counts looks instead of time, because a
// stopped machine does not look either. Where processor time is not known, the time that has passed counts.
func overdue(pid int, most time.Duration, over <-chan struct{}) string {
	var last time.Duration
	for idle := 0; idle < int(patience/tick); idle++ {
		select {
		case <-over:
			return ""
		case <-time.After(tick):
		}
		switch used, ok := usedBy(pid); {
		case ok && used >= most:
			return fmt.Sprintf("used more than %v of processor time", most)
		case ok && used > last:
			last, idle = used, 0
		}
	}
	return fmt.Sprintf("waited for more than %v", patience)
}

// clockTick is the unit in which Linux reports processor time.
const clockTick = time.Second / 100

// usedBy returns the processor time that a process has used, false where that is not known.
func usedBy(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:])) // the name before may be anything
	if len(fields) < 13 {
		return 0, false
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * clockTick, true
}

// Probe asks an executable that Build has made which programs it has. The package's init functions run
// for the first time then, so Probe reports what goes wrong in them.
func (p *Package) Probe(exe string) ([]Declared, error) {
	var out, errs bytes.Buffer
	late, err := p.asked(exe, &out, &errs)
	var all []Declared
	var status *exec.ExitError
	switch {
	case late != "":
		return nil, p.initWrong(errs.String(), "has %s while it initialised its variables and ran its init functions; "+
			"what a program does belongs into its Main", late)
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

// asked runs an executable to ask it for its programs. late says why it was ended early, "" if it was
// not.
func (p *Package) asked(exe string, out, errs *bytes.Buffer) (late string, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := ask(ctx, exe, AboutPrograms)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGQUIT) } // it says where it is
	c.WaitDelay = time.Second
	c.Stdout, c.Stderr = out, errs
	if err := c.Start(); err != nil {
		return "", err
	}
	over, found := make(chan struct{}), make(chan string, 1)
	go func() {
		late := overdue(c.Process.Pid, patience, over)
		found <- late
		if late != "" {
			cancel()
		}
	}()
	err = c.Wait()
	close(over)
	return <-found, err
}

// initWrong returns the error for a package that fails before any of its programs runs, with the source
// line if Go's report has one.
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

// said returns the output of a process as indented lines.
func said(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return "\n  it said: " + strings.ReplaceAll(text, "\n", "\n  ")
}

// Footprints reads the footprints that another process of an executable has left in memory, as
// runner.ReadFootprints does. Only that executable knows the source lines.
func Footprints(exe string, memory []byte) (all []runner.Footprint) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := ask(ctx, exe, AboutFootprints)
	c.Stdin = bytes.NewReader(memory)
	text, err := c.Output()
	if err != nil {
		return nil
	}
	return ReadFootprints(string(text))
}

// ask returns the command that asks an executable a question.
func ask(ctx context.Context, exe, question string) *exec.Cmd {
	c := exec.CommandContext(ctx, exe)
	c.Env = append(os.Environ(), Asking+"="+question, "GOTRACEBACK=all")
	return c
}

// Cycles returns what asks an executable whose programs have hooks whether the run of a recording, which was given up
// at its limit of events, is in a livelock: it makes that run again. The recording may lack its end.
func Cycles(build func() (exe string, err error)) func(recording []byte) (*cycle.Cycle, error) {
	return func(recording []byte) (*cycle.Cycle, error) {
		exe, err := build()
		if err != nil {
			return nil, err
		}
		return askCycle(exe, recording)
	}
}

func askCycle(exe string, recording []byte) (*cycle.Cycle, error) {
	c := ask(context.Background(), exe, aboutCycle)
	c.Stdin = bytes.NewReader(recording)
	text, err := c.Output()
	if err != nil {
		return nil, err
	}
	var a told
	if err := answer(string(text), &a); err != nil {
		return nil, err
	}
	if a.Wrong != "" {
		return nil, errors.New(a.Wrong)
	}
	return a.Cycle, nil
}
