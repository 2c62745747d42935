package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// openFile opens the recording in a file, to look at it.
func (m *machsim) openFile(c *cobra.Command, path string) (*debugger.Debugger, error) {
	return m.openAs(c, path, debugger.Options{})
}

// openAs opens the recording in a file as options say.
func (m *machsim) openAs(c *cobra.Command, path string, o debugger.Options) (*debugger.Debugger, error) {
	rec, err := study.Read(path)
	if err != nil {
		return nil, err
	}
	return m.openSource(c, debugger.Source{Recording: rec, File: path}, o)
}

// opened opens the recording in a file, and does something with it until Ctrl-C.
func (m *machsim) opened(c *cobra.Command, path string, do func(context.Context, *debugger.Debugger) error) error {
	d, err := m.openFile(c, path)
	if err != nil {
		return err
	}
	defer d.Close()
	ctx, done := m.untilInterrupt()
	defer done()
	return do(ctx, d)
}

// openSource opens a recording. Ctrl-C interrupts that; what is still at work then ends with the
// process.
func (m *machsim) openSource(c *cobra.Command, from debugger.Source, o debugger.Options) (*debugger.Debugger, error) {
	ctx, done := m.untilInterrupt()
	defer done()
	d, err := debugger.Open(ctx, from, m.opening(c, from, o))
	if err != nil {
		return nil, m.unopened(c, from, err)
	}
	if tellsOfServers(c) {
		return d, d.SetServers(ctx, true)
	}
	return d, nil
}

// serversFlag is the flag of commands whose answers tell of machsim's own servers.
const serversFlag = "servers"

func addServers(c *cobra.Command) {
	f := c.Flags()
	if c.HasSubCommands() { // one for each program
		f = c.PersistentFlags()
	}
	f.Bool(serversFlag, false, "tell of the name servers that machsim brings along, too")
}

// openRun makes the run of the first seed, and opens it.
func (m *machsim) openRun(c *cobra.Command, s *study.Study) (*debugger.Debugger, error) {
	ctx, done := m.untilInterrupt()
	defer done()
	var none debugger.Source
	d, err := s.Debug(ctx, m.opening(c, none, debugger.Options{}))
	if errors.As(err, new(*study.Wrong)) {
		return nil, err
	} else if err != nil {
		return nil, m.unopened(c, none, err)
	}
	return d, nil
}

// opening completes the options with which a recording is opened.
func (m *machsim) opening(c *cobra.Command, from debugger.Source, o debugger.Options) debugger.Options {
	o = m.openingOf(from, o)
	o.Progress = working(c.ErrOrStderr(), recordedEnding(from.Recording))
	return o
}

// openingOf is opening for what shows the progress itself.
func (m *machsim) openingOf(from debugger.Source, o debugger.Options) debugger.Options {
	o.Find = func(rec *debugger.Recording) (*kernel.Program, error) { return m.process().ProgramOf(rec, from.File) }
	o.Queries, o.Held = m.queries, m.process().Held
	if dir, err := userprog.Derived(); err == nil { // else it takes longer
		o.Keeper = dir
	}
	return o
}

// moveTo goes to a position, as goto takes it at the prompt.
func moveTo(ctx context.Context, d *debugger.Debugger, position string) error {
	to, err := d.Position(ctx, position)
	if err == nil {
		_, err = d.Goto(ctx, to)
	}
	return err
}

// unopened says why a recording was not opened.
func (m *machsim) unopened(c *cobra.Command, from debugger.Source, err error) error {
	var given *debugger.Interrupted
	var unfitting *debugger.Unfit
	var known exit
	switch {
	case errors.As(err, &given):
		return failedBy(fmt.Errorf("interrupted: %s was not opened", orRecording(from.File)))
	case errors.As(err, &unfitting):
		text := quote.Line(from.File) + " does not fit the program: " + m.process().Advised(err) + m.changedSince(from.File)
		if c.Flags().Lookup("part") != nil {
			text += "\n  with --part the beginning is opened that is still the same"
		}
		return exit{exitUnfit, errors.New(text)}
	case errors.As(err, &known):
		return known
	}
	return wrongBy(err)
}

// working shows the progress of a Debugger. While a recording is replayed, ending says how its run has ended.
func working(w io.Writer, ending string) func(k debugger.Work, done, total uint64) {
	shown := term.NewWorking(w)
	return func(k debugger.Work, done, total uint64) {
		switch k {
		case debugger.Replaying, debugger.Ending:
			shown.Show(ending+k.String(), done, total)
		case 0:
			shown.End()
			ending = ""
		default:
			shown.Show(k.String(), done, total)
		}
	}
}

// recordedEnding says how a recorded run has ended, to be read while it is replayed; "" if that is not known.
func recordedEnding(rec *debugger.Recording) string {
	if rec == nil || rec.Truncated {
		return ""
	}
	return fmt.Sprintf("%s, hash %016x; ", rec.Verdict(), rec.Hash)
}

// changedSince names, on a line, the source files of the user's package that have changed since a recording was made.
func (m *machsim) changedSince(recording string) string {
	made, err := os.Stat(recording)
	if err != nil || m.user == nil {
		return ""
	}
	files, _ := filepath.Glob(filepath.Join(m.user.Dir, "*.go"))
	for _, p := range hook.Packages() {
		for _, f := range p.Files {
			files = append(files, f.Path)
		}
	}
	slices.Sort(files)
	var all []string
	for _, file := range slices.Compact(files) {
		if info, err := os.Stat(file); err == nil && info.ModTime().After(made.ModTime()) {
			all = append(all, quote.Line(userprog.ShortPath(file)))
		}
	}
	if all == nil {
		return ""
	}
	return "\n  changed since the recording was made: " + strings.Join(all, ", ")
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

// untilOver is untilInterrupt with a context that also ends after a time, 0 for none.
func (m *machsim) untilOver(budget time.Duration) (context.Context, func()) {
	ctx, done := m.untilInterrupt()
	if budget == 0 {
		return ctx, done
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	return ctx, func() { cancel(); done() }
}

// unpaged is more lines than an answer of the prompt's has: outside of it nobody can type more.
const unpaged = 1 << 20

// tells obeys a command of the prompt, and shows all of its answer.
func tells(d *debugger.Debugger, w io.Writer, command string) error {
	return repl.New(d, repl.Options{Out: w, Page: unpaged}).Do(command)
}

func warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "machsim: %v\n", sentence(format, args))
}

// unfit returns the exit for a recording that is damaged or does not fit.
func unfit(format string, args ...any) error {
	return exit{exitUnfit, sentence(format, args)}
}

// oneRecording checks that one file is named.
func oneRecording(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return wrong("%s needs the file of one recording; machsim run leaves them in %s", c.CommandPath(), study.Directory)
	}
	return nil
}

// completeRecording completes the names of recordings.
func completeRecording(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"rec"}, cobra.ShellCompDirectiveFilterFileExt
}

// tellsOfServers says whether that flag was given.
func tellsOfServers(c *cobra.Command) bool {
	on, err := c.Flags().GetBool(serversFlag)
	return err == nil && on
}
