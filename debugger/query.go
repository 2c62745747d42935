package debugger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"machsim/debugger/answers"
	"machsim/debugger/event/text"
	"machsim/debugger/present"
	"machsim/debugger/stops"
)

// Tables, queries, exports, and a run in numbers.
type (
	QueryEngine  = answers.QueryEngine
	QueryOutput  = answers.QueryOutput
	QueryAnswer  = answers.QueryAnswer
	QueryColumn  = answers.QueryColumn
	Gathering    = answers.Gathering
	TableColumn  = answers.TableColumn
	TableInfo    = answers.TableInfo
	ColumnInfo   = answers.ColumnInfo
	RowQuery     = answers.RowQuery
	Rows         = answers.Rows
	Row          = answers.Row
	ExportFormat = answers.ExportFormat
	Stats        = answers.Stats
	PortUse      = answers.PortUse
	MutexUse     = answers.MutexUse
	LongWait     = answers.LongWait
	CallCount    = answers.CallCount
	EventCount   = answers.EventCount
	KeptRights   = answers.KeptRights
	Apart        = answers.Apart
)

// ErrNoSQL is the error of a query where the Debugger has no engine for it.
var ErrNoSQL = answers.ErrNoSQL

// ValueText is a value of an answer as people read it: "" for NULL.
func ValueText(v any) string { return answers.ValueText(v) }

// ExportFormats lists the formats of Export.
func ExportFormats() []ExportFormat { return answers.ExportFormats() }

// answers is the present run, to be asked.
func (d *Debugger) answers() answers.In {
	return answers.In{In: d.stops(), Made: &d.on.Made, Engine: d.o.Queries}
}

// Query asks a query of the present run: one in SQL, or the name of one that is kept. The answer has as many rows as
// are wanted at most, 0 for all. It can be walked from then on: GotoRow, NextRow.
func (d *Debugger) Query(ctx context.Context, query string, most int) (*QueryAnswer, error) {
	return ask(ctx, d, "query", func(ctx context.Context) (*QueryAnswer, error) {
		name, sql, err := d.queryMeant(query)
		if err != nil {
			return nil, err
		}
		x, way, err := d.answers().Answer(ctx, sql, most)
		if err != nil {
			return nil, err
		}
		x.Name, d.on.answer = name, way
		return x, nil
	})
}

// QueryTo asks a query, and hands the answer over while it comes.
func (d *Debugger) QueryTo(ctx context.Context, sql string, to QueryOutput) error {
	return d.change(ctx, "query", func(ctx context.Context) error { return d.answers().Query(ctx, sql, to) })
}

// QueryInto asks a query, whose tables have the seed and the verdict of the run as columns, and adds the answer to
// those of other runs: the rows with the seed and the verdict before them, unless these are among their columns.
func (d *Debugger) QueryInto(ctx context.Context, sql string, to Gathering) error {
	return d.change(ctx, "query", func(ctx context.Context) error { return d.answers().Gather(ctx, sql, to) })
}

// Ask asks a query of what was gathered. What is wrong with it is a *Mistake.
func Ask(ctx context.Context, g Gathering, sql string, to QueryOutput) error {
	return present.Shown(g.Query(ctx, sql, to))
}

// GotoRow goes to a row of the last answer, counted from 1: to the position that it names, or to after its event. Of
// several events in a row the nth is meant, from 1.
func (d *Debugger) GotoRow(ctx context.Context, row, nth int) (*Motion, error) {
	return ask(ctx, d, "goto row", func(ctx context.Context) (*Motion, error) { return d.goToRow(ctx, row, nth) })
}

func (d *Debugger) goToRow(ctx context.Context, row, nth int) (*Motion, error) {
	a, err := d.walked()
	switch {
	case err != nil:
		return nil, err
	case row < 1 || row > len(a.Rows):
		return nil, fmt.Errorf("there is no row %d: the answer has %s", row, text.Counted(len(a.Rows), "row"))
	}
	events, to := a.Rows[row-1], Position{}
	switch {
	case nth == 1 && a.Place(row-1) != "":
		if to, err = d.position([]string{a.Place(row - 1)}); err != nil {
			return nil, err
		}
	case len(events) == 0:
		return nil, fmt.Errorf("row %d has no event: one can go to rows with a column that is one of a table's events, or "+
			"that is called n or event", row)
	case nth < 1 || nth > len(events):
		return nil, fmt.Errorf("row %d has %s, and no event %d", row, text.Counted(len(events), "event"), nth)
	}
	if to.IsZero() {
		to = d.at(d.s().After(events[nth-1] + 1))
	}
	d.on.answer = &present.Walk{Rows: a.Rows, Places: a.Places, At: row}
	m, err := d.goTo(ctx, to)
	if err == nil {
		m.Row, m.Rows = row, len(a.Rows)
	}
	return m, err
}

// NextRow goes to the next row of the last answer that has an event, or to the one before; or n such rows on.
func (d *Debugger) NextRow(ctx context.Context, back bool, n int) (*Motion, error) {
	return ask(ctx, d, "next row", func(ctx context.Context) (*Motion, error) {
		a, err := d.walked()
		if err != nil {
			return nil, err
		}
		by, row := 1, a.At
		if back {
			by = -1
		}
		for n = max(n, 1); n > 0; {
			row += by
			if row < 1 || row > len(a.Rows) {
				return nil, a.Beyond(back)
			}
			if a.Goes(row - 1) {
				n--
			}
		}
		return d.goToRow(ctx, row, 1)
	})
}

// walked is the answer that can be walked.
func (d *Debugger) walked() (*present.Walk, error) { return d.on.answer, d.nothingAsked() }

// nothingAsked says that there is no answer to be walked.
func (d *Debugger) nothingAsked() error {
	if d.on.answer != nil {
		return nil
	}
	return text.WithHint(errors.New("there are no rows: nothing has been asked yet"), text.HintQuery)
}

// rowEvents are the numbers of the events of the rows of the last answer.
func (r *run) rowEvents() (all []int) {
	if r.answer == nil {
		return nil
	}
	for _, events := range r.answer.Rows {
		for _, e := range events {
			all = append(all, e+1)
		}
	}
	return all
}

// NamedQuery is a query that is kept with the recording.
type NamedQuery struct {
	Name  string
	Query string
	Asked bool // it was made or asked since the recording was opened; else it has come with a file
}

// errUnasked is why a breakpoint at the rows of a query stops nobody: a file that comes from somebody does not run
// queries.
var errUnasked = text.WithHint(errors.New("its query has come with a file, and was not asked yet"), text.HintQueries)

// queryName matches what a query can be called.
var queryName = regexp.MustCompile(`^[\pL_][\pL\pN_-]*$`)

// NameQuery keeps a query under a name: beside the recording, if breakpoints are kept there. An empty query takes the
// one of that name away.
func (d *Debugger) NameQuery(ctx context.Context, name, query string) error {
	return d.change(ctx, "name query", func(context.Context) error {
		i := d.queryNamed(name)
		switch {
		case !queryName.MatchString(name) || beginsQuery(name):
			return fmt.Errorf("%q cannot be the name of a query: that is one word, and none that a query begins with", name)
		case len(query) > maxKeptText:
			return fmt.Errorf("a query that is kept has at most %d characters", maxKeptText)
		case query == "" && i < 0:
			return d.noQuery(name)
		}
		d.queries = slices.Clone(d.queries)
		if i >= 0 {
			d.queries = slices.Delete(d.queries, i, i+1)
		}
		if query != "" {
			d.queries = append(d.queries, NamedQuery{name, query, true})
		}
		d.changed, d.set.Points.Of = true, nil
		return nil
	})
}

// Queries lists the queries that are kept.
func (d *Debugger) Queries(ctx context.Context) ([]NamedQuery, error) {
	return list(ctx, d, "queries", func(context.Context) ([]NamedQuery, error) { return slices.Clone(d.queries), nil })
}

// beginsQuery says whether a word begins a query in SQL.
func beginsQuery(word string) bool {
	return slices.Contains([]string{"select", "with", "values", "explain"}, strings.ToLower(word))
}

// queryNamed is the place of a query in the list, -1 if there is none of that name.
func (d *Debugger) queryNamed(name string) int {
	return slices.IndexFunc(d.queries, func(q NamedQuery) bool { return q.Name == name })
}

// noQuery is the error for a name that no query has.
func (d *Debugger) noQuery(name string) error {
	names := text.Each(d.queries, func(q NamedQuery) string { return q.Name })
	return fmt.Errorf("there is no query %s: %s", name, text.Offer(name, names, "queries"))
}

// queryMeant is the query that was typed: one in SQL, or the name of one.
func (d *Debugger) queryMeant(typed string) (name, sql string, err error) {
	word := strings.TrimSpace(typed)
	i := d.queryNamed(word)
	switch {
	case i >= 0:
		d.queries = slices.Clone(d.queries)
		d.queries[i].Asked, d.set.Points.Of = true, nil
		return word, d.queries[i].Query, nil
	case queryName.MatchString(word) && !beginsQuery(word):
		return "", "", d.noQuery(word)
	}
	return "", typed, nil
}

// matchQuery finds the hits of a breakpoint at the rows of a query: a thread stops there once it has taken one of
// their events.
func (d *Debugger) matchQuery(b *stops.Point) error {
	i := d.queryNamed(b.Query)
	switch {
	case i < 0:
		return d.noQuery(b.Query)
	case !d.queries[i].Asked:
		return errUnasked
	}
	return d.answers().HitsOf(Until(d.stop), d.queries[i].Query, b)
}

// Tables lists the tables of the present run.
func (d *Debugger) Tables(ctx context.Context) ([]TableInfo, error) {
	return ask(ctx, d, "tables", func(context.Context) ([]TableInfo, error) { return d.answers().Tables() })
}

// Rows returns rows of a table of the present run: of all of it, wherever the position is.
func (d *Debugger) Rows(ctx context.Context, q RowQuery) (*Rows, error) {
	return ask(ctx, d, "rows", func(ctx context.Context) (*Rows, error) {
		all, way, err := d.answers().RowsOf(ctx, q)
		if err == nil && q.Walk {
			d.on.answer = way
		}
		return all, err
	})
}

// Stats reports on the whole present run.
func (d *Debugger) Stats(ctx context.Context) (*Stats, error) {
	return ask(ctx, d, "stats", func(ctx context.Context) (*Stats, error) { return d.answers().Stats(ctx) })
}

// Export writes the present run in a format, for another tool. Of the format csv, table is the name of the table. What
// has been written when it fails is of no use.
func (d *Debugger) Export(ctx context.Context, w io.Writer, format, table string) error {
	return d.Do(ctx, "export", func(ctx context.Context) error {
		return d.answers().Export(ctx, w, format, table)
	})
}
