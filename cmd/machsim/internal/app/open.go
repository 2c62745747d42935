package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/kernel"
)

// openFile opens the recording in a file, to look at it.
func (m *machsim) openFile(c *cobra.Command, path string) (*debugger.Debugger, error) {
	rec, err := openRecording(path)
	if err != nil {
		return nil, err
	}
	return m.openSource(c, debugger.Source{Recording: rec, File: path}, debugger.Options{})
}

// openSource opens a recording. Ctrl-C interrupts that; what is still at work then ends with the
// process.
func (m *machsim) openSource(c *cobra.Command, from debugger.Source, o debugger.Options) (*debugger.Debugger, error) {
	replayed := term.NewCounter(c.ErrOrStderr(), "%d events replayed")
	defer replayed.End()
	o.Progress = func(done, _ uint64) { replayed.Show(int(done)) }
	o.Find = func(rec *debugger.Recording) (*kernel.Program, error) { return m.recordedProgram(from.File, rec) }
	ctx, done := m.untilInterrupt()
	defer done()
	d, err := debugger.Open(ctx, from, o)
	var given *debugger.Interrupted
	var unfitting *debugger.Unfit
	var known exit
	switch {
	case err == nil:
		return d, nil
	case errors.As(err, &given):
		return nil, exit{exitFailed, fmt.Errorf("interrupted: %s was not opened", orRecording(from.File))}
	case errors.As(err, &unfitting):
		return nil, unfit("%s does not fit the program: %s", from.File, advised(err))
	case errors.As(err, &known):
		return nil, known
	}
	return nil, exit{exitWrong, err}
}

func orRecording(path string) string {
	if path == "" {
		return "the recording"
	}
	return path
}

// untilInterrupt returns a context that ends at Ctrl-C, and a function to call when the work is done.
func (m *machsim) untilInterrupt() (context.Context, func()) {
	stop, done := m.supervisor.Interrupted()
	return debugger.Until(stop), done
}
