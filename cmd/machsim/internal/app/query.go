package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/record/atomicfile"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// querying has the flags of the command query.
type querying struct {
	settings
	claiming
	seeds  int
	rows   int
	time   time.Duration
	over   string
	csv    bool
	json   bool
	output string
}

// usualRows is the number of rows that are printed as text.
const usualRows = 10_000

func (m *machsim) newQuery() *cobra.Command {
	q := &querying{settings: settings{machsim: m}}
	c := &cobra.Command{
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
	}
	q.settings.register(c.PersistentFlags())
	q.settings.registerKeepGoing(c.PersistentFlags())
	q.claiming.register(c.PersistentFlags())
	f := c.PersistentFlags()
	f.IntVar(&q.seeds, "seeds", 1, "make runs of `N` seeds, from --seed or 1 on")
	f.StringVar(&q.over, "over", "", "ask the rows that were gathered this `QUERY`")
	f.IntVar(&q.rows, "rows", 0,
		fmt.Sprintf("print at most `N` rows (default %d, and all with --csv and --json)", usualRows))
	f.DurationVar(&q.time, "time", 0, "give the query up after this `TIME`")
	f.BoolVar(&q.csv, "csv", false, "print comma-separated values")
	f.BoolVar(&q.json, "json", false, "print a JSON object for each row")
	f.StringVarP(&q.output, "output", "o", "", "write the rows into `FILE`")
	q.perProgram(c, nil)
	for _, sub := range c.Commands() {
		p := q.findProgram(sub.Name())
		sub.Args = cobra.ArbitraryArgs
		sub.RunE = func(c *cobra.Command, args []string) error { return q.program(c, p, args) }
	}
	c.FParseErrWhitelist.UnknownFlags = false
	c.RunE = q.recordings
	c.ValidArgsFunction = completeRecording
	addTrust(c)
	return c
}

// source is a run that is asked.
type source struct {
	name string // of its file; "" for none
	open func() (*debugger.Debugger, error)
}

// recordings asks recorded runs.
func (q *querying) recordings(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return wrong("query needs a recording, or a program, and a query: machsim query FILE 'SELECT ...'")
	case len(args) == 1 && looksLikeFile(args[0]):
		return wrong("query needs a query, in quotes: machsim query %s 'SELECT ...'", args[0])
	case len(args) == 1 || !looksLikeFile(args[0]):
		return wrong("there is no file and no program %q%s; machsim list shows the programs", args[0],
			didYouMean(args[0], q.programNames()))
	}
	if name := howMade(c.Flags(), "seeds"); name != "" {
		return wrong("--%s and recordings do not go together: each says how it was made", name)
	}
	files := args[:len(args)-1]
	var all []source
	for _, file := range files {
		all = append(all, source{file, func() (*debugger.Debugger, error) { return q.openFile(c, file) }})
	}
	return q.ask(c, all, args[len(args)-1])
}

// program asks runs that are made.
func (q *querying) program(c *cobra.Command, p *kernel.Program, args []string) error {
	switch {
	case len(args) != 1:
		return wrong("query takes one query, in quotes: machsim query %s 'SELECT ...'", q.typed(p))
	case q.seeds < 1:
		return tooSmall("seeds", q.seeds)
	}
	if err := q.settings.validate(c.Flags()); err != nil {
		return err
	}
	if err := q.claiming.validate(c.Flags()); err != nil {
		return err
	}
	if !c.Flags().Changed("seed") {
		_ = c.Flags().Set("seed", "1")
	}
	o := q.options(c, p)
	o.Claims = q.Words()
	q.tries(o)
	all := make([]source, q.seeds)
	for i := range all {
		one := *o
		one.Seed, one.Try = o.Seed+uint64(i), i
		q.provesLivelocks(&one)
		all[i].open = func() (*debugger.Debugger, error) {
			if err := q.judged(c, q.machsim, &one); err != nil {
				return nil, err
			}
			return q.openSource(c, debugger.Source{Run: &one}, debugger.Options{})
		}
	}
	if err := q.ask(c, all, args[0]); err != errHooked {
		return err
	}
	return q.program(c, q.findProgram(p.Name), args)
}

// ask asks the runs, one after the other, and prints the rows.
func (q *querying) ask(c *cobra.Command, runs []source, sql string) error {
	if q.queries == nil {
		return exit{exitWrong, debugger.ErrNoSQL}
	}
	switch {
	case q.csv && q.json:
		return wrong("--csv and --json do not go together")
	case q.rows < 0:
		return tooSmall("rows", q.rows)
	case sql == "-":
		typed, err := io.ReadAll(c.InOrStdin())
		if err != nil {
			return wrong("the query cannot be read: %v", err)
		}
		sql = string(typed)
	}
	ctx, done := q.untilInterrupt()
	defer done()
	if q.time > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, q.time)
		defer cancel()
	}
	out := &rowWriter{querying: q, to: c.OutOrStdout(), errs: c.ErrOrStderr()}
	err := q.gather(ctx, c, runs, sql, out)
	if err == nil {
		err = out.end()
	}
	return q.ended(ctx, err)
}

// ended is how the command ends.
func (q *querying) ended(ctx context.Context, err error) error {
	var given *debugger.Interrupted
	var mistaken *debugger.Mistake
	var known exit
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known), err == errHooked:
		return err
	case errors.As(err, &mistaken):
		return exit{exitWrong, fmt.Errorf("this is no query:\n%w", mistaken)}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return exit{exitFailed, fmt.Errorf("the query takes longer than %v, and was given up", q.time)}
	case errors.As(err, &given), ctx.Err() != nil:
		return exit{exitFailed, errors.New("interrupted: the query was given up")}
	}
	return exit{exitWrong, err}
}

// gather asks one run, or all of them alone.
func (q *querying) gather(ctx context.Context, c *cobra.Command, runs []source, sql string, out *rowWriter) error {
	if len(runs) == 1 && q.over == "" {
		d, err := runs[0].open()
		if err != nil {
			return err
		}
		defer d.Close()
		return d.QueryTo(ctx, sql, out.answer())
	}
	bar := term.NewBar(c.ErrOrStderr(), "runs", len(runs))
	defer bar.End()
	g, err := q.queries.Gather()
	if err != nil {
		return err
	}
	defer g.Close()
	for _, r := range runs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := askOne(ctx, r, sql, g); err != nil {
			return err
		}
		bar.Step()
	}
	over := q.over
	if over == "" {
		over = "SELECT * FROM rows"
	}
	return debugger.Ask(ctx, g, over, out.answer())
}

// askOne asks a run, and adds its rows.
func askOne(ctx context.Context, r source, sql string, to debugger.Gathering) error {
	d, err := r.open()
	if err != nil {
		return err
	}
	defer d.Close()
	return d.QueryInto(ctx, sql, to)
}

// rowWriter prints rows: as text, or as CSV or JSON while they come.
type rowWriter struct {
	*querying
	to   io.Writer
	errs io.Writer

	file    bytes.Buffer // what is written into the output file
	columns []string
	table   *text.Table
	comma   *csv.Writer // nil unless rows are comma-separated
	n       int
	more    bool
}

// answer takes an answer.
func (w *rowWriter) answer() debugger.QueryOutput {
	return debugger.QueryOutput{Head: w.head, Row: w.row}
}

// writer is where rows are written to.
func (w *rowWriter) writer() io.Writer {
	if w.toFile() {
		return &w.file
	}
	return w.to
}

// toFile says whether they go into a file.
func (w *rowWriter) toFile() bool { return w.output != "" }

func (w *rowWriter) head(columns []debugger.TableColumn) error {
	var heads []text.Column
	taken := map[string]int{}
	for _, c := range columns {
		name := c.Name
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprint(name, "_", taken[name])
		}
		w.columns = append(w.columns, name)
		kind := c.Type.String()
		heads = append(heads, text.Column{Name: c.Name, Right: kind != "text" && kind != "any" && kind != "position"})
	}
	switch {
	case w.csv:
		w.comma = csv.NewWriter(w.writer())
		return w.comma.Write(w.columns)
	case !w.json:
		w.table = text.NewColumns(heads...)
	}
	return nil
}

// most is the number of rows that are printed; 0 for all.
func (w *rowWriter) most() int {
	if w.rows == 0 && !w.csv && !w.json {
		return usualRows
	}
	return w.rows
}

func (w *rowWriter) row(values []any) (bool, error) {
	if w.n++; w.most() > 0 && w.n > w.most() {
		w.more = true
		return false, nil
	}
	if w.json {
		return true, w.object(values)
	}
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = debugger.ValueText(v)
	}
	if w.comma != nil {
		return true, w.comma.Write(words)
	}
	w.table.Add(words...)
	return true, nil
}

// object prints a row as a JSON object.
func (w *rowWriter) object(values []any) error {
	var b bytes.Buffer
	b.WriteString("{")
	for i, v := range values {
		if i > 0 {
			b.WriteString(",")
		}
		key, err := json.Marshal(w.columns[i])
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s:", key)
		if raw, ok := v.([]byte); ok {
			v = debugger.ValueText(raw)
		}
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return err
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("}\n")
	_, err := w.writer().Write(quote.JSON(b.Bytes()))
	return err
}

// end prints what is left, and writes the output file.
func (w *rowWriter) end() error {
	if w.comma != nil {
		w.comma.Flush()
		if err := w.comma.Error(); err != nil {
			return err
		}
	}
	if w.table != nil {
		width := 0
		if !w.toFile() {
			width = term.Width(w.to)
		}
		if _, err := io.WriteString(w.writer(), w.table.Text(width)); err != nil {
			return err
		}
	}
	if w.toFile() {
		if err := atomicfile.Write(w.output, w.file.Bytes(), 0o666); err != nil {
			return err
		}
		fmt.Fprintf(w.to, "written into %s: %s\n", quote.Line(w.output), text.Counted(w.printed(), "row"))
	}
	if w.more {
		fmt.Fprintf(w.errs, "machsim: there are more rows than %d: --rows N prints more of them, --csv and --json all\n",
			w.most())
	}
	return nil
}

// printed is the number of rows that were printed.
func (w *rowWriter) printed() int {
	if w.more {
		return w.n - 1
	}
	return w.n
}
