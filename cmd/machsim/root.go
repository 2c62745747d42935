package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes. 3 is for recordings.
const (
	exitOK     = 0 // the program did what it should
	exitFailed = 1 // the program failed
	exitWrong  = 2 // the command was wrong
)

// exit ends a command with a code other than 0. A nil err has been reported.
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

// wrong is a command that was wrong, in a sentence that says what to do.
func wrong(format string, args ...any) error {
	return exit{exitWrong, fmt.Errorf(format, args...)}
}

// failed is a run that has been reported as failed.
var failed = exit{code: exitFailed}

// run runs the command line and returns the exit code.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.Execute()
	if err == nil {
		return exitOK
	}
	code := exitWrong
	var e exit
	if errors.As(err, &e) {
		code = e.code
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(errs, "machsim: "+text)
	}
	return code
}

const about = `machsim runs small distributed programs on a simulated Mach kernel. The same seed
makes the same run, event by event; another seed, another order of events.

Exit codes: 0 the program did what it should, 1 it failed, 2 the command was wrong.`

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "machsim",
		Short:         "run programs on a simulated Mach kernel",
		Long:          about,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          noCommand,
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newList(), newRun(), newVerify(), newVersion())
	root.SetHelpCommand(newHelp(root))
	return root
}

// noCommand answers a command line without a command that there is.
func noCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	if findProgram(args[0]) != nil {
		return wrong("there is no command %q; to run that program, type: machsim run %s", args[0], strings.Join(args, " "))
	}
	return wrong("there is no command %q%s; type machsim help to see what there is", args[0], didYouMean(args[0], names))
}

// flagError answers a flag that a command does not have, or a wrong value.
func flagError(c *cobra.Command, err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		names := flagNames(c)
		return wrong("%s has no flag --%s%s; it has %s", c.CommandPath(), name, didYouMean("--"+name, names), strings.Join(names, ", "))
	}
	if i := strings.Index(text, ": strconv."); i > 0 {
		text = text[:i] + ": that is not such a number"
	}
	return wrong("%s; type %s --help to see the flags", text, c.CommandPath())
}
