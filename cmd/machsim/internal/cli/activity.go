package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
)

// supervise runs a command that runs programs in a child process. cobra calls it when the flags have been
// read: help, and mistakes in the flags, need no child.
func (m *Machsim) supervise(c *cobra.Command, _ []string) error {
	words := strings.Fields(c.CommandPath())
	if m.Supervisor != nil || len(words) < 2 || !Needs(words[1], Runs) || !inherits(c) || joins(c) {
		return nil
	}
	exe, err := os.Executable()
	if err != nil {
		exe = os.Args[0]
	}
	p, ok := supervise.Start(exe, os.Args, study.ReadFootprints)
	if !ok {
		return nil
	}
	return m.After(p.Wait())
}

// inherits says that a command works on the standard streams, which a child can inherit.
func inherits(c *cobra.Command) bool {
	return term.File(c.InOrStdin()) == os.Stdin && term.File(c.OutOrStdout()) == os.Stdout && c.ErrOrStderr() == os.Stderr
}

// After returns how this command ends after another process, or a guest, has done it.
func (m *Machsim) After(code int, err error) error {
	var x *supervise.Exit
	switch {
	case errors.As(err, &x):
		return FailedBy(errors.New(x.Error() + m.adviceOn(x)))
	case err != nil:
		return FailedBy(err)
	}
	return Exit{Code: code}
}

// debugging begins the command line that opens a recording at the prompt.
const debugging = "machsim debug "

// Debugs tells the supervisor that a recording is open, and that all runs from now on are the
// debugger's. path is "" if the recording has no file.
func (m *Machsim) Debugs(path string) {
	m.Supervisor.Does(m.CommandOn("debug", path), "", "")
}

// adviceOn says what is recorded of a run whose process exited unexpectedly, and how to look at it.
func (m *Machsim) adviceOn(x *supervise.Exit) string {
	var b strings.Builder
	switch {
	case x.Lost != nil:
		fmt.Fprintf(&b, "\n  %s", m.ThisProcess().Incomplete(x.File, x.Lost))
	case x.File != "":
		fmt.Fprintf(&b, "\n  %s has %s", x.File, m.ThisProcess().Holds(x.File))
	}
	switch {
	case x.Seeds != "":
		for _, f := range x.Footprints {
			fmt.Fprintf(&b, "\n  this was being tried: %s\n    %s", study.Tried(x.Command, x.Seeds, f), f.Place())
		}
		return b.String()
	case strings.HasPrefix(x.Command, debugging):
		kept := "the recording is as it was, and "
		if x.File != "" { // it is that of a live run
			kept = ""
		}
		fmt.Fprintf(&b, "\n  that was while debugging: %sforks that were not saved are gone; open it again with: %s",
			kept, x.Command)
		return b.String()
	}
	// A run that is ended one event earlier does not get to where the program ends it.
	if f, ok := x.Last(); ok && f.Event > 1 && strings.HasPrefix(x.Command, "machsim run ") {
		fmt.Fprintf(&b, "\n  look at the run up to there with: %s --max-events %d --trace", x.Command, f.Event-1)
	}
	return b.String()
}

// ConnectFlag names the session of machsim serve that a command joins.
const ConnectFlag = "connect"

// joins says whether a command joins a session. Then it runs nothing itself.
func joins(c *cobra.Command) bool {
	f := c.Flags().Lookup(ConnectFlag)
	return f != nil && f.Changed
}
