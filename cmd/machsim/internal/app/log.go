package app

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/event/history"
	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// logging has the flags of the command log.
type logging struct {
	*machsim
	history string
	of      string
	json    bool
}

// listHistories is the value of --history that lists the histories.
const listHistories = "list"

func (m *machsim) newLog() *cobra.Command {
	l := &logging{machsim: m}
	c := &cobra.Command{
		Use:   "log FILE --history KIND",
		Short: "print a history of a recorded run: who enqueued, dequeued, entered, signalled ...",
		Long: `log makes a recorded run again and prints one of its histories: what happened to the
objects of one kind, a line for each thing that happened, in order. Each line has the
number of its event, the virtual time, the thread, the object, and what the
history tells.

The histories:
` + kindsText(nil) + `
docs/RECORDINGS.md says what each tells, and what counts as what.`,
		Example: `  machsim log .machsim/naming-7.rec --history enqueue --of service
  machsim log .machsim/philosophers-26.rec --history entries --json`,
		Args:              l.args,
		RunE:              func(c *cobra.Command, args []string) error { return l.log(c, args) },
		ValidArgsFunction: completeRecording,
	}
	addTrust(c)
	c.Flags().StringVar(&l.history, "history", listHistories, "a `KIND` of history, or list")
	c.Flags().StringVar(&l.of, "of", "", "only the rows of the object `NAME`")
	c.Flags().BoolVar(&l.json, "json", false, "print a JSON object for each line")
	_ = c.RegisterFlagCompletionFunc("history", completeHistory)
	return c
}

func completeHistory(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return history.Names(), cobra.ShellCompDirectiveNoFileComp
}

// args checks that a file is named, unless the histories are to be listed.
func (l *logging) args(c *cobra.Command, args []string) error {
	if l.history == listHistories && len(args) == 0 {
		return nil
	}
	return oneRecording(c, args)
}

func (l *logging) log(c *cobra.Command, args []string) error {
	kind, err := l.kind()
	if err != nil {
		return err
	}
	if len(args) == 0 {
		fmt.Fprint(c.OutOrStdout(), term.Fold(c.OutOrStdout(), kindsText(nil)))
		return nil
	}
	gathered, err := l.gather(c, args[0])
	if err != nil {
		return err
	}
	if l.history == listHistories {
		fmt.Fprint(c.OutOrStdout(), term.Fold(c.OutOrStdout(), kindsText(gathered)))
		return nil
	}
	rows, err := l.rows(gathered, kind)
	if err != nil {
		return err
	}
	if l.json {
		return rowsJSON(c.OutOrStdout(), kind, rows)
	}
	rowsText(c.OutOrStdout(), kind, rows)
	return nil
}

// kind is the history that was asked for, any for the list.
func (l *logging) kind() (history.Kind, error) {
	if l.history == listHistories {
		switch {
		case l.of != "":
			return 0, wrong("--of needs a --history to choose from; machsim log shows which there are")
		case l.json:
			return 0, wrong("--json needs a --history to print; machsim log shows which there are")
		}
		return 0, nil
	}
	kind, ok := history.Named(l.history)
	if !ok {
		return 0, wrong("there is no history %q%s; there are %s", l.history, didYouMean(l.history, history.Names()),
			strings.Join(history.Names(), ", "))
	}
	return kind, nil
}

// rows returns the rows of the history, of one object if one was named.
func (l *logging) rows(gathered *history.Collector, kind history.Kind) (history.History, error) {
	rows := gathered.History(kind)
	if l.of == "" {
		return rows, nil
	}
	object, ok := gathered.Find(kind, l.of)
	if !ok {
		return nil, noObject(l.of, kind, gathered.Objects(kind))
	}
	return rows.Of(object), nil
}

// maxNamed is the largest number of objects that an error lists.
const maxNamed = 12

// noObject returns the error for a name that is no object of a history.
func noObject(name string, kind history.Kind, objects []string) error {
	of := history.Kinds[kind].Of
	switch {
	case len(objects) == 0:
		return wrong("there is no %s %q: the run has no %s at all", of, name, of)
	case len(objects) > maxNamed:
		return wrong("there is no %s %q%s; leave --of out to see all %d", of, name, didYouMean(name, objects), len(objects))
	}
	return wrong("there is no %s %q%s; there are %s", of, name, didYouMean(name, objects), strings.Join(objects, ", "))
}

// gather replays a recording and collects its histories. It does so once before, as what objects are called is known at
// the end of the run.
func (m *machsim) gather(c *cobra.Command, path string) (*history.Collector, error) {
	rec, p, err := m.openRun(path)
	if err != nil {
		return nil, err
	}
	gathered := history.New()
	o := m.replayOf(path, p, rec)
	o.Replayed().Freeze()
	var done func()
	o.Stop, done = m.supervisor.Interrupted()
	defer done()
	again := o.Again()
	run := runner.Do(o)
	if end := run.State; run.Err == nil && run.Broken == nil && end != nil {
		run.Close()
		end.Settle(nil, nil)
		names := kernel.Tracer{Event: func(e *kernel.Event) { e.State.NamedAs(end) }}
		again.Replayed().Freeze()
		again.Tracer = names.And(gathered.Tracer())
		run = runner.Do(again)
	}
	defer letGo(c, run)
	if run.Err != nil {
		return nil, unfit("%s does not fit the program: %v", path, run.Err)
	}
	if run.Broken != nil && rec.Outcome != record.Broken {
		return nil, conclude(c, run, false)
	}
	return gathered, m.sameRun(c.ErrOrStderr(), rec, run)
}

// sameRun writes to w how a replay differs from the recorded run. An error means that the histories are
// of no use.
func (m *machsim) sameRun(w io.Writer, rec *record.Recording, run *runner.Run) error {
	res := run.Replayed().Result(run.Ending())
	switch {
	case res.Divergence != nil:
		fmt.Fprintf(w, "%s  seed %d  ", rec.Program, rec.Seed)
		m.departs(w, rec, res.Divergence)
		return exit{code: exitUnfit}
	case res.Limited:
		return exit{exitFailed, errors.New(advised(report.Limited(run, res)))}
	case res.Stopped:
		return exit{exitFailed, fmt.Errorf("interrupted at event %d: there is no history yet", res.Events)}
	case res.Truncated:
		fmt.Fprintf(w, "machsim: the recording is truncated: the history ends with event %d, and the run went on\n",
			res.Events)
	}
	return nil
}
