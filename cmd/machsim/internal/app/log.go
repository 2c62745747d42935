package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
)

// logging has the flags of the command log.
type logging struct {
	*cli.Machsim
	study.Log
}

func newLog(m *cli.Machsim) *cobra.Command {
	l := &logging{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "log FILE --history KIND",
		Short: "print a history of a recorded run: who enqueued, dequeued, entered, signalled ...",
		Long: `log makes a recorded run again and prints one of its histories: what happened to the
objects of one kind, a line for each thing that happened, in order. Each line has the
number of its event, the virtual time, the thread, the object, and what the
history tells.

The histories:
` + study.HistoryList() + `
docs/RECORDINGS.md says what each tells, and what counts as what.`,
		Example: `  machsim log .machsim/naming-7.rec --history enqueue --of service
  machsim log .machsim/philosophers-26.rec --history entries --json`,
		Args: l.args, Run: l.log,
	})
	f.StringVar(&l.Name, "history", study.ListHistories, "a `KIND` of history, or list")
	f.StringVar(&l.Object, "of", "", "only the rows of the object `NAME`")
	f.BoolVar(&l.JSON, "json", false, "print a JSON object for each line")
	c.ValidArgsFunction = cli.CompleteRecording
	_ = c.RegisterFlagCompletionFunc("history", cobra.FixedCompletions(study.HistoryNames(),
		cobra.ShellCompDirectiveNoFileComp))
	return c
}

// args checks that a file is named, unless the histories are to be listed.
func (l *logging) args(c *cobra.Command, args []string) error {
	if l.Name == study.ListHistories && len(args) == 0 {
		return nil
	}
	return cli.OneRecording(c, args)
}

func (l *logging) log(c *cobra.Command, args []string) error {
	w := c.OutOrStdout()
	if err := l.Check(); err != nil {
		return err
	}
	if len(args) == 0 {
		fmt.Fprint(w, term.Fold(w, study.HistoryList()))
		return nil
	}
	rec, err := l.Recorded(args[0])
	if err != nil {
		return err
	}
	stop, done := l.Supervisor.Interrupted()
	defer done()
	l.Width = term.Width(w)
	return rec.Log(stop, l.Log, w, c.ErrOrStderr())
}
