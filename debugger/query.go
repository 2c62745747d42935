package debugger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
)

// QueryEngine answers queries in SQL (Options.Queries).
type QueryEngine = tables.QueryEngine

// QueryOutput takes the answer of a query while it comes.
type QueryOutput = tables.Output

// TableColumn is a column of a table, or of an answer.
type TableColumn = tables.Column

// QueryAnswer is the answer of a query. A row with a column whose Type is tables.Event has events: one can go there.
type QueryAnswer struct {
	Query   string // as it was asked
	Name    string // under which it is kept, "" for none
	Columns []QueryColumn
	Rows    [][]any // nil, int64, float64, string or []byte
	More    bool    // there are more rows, which were not wanted
}

// QueryColumn is a column of a QueryAnswer.
type QueryColumn struct {
	Name string
	Type string // "integer", "text", "bool", "event", "time", "any" or "position"
}

// ErrNoSQL is the error of a query where the Debugger has no engine for it.
var ErrNoSQL = errors.New("this build of machsim has no SQL: at the prompt, rows TABLE where CONDITION chooses " +
	"and orders rows of a table")

// walk is the last answer in a run, of Query or of Rows, as far as one can walk it.
type walk struct {
	rows   [][]int  // by row: its events, counted from 0
	places []string // by row: the position that it names, "" for none; nil if no row does
	at     int      // the row to which one went last, from 1; 0 for none
}

// goes says whether one can go to a row, counted from 0.
func (a *walk) goes(row int) bool { return len(a.rows[row]) > 0 || a.place(row) != "" }

// place is the position that a row names, "" for none.
func (a *walk) place(row int) string {
	if row < len(a.places) {
		return a.places[row]
	}
	return ""
}

// Query asks a query of the present run: one in SQL, or the name of one that is kept. The answer has as many rows as
// are wanted at most, 0 for all. It can be walked from then on: GotoRow, NextRow.
func (d *Debugger) Query(ctx context.Context, query string, most int) (*QueryAnswer, error) {
	return ask(ctx, d, "query", func(ctx context.Context) (*QueryAnswer, error) {
		name, sql, err := d.queryMeant(query)
		if err != nil {
			return nil, err
		}
		x := &QueryAnswer{Query: sql, Name: name}
		way := &walk{}
		var events []int
		place := -1
		err = d.query(ctx, sql, tables.Output{
			Head: func(columns []tables.Column) error {
				events, place = eventColumns(columns), placeColumn(columns)
				for _, c := range columns {
					x.Columns = append(x.Columns, QueryColumn{c.Name, c.Type.String()})
				}
				return nil
			},
			Row: func(row []any) (bool, error) {
				if most > 0 && len(x.Rows) == most {
					x.More = true
					return false, nil
				}
				x.Rows = append(x.Rows, append([]any(nil), row...))
				way.rows = append(way.rows, d.eventsOf(row, events))
				if place >= 0 {
					way.places = append(way.places, ValueText(row[place]))
				}
				return true, nil
			},
		})
		if err != nil {
			return nil, err
		}
		d.on.answer = way
		return x, nil
	})
}

// QueryTo asks a query, and hands the answer over while it comes.
func (d *Debugger) QueryTo(ctx context.Context, sql string, to QueryOutput) error {
	return d.change(ctx, "query", func(ctx context.Context) error { return d.query(ctx, sql, to) })
}

// Gathering is the rows of many answers as a table rows, and the runs that they come from as a table runs.
type Gathering = tables.Gathering

// QueryInto asks a query, whose tables have the seed and the verdict of the run as columns, and adds the answer to
// those of other runs: the rows with the seed and the verdict before them, unless these are among their columns.
func (d *Debugger) QueryInto(ctx context.Context, sql string, to Gathering) error {
	return d.change(ctx, "query", func(ctx context.Context) error {
		rec := d.s().Rec
		seed, verdict := int64(rec.Seed), string(rec.Verdict())
		q, err := d.o.Queries.Open(d.on.catalogue(), tables.Constant{Name: "seed", Value: tables.Int(seed)},
			tables.Constant{Name: "verdict", Value: tables.String(verdict)})
		if err != nil {
			return err
		}
		defer q.Close()
		before := 0
		row := []any{seed, verdict}
		return shownMistake(q.Query(ctx, sql, tables.Output{
			Head: func(columns []tables.Column) error {
				if !hasColumn(columns, "seed") && !hasColumn(columns, "verdict") {
					columns = append([]tables.Column{{Name: "seed"}, {Name: "verdict", Type: tables.Text}}, columns...)
					before = 2
				}
				return to.Run(rec.Seed, verdict, columns)
			},
			Row: func(values []any) (bool, error) { return true, to.Add(append(row[:before:before], values...)) },
		}))
	})
}

// hasColumn says whether one of the columns has a name.
func hasColumn(columns []tables.Column, name string) bool {
	return slices.ContainsFunc(columns, func(c tables.Column) bool { return c.Name == name })
}

// Ask asks a query of what was gathered. What is wrong with it is a *Mistake.
func Ask(ctx context.Context, g Gathering, sql string, to QueryOutput) error {
	return shownMistake(g.Query(ctx, sql, to))
}

// query asks a query in SQL of the present run.
func (d *Debugger) query(ctx context.Context, sql string, to tables.Output) error {
	if d.o.Queries == nil {
		return ErrNoSQL
	}
	if d.on.queries == nil {
		q, err := d.o.Queries.Open(d.on.catalogue())
		if err != nil {
			return err
		}
		d.on.queries = q
	}
	return shownMistake(d.on.queries.Query(ctx, sql, to))
}

// shownMistake is an error with the mistake in it shown, if it is one.
func shownMistake(err error) error {
	if m := (*text.Mistake)(nil); errors.As(err, &m) {
		return &Mistake{m}
	}
	return err
}

// eventColumns are the columns of an answer that have events.
func eventColumns(columns []tables.Column) (all []int) {
	for i, c := range columns {
		if c.Type == tables.Event {
			all = append(all, i)
		}
	}
	return all
}

// placeColumn is the column of an answer that has positions, the first one; -1 for none.
func placeColumn(columns []tables.Column) int {
	return slices.IndexFunc(columns, func(c tables.Column) bool { return c.Type == tables.Position })
}

// eventsOf are the events of a row, counted from 0.
func (d *Debugger) eventsOf(row []any, columns []int) (all []int) {
	for _, i := range columns {
		if n, ok := row[i].(int64); ok && n > 0 && n <= int64(d.s().Len()) {
			all = append(all, int(n)-1)
		}
	}
	return all
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
	case row < 1 || row > len(a.rows):
		return nil, fmt.Errorf("there is no row %d: the answer has %s", row, several(len(a.rows), "row"))
	}
	events, to := a.rows[row-1], Position{}
	switch {
	case nth == 1 && a.place(row-1) != "":
		if to, err = d.position([]string{a.place(row - 1)}); err != nil {
			return nil, err
		}
	case len(events) == 0:
		return nil, fmt.Errorf("row %d has no event: one can go to rows with a column that is one of a table's events, or "+
			"that is called n or event", row)
	case nth < 1 || nth > len(events):
		return nil, fmt.Errorf("row %d has %s, and no event %d", row, several(len(events), "event"), nth)
	}
	if to.IsZero() {
		to = d.at(d.s().After(events[nth-1] + 1))
	}
	d.on.answer = &walk{a.rows, a.places, row}
	m, err := d.goTo(ctx, to)
	if err == nil {
		m.Row, m.Rows = row, len(a.rows)
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
		by, row := 1, a.at
		if back {
			by = -1
		}
		for n = max(n, 1); n > 0; {
			row += by
			if row < 1 || row > len(a.rows) {
				return nil, a.beyond(back)
			}
			if a.goes(row - 1) {
				n--
			}
		}
		return d.goToRow(ctx, row, 1)
	})
}

// beyond says that there is no row on a side.
func (a *walk) beyond(back bool) error {
	where := "last"
	if back {
		where = "first"
	}
	if a.at == 0 {
		return fmt.Errorf("there is no such row: the answer has %s", several(len(a.rows), "row"))
	}
	return fmt.Errorf("row %d is the %s that one can go to", a.at, where)
}

// walked is the answer that can be walked.
func (d *Debugger) walked() (*walk, error) { return d.on.answer, d.nothingAsked() }

// nothingAsked says that there is no answer to be walked.
func (d *Debugger) nothingAsked() error {
	if d.on.answer != nil {
		return nil
	}
	return text.WithHint(errors.New("there are no rows: nothing has been asked yet"), HintQuery)
}

// several says how many there are of something.
func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(n, " ", plural(what))
}

// rowEvents are the numbers of the events of the rows of the last answer.
func (r *run) rowEvents() (all []int) {
	if r.answer == nil {
		return nil
	}
	for _, events := range r.answer.rows {
		for _, e := range events {
			all = append(all, e+1)
		}
	}
	return all
}

// ValueText is a value of an answer as people read it: "" for NULL.
func ValueText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []byte:
		return fmt.Sprintf("x'%x'", v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}
