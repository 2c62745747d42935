package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// querying has the flags of the command query.
type querying struct {
	cli.Settings
	asked  study.Query
	rows   study.Rows
	seeds  int
	time   time.Duration
	output string
	window cli.WindowFlags
}

// usualRows is the number of rows that are printed as text.
const usualRows = 10_000

func newQuery(m *cli.Machsim) *cobra.Command {
	q := &querying{Settings: m.Settings()}
	c, f := m.Command(cli.Command{
		Use:   "query FILE... SQL | PROGRAM SQL",
		Short: "ask the events of recorded runs a question in SQL",
		Long: `query asks a question in SQL about a recorded run. Its tables are events, messages, threads,
ports and others; docs/EVENTS.md has their columns, and examples. A query only reads. The functions
before(a, b), concurrent(a, b), least(a) and clock(a) tell the causal order of events, and
field(fields, 'Amount') a field of a row's message.

With several recordings, or with the name of a program, for which runs are made, the query is asked
of each run alone, and the rows of all have the columns seed and verdict before them; in the query
these are columns of every table. --over asks a second query of what was gathered: of the table
rows, and of the table runs, which has the seed and the verdict of each run.

- in place of the query reads it from standard input.`,
		Example: `  machsim query .machsim/bank-9.rec "SELECT n, thread FROM events WHERE kind = 'wait'"
  machsim query bank --seeds 100 "SELECT n FROM events WHERE kind = 'task-aborted'"
  machsim query bank --seeds 100 "SELECT count(*) AS n FROM events" \
    --over "SELECT verdict, avg(n) FROM rows GROUP BY verdict"`,
		Program: func(*cobra.Command, *kernel.Program) error { return nil }, // replaced below: a query comes after its name
		Files:   q.recordings,
	})
	q.RegisterAll(f)
	q.window.Register(f)
	f.IntVar(&q.seeds, "seeds", 1, "make runs of `N` seeds, from --seed or 1 on")
	f.StringVar(&q.asked.Over, "over", "", "ask the rows that were gathered this `QUERY`")
	f.IntVar(&q.rows.Most, "rows", 0,
		fmt.Sprintf("print at most `N` rows (default %d, and all with --csv and --json)", usualRows))
	f.DurationVar(&q.time, "time", 0, "give the query up after this `TIME`")
	f.BoolVar(&q.rows.CSV, "csv", false, "print comma-separated values")
	f.BoolVar(&q.rows.JSON, "json", false, "print a JSON object for each row")
	f.StringVarP(&q.output, "output", "o", "", "write the rows into `FILE`")
	for _, sub := range c.Commands() {
		p := q.FindProgram(sub.Name())
		sub.Args = cobra.ArbitraryArgs
		sub.RunE = func(c *cobra.Command, args []string) error { return q.program(c, p, args) }
	}
	c.ValidArgsFunction = cli.CompleteRecording
	return c
}

// recordings asks recorded runs.
func (q *querying) recordings(c *cobra.Command, args []string) error {
	if len(args) == 1 {
		return cli.Wrong("query needs a query, in quotes: machsim query %s 'SELECT ...'", args[0])
	}
	if name := cli.HowMade(c.Flags(), "seeds"); name != "" {
		return cli.Wrong("--%s and recordings do not go together: each says how it was made", name)
	}
	if err := q.window.Validate(c.Flags(), false); err != nil {
		return err
	}
	for _, file := range args[:len(args)-1] {
		q.asked.Runs = append(q.asked.Runs, func() (*debugger.Debugger, error) {
			d, err := q.OpenAs(c, file, debugger.Options{Window: q.window.RunWindow})
			if err != nil {
				return nil, err
			}
			if r, err := d.Run(context.Background()); err == nil && r.Since > 0 {
				cli.Warn(c, "%s: %s", quote.Line(file), debugger.OfWindow(r.Since))
			}
			return d, nil
		})
	}
	return q.ask(c, args[len(args)-1])
}

// program asks runs that are made.
func (q *querying) program(c *cobra.Command, p *kernel.Program, args []string) error {
	switch {
	case len(args) != 1:
		return cli.Wrong("query takes one query, in quotes: machsim query %s 'SELECT ...'", q.Typed(p))
	case q.seeds < 1:
		return cli.TooSmall("seeds", q.seeds)
	}
	if err := q.Settings.Validate(c.Flags()); err != nil {
		return err
	}
	if name := cli.Given(c.Flags(), []string{"from", "last"}); name != "" {
		return cli.Wrong("--%s goes together with recordings", name)
	}
	s, err := q.Opens(c, p, true)
	if err != nil {
		return err
	}
	q.asked.Runs = nil
	for i := range q.seeds {
		q.asked.Runs = append(q.asked.Runs, func() (*debugger.Debugger, error) { return q.OpenRun(c, s.Nth(i)) })
	}
	return q.ask(c, args[0])
}

// checked checks the flags, and returns the query.
func (q *querying) checked(c *cobra.Command, sql string) (string, error) {
	switch {
	case q.Queries == nil:
		return "", debugger.ErrNoSQL
	case q.rows.CSV && q.rows.JSON:
		return "", cli.Wrong("--csv and --json do not go together")
	case q.rows.Most < 0:
		return "", cli.TooSmall("rows", q.rows.Most)
	case sql != "-":
		return sql, nil
	}
	typed, err := io.ReadAll(c.InOrStdin())
	if err != nil {
		return "", cli.Wrong("the query cannot be read: %v", err)
	}
	return string(typed), nil
}

// ask asks the runs, and prints the rows.
func (q *querying) ask(c *cobra.Command, sql string) (err error) {
	out := &q.rows
	q.asked.Engine = q.Queries
	if q.asked.SQL, err = q.checked(c, sql); err != nil {
		return err
	}
	if out.Most == 0 && !out.CSV && !out.JSON {
		out.Most = usualRows
	}
	ctx, done := q.UntilOver(q.time)
	defer done()
	if !q.asked.Alone() {
		bar := term.NewBar(c.ErrOrStderr(), "runs", len(q.asked.Runs))
		defer bar.End()
		q.asked.Progress = bar.Step
	}
	var file bytes.Buffer // what is written into the output file
	if out.To, out.Width = c.OutOrStdout(), term.Width(c.OutOrStdout()); q.output != "" {
		out.To, out.Width = &file, 0
	}
	if err = q.asked.Ask(ctx, out.Output()); err == nil {
		err = out.End()
	}
	if err == nil {
		err = q.told(c, file.Bytes())
	}
	return q.ended(ctx, err)
}

// told writes the output file, and says what has become of the rows.
func (q *querying) told(c *cobra.Command, file []byte) error {
	if q.output != "" {
		if err := study.Write(q.output, file); err != nil {
			return err
		}
		fmt.Fprintf(c.OutOrStdout(), "written into %s: %s\n", quote.Line(q.output), text.Counted(q.rows.Written, "row"))
	}
	if q.rows.More {
		cli.Warn(c, "there are more rows than %d: --rows N prints more of them, --csv and --json all", q.rows.Most)
	}
	return nil
}

// ended is how the command ends.
func (q *querying) ended(ctx context.Context, err error) error {
	var given *debugger.Interrupted
	var mistaken *debugger.Mistake
	var known cli.Exit
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	case errors.As(err, &mistaken):
		return cli.WrongBy(fmt.Errorf("this is no query:\n%w", mistaken))
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return cli.FailedBy(fmt.Errorf("the query takes longer than %v, and was given up", q.time))
	case errors.As(err, &given), errors.Is(err, context.Canceled), ctx.Err() != nil:
		return cli.FailedBy(errors.New("interrupted: the query was given up"))
	}
	return err
}
