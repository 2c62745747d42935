package app

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/runner"
)

// runsPrograms are the commands that run programs.
var runsPrograms = []string{"run", "debug", "web", "races", "replay", "verify", "log", "diagram", "check", "query",
	"shrink", "cause", "explore"}

// supervise runs a command that runs programs in a child process. cobra calls it when the flags have been
// read: help, and mistakes in the flags, need no child.
func (m *machsim) supervise(c *cobra.Command, _ []string) error {
	words := strings.Fields(c.CommandPath())
	if m.supervisor != nil || len(words) < 2 || !slices.Contains(runsPrograms, words[1]) || !inherits(c) {
		return nil
	}
	exe, err := os.Executable()
	if err != nil {
		exe = os.Args[0]
	}
	p, ok := supervise.Start(exe, os.Args, runner.ReadFootprints)
	if !ok {
		return nil
	}
	return m.wait(p)
}

// inherits says that a command works on the standard streams, which a child can inherit.
func inherits(c *cobra.Command) bool {
	return c.InOrStdin() == os.Stdin && term.File(c.OutOrStdout()) == os.Stdout && c.ErrOrStderr() == os.Stderr
}

// wait waits for the end of a child, and returns how this command ends.
func (m *machsim) wait(p *supervise.Process) error {
	code, err := p.Wait()
	var x *supervise.Exit
	switch {
	case errors.As(err, &x):
		return exit{exitFailed, errors.New(x.Error() + m.adviceOn(x))}
	case err != nil:
		return exit{exitFailed, err}
	}
	return exit{code: code}
}

// runs tells the supervisor which run is made, and lets it see the run's progress.
func (m *machsim) runs(o runner.Options) { m.does(o, "") }

// tries tells it that many seeds are tried, from that of o on.
func (m *machsim) tries(o *runner.NewOptions) { m.does(o, fmt.Sprintf("--seed %d", o.Seed)) }

func (m *machsim) does(o runner.Options, seeds string) {
	again := o.Setup()
	again.MaxSteps = 0 // adviceOn puts a limit of its own there
	a := supervise.Activity{Command: commandline.Command("run", again), Seeds: seeds}
	if again.Replayed() != nil {
		a.Command = commandline.Open("replay", again.Recording, again.Trust)
	}
	if again.Record != nil {
		a.File = again.Recording
	}
	m.supervisor.Does(a)
	o.Shared().Footprints = m.supervisor.Footprints()
}

// debugging begins the command line that opens a recording at the prompt.
const debugging = "machsim debug "

// debugs tells the supervisor that a recording is open, and that all runs from now on are the
// debugger's. path is "" if the recording has no file.
func (m *machsim) debugs(path string) {
	m.supervisor.Does(supervise.Activity{Command: m.commandOn("debug", path)})
}

// adviceOn says what is recorded of a run whose process exited unexpectedly, and how to look at it.
func (m *machsim) adviceOn(x *supervise.Exit) string {
	var b strings.Builder
	if x.File != "" {
		fmt.Fprintf(&b, "\n  %s has %s", x.File, m.held(x.File))
	}
	if x.Lost != nil {
		fmt.Fprintf(&b, "; what was not yet written is lost: %v", x.Lost)
	}
	switch {
	case x.Seeds != "":
		for _, f := range x.Footprints {
			fmt.Fprintf(&b, "\n  this was being tried: %s\n    %s", triedAt(x, f), f.Place())
		}
		return b.String()
	case strings.HasPrefix(x.Command, debugging):
		fmt.Fprintf(&b, "\n  that was while debugging: the recording is as it was, and forks that were not saved "+
			"are gone; open it again with: %s", x.Command)
		return b.String()
	}
	// A run that is ended one event earlier does not get to where the program ends it.
	if f, ok := x.Last(); ok && f.Event > 1 && strings.HasPrefix(x.Command, "machsim run ") {
		fmt.Fprintf(&b, "\n  look at the run up to there with: %s --max-events %d --trace", x.Command, f.Event-1)
	}
	return b.String()
}

// triedAt is the command that makes a run of a search again, of which there is a footprint.
func triedAt(x *supervise.Exit, f runner.Footprint) string {
	words := fmt.Sprintf("--seed %d", f.Seed)
	if s := cmp.Or(f.Strategy, strategy.Usual()); !strings.Contains(x.Command, " --strategy "+s) && s != strategy.Usual() {
		words += " --strategy " + s
	}
	text := strings.Replace(x.Command, x.Seeds, words, 1)
	if s := strategy.Named(cmp.Or(f.Strategy, strategy.Usual())); s == nil || s.Learns {
		text += ", after the runs before it, from which its strategy has learnt"
	}
	return text
}

// held says how much of a run that did not end is in its recording.
func (m *machsim) held(path string) string {
	rec, err := record.Open(path)
	switch {
	case err != nil:
		return "nothing that can be read"
	case rec.Events == 0:
		return "nothing of it"
	}
	return fmt.Sprintf("it up to event %d; %s --trace shows that", rec.Events, m.commandOn("replay", path))
}
