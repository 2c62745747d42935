package cli

import (
	"cmp"
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

// OpenAs opens the recording in a file as options say.
func (m *Machsim) OpenAs(c *cobra.Command, path string, o debugger.Options) (*debugger.Debugger, error) {
	rec, err := study.Read(path)
	if err != nil {
		return nil, err
	}
	return m.OpenSource(c, debugger.Source{Recording: rec, File: path}, o)
}

// Opened opens the recording in a file, and does something with it until Ctrl-C.
func (m *Machsim) Opened(c *cobra.Command, path string, do func(context.Context, *debugger.Debugger) error) error {
	d, err := m.OpenAs(c, path, debugger.Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	ctx, done := m.UntilInterrupt()
	defer done()
	return do(ctx, d)
}

// OpenSource opens a recording. Ctrl-C interrupts that; what is still at work then ends with the
// process.
func (m *Machsim) OpenSource(c *cobra.Command, from debugger.Source, o debugger.Options) (*debugger.Debugger, error) {
	ctx, done := m.UntilInterrupt()
	defer done()
	d, err := debugger.Open(ctx, from, m.Opening(c, from, o))
	if err != nil {
		return nil, m.Unopened(c, from, err)
	}
	if TellsOfServers(c) {
		return d, d.SetServers(ctx, true)
	}
	return d, nil
}

// serversFlag is the flag of commands whose answers tell of machsim's own servers.
const serversFlag = "servers"

// AddServers adds that flag.
func AddServers(c *cobra.Command) {
	f := c.Flags()
	if c.HasSubCommands() { // one for each program
		f = c.PersistentFlags()
	}
	f.Bool(serversFlag, false, "tell of the name servers that machsim brings along, too")
}

// OpenRun makes the run of the first seed, and opens it.
func (m *Machsim) OpenRun(c *cobra.Command, s *study.Study) (*debugger.Debugger, error) {
	ctx, done := m.UntilInterrupt()
	defer done()
	var none debugger.Source
	d, err := s.Debug(ctx, m.Opening(c, none, debugger.Options{}))
	if errors.As(err, new(*study.Wrong)) {
		return nil, err
	} else if err != nil {
		return nil, m.Unopened(c, none, err)
	}
	return d, nil
}

// Opening completes the options with which a recording is opened.
func (m *Machsim) Opening(c *cobra.Command, from debugger.Source, o debugger.Options) debugger.Options {
	o = m.OpeningOf(from, o)
	o.Progress = working(c.ErrOrStderr(), recordedEnding(from.Recording))
	return o
}

// OpeningOf is Opening for what shows the progress itself.
func (m *Machsim) OpeningOf(from debugger.Source, o debugger.Options) debugger.Options {
	o.Find = func(rec *debugger.Recording) (*kernel.Program, error) {
		return m.ThisProcess().ProgramOf(rec, from.File)
	}
	o.Queries, o.Held = m.Queries, m.ThisProcess().Held
	if dir, err := userprog.Derived(); err == nil { // else it takes longer
		o.Keeper = dir
	}
	return o
}

// MoveTo goes to a position, as goto takes it at the prompt.
func MoveTo(ctx context.Context, d *debugger.Debugger, position string) error {
	to, err := d.Position(ctx, position)
	if err == nil {
		_, err = d.Goto(ctx, to)
	}
	return err
}

// Unopened says why a recording was not opened.
func (m *Machsim) Unopened(c *cobra.Command, from debugger.Source, err error) error {
	var given *debugger.Interrupted
	var unfitting *debugger.Unfit
	var known Exit
	switch {
	case errors.As(err, &given):
		return FailedBy(fmt.Errorf("interrupted: %s was not opened", cmp.Or(from.File, "the recording")))
	case errors.As(err, &unfitting) && unfitting.Fits() > 0:
		return Exit{ExitUnfit, fmt.Errorf("%s was not opened: %s, or fewer events, as with --last %d", quote.Line(from.File),
			m.ThisProcess().Advised(err), unfitting.Fits())}
	case errors.As(err, &unfitting):
		text := quote.Line(from.File) + " does not fit the program: " + m.ThisProcess().Advised(err) +
			m.changedSince(from.File)
		if c.Flags().Lookup("part") != nil && unfitting.Begins {
			text += "\n  with --part the beginning is opened that is still the same"
		}
		return Exit{ExitUnfit, errors.New(text)}
	case errors.As(err, &known):
		return known
	}
	return WrongBy(err)
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
func (m *Machsim) changedSince(recording string) string {
	made, err := os.Stat(recording)
	if err != nil || m.User == nil {
		return ""
	}
	files, _ := filepath.Glob(filepath.Join(m.User.Dir, "*.go"))
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

// UntilInterrupt returns a context that ends at Ctrl-C, and a function to call when the work is done.
func (m *Machsim) UntilInterrupt() (context.Context, func()) {
	stop, done := m.Supervisor.Interrupted()
	return debugger.Until(stop), done
}

// UntilOver is UntilInterrupt with a context that also ends after a time, 0 for none.
func (m *Machsim) UntilOver(budget time.Duration) (context.Context, func()) {
	ctx, done := m.UntilInterrupt()
	if budget == 0 {
		return ctx, done
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	return ctx, func() { cancel(); done() }
}

// Tells obeys a command of the prompt, and shows all of its answer: outside of it nobody can type more.
func Tells(d *debugger.Debugger, w io.Writer, command string) error {
	return repl.New(d, repl.Options{Out: w, Page: 1 << 20}).Do(command)
}

// Warn tells a person of what is wrong, and does not end the command.
func Warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "machsim: %v\n", sentence(format, args))
}

// TellsOfServers says whether that flag was given.
func TellsOfServers(c *cobra.Command) bool {
	on, err := c.Flags().GetBool(serversFlag)
	return err == nil && on
}

// LetGo closes a run, and warns of code that does not come back.
func LetGo(c *cobra.Command, run interface{ Close() string }) {
	if text := run.Close(); text != "" {
		Warn(c, "%s", text)
	}
}
