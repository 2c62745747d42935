package app

import (
	"errors"
	"fmt"
	"io"
	"time"

	// cobra needs it on Windows alone. Here every system fetches it, so that all need the same modules.
	_ "github.com/inconshreveable/mousetrap"
	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/share"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// Exit codes.
const (
	exitOK     = 0 // the program did what it should
	exitFailed = 1 // the program failed
	exitWrong  = 2 // the command was wrong
	exitUnfit  = 3 // a recording is damaged, or the run is not the recorded one
)

// exit ends a command with a code other than 0. If err is nil, the cause has been printed.
type exit struct {
	code int
	err  error
}

func (e exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

// wrong returns the exit for a wrong command; the sentence says what to do.
func wrong(format string, args ...any) error {
	return wrongBy(sentence(format, args))
}

// tooSmall returns the error for a flag whose number is not above 0.
func tooSmall(flag string, n int) error { return wrong("--%s must be above 0, not %d", flag, n) }

// tooShort returns the error for a flag whose time is not above 0.
func tooShort(flag string, d time.Duration) error {
	like := "10s or 2m"
	if flag == "loop-limit" {
		like = "500ms or 2s"
	}
	return wrong("--%s must be a time above 0, such as %s, not %v", flag, like, d)
}

// sentence returns an error of one line, whatever characters are in args.
func sentence(format string, args []any) error {
	return errors.New(quote.Line(fmt.Sprintf(format, args...)))
}

// wrongBy is wrong with an error that says so, and failedBy that of a command that could not be done to its end.
func wrongBy(err error) error  { return exit{exitWrong, err} }
func failedBy(err error) error { return exit{exitFailed, err} }

// failed is the exit for a run that has been reported as failed.
var failed = exit{code: exitFailed}

// run runs the command line and returns the exit code.
func (m *machsim) run(args []string, in io.Reader, out, errs io.Writer) int {
	m.words = args
	written := &term.Output{Writer: out}
	done, err := false, error(nil)
	for _, does := range instead {
		if !done && err == nil {
			done, err = does(m, args, in, written, errs)
		}
	}
	if !done && err == nil {
		err = m.execute(args, in, written, errs)
	}
	if lost := written.Lost(); lost != nil {
		err = wrong("the output is not complete: %v", lost)
	}
	if err == nil {
		return exitOK
	}
	e := exitOf(err)
	if text := e.Error(); text != "" {
		fmt.Fprintln(errs, "machsim: "+quote.Text(text))
	}
	return e.code
}

// doer does a command in place of this process, if that is for it to do.
type doer func(m *machsim, args []string, in io.Reader, out, errs io.Writer) (done bool, err error)

// exitOf is how a command ends with an error, of its own or of runs.
func exitOf(err error) exit {
	var known exit
	var other share.Exit
	var unfit *study.Unfit
	var fails *study.Failed
	var given *debugger.Interrupted
	var undecided *debugger.Undecided
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &other):
		return exit{int(other), err}
	case errors.As(err, &unfit):
		return exit{exitUnfit, err}
	case errors.As(err, &fails), errors.As(err, &given), errors.As(err, &undecided):
		return exit{exitFailed, err}
	}
	return exit{exitWrong, study.Pictured(err)}
}

func (m *machsim) execute(args []string, in io.Reader, out, errs io.Writer) error {
	root := m.newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	return root.Execute()
}

const about = `machsim runs small distributed programs on a simulated Mach kernel. The same seed
makes the same run, event by event; another seed, another order of events.

Where a command takes a PROGRAM, that is the name of one that machsim list shows, or the
directory of a Go package of your own: machsim run ./lab. With several programs in it:
machsim run ./lab:NAME. machsim new DIR makes such a package; docs/GUIDE.md tells more.

Exit codes: 0 the program did what it should, 1 it failed, 2 the command was wrong,
3 a recording is damaged or does not fit the program.`

func (m *machsim) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "machsim COMMAND",
		Version:       version(),
		Short:         "run programs on a simulated Mach kernel",
		Long:          about,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          m.noCommand,

		PersistentPreRunE: m.supervise,
	}
	root.SetFlagErrorFunc(m.flagError)
	root.SetUsageTemplate(usage)
	root.SetVersionTemplate("{{.Version}}")
	for _, r := range commands {
		root.AddCommand(r.make(m))
	}
	root.SetHelpCommand(m.newHelp(root))
	addCompletion(root)
	return root
}

// usage is the template for the use of a command. It does not list the programs, which are commands to
// cobra, because machsim list does.
const usage = `Usage:
  {{.UseLine}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if or (not .HasParent) (eq .Name "completion") (eq .Name "cache")}}

Commands:{{range .Commands}}{{if or .IsAvailableCommand (eq .Name "help")}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

Flags for all programs:
{{.InheritedFlags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}{{end}}
`

// noCommand returns the error for a command line without a known command.
func (m *machsim) noCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.Name() == args[0] {
			return wrong("leave the -- out: machsim %s", commandline.Words(args))
		}
		names = append(names, sub.Name())
	}
	if m.findProgram(args[0]) != nil || userprog.IsWord(args[0]) {
		return wrong("there is no command %q; to run that program, type: machsim run %s", args[0], commandline.Words(args))
	}
	return wrong("there is no command %q%s; type machsim help to see what there is", args[0], text.Meant(args[0], names))
}
