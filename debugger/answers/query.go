package answers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/data/export"
	"machsim/debugger/data/tables"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/debugger/stops"
)

// HitsOf finds the hits of a breakpoint at the rows of a query.
func (d In) HitsOf(ctx context.Context, sql string, b *stops.Point) error {
	var columns, events []int
	place := -1
	var hits []source.Hit
	err := d.Query(ctx, sql, tables.Output{
		Head: func(all []tables.Column) error {
			columns, place = eventColumns(all), placeColumn(all)
			if columns == nil && place < 0 {
				return fmt.Errorf("the rows of query %s have no column with an event", b.Query)
			}
			return nil
		},
		Row: func(row []any) (bool, error) {
			if place < 0 {
				events = append(events, d.EventsOf(row, columns)...)
			} else if h, ok := d.hitAt(ValueText(row[place])); ok {
				hits = append(hits, h)
			}
			return true, nil
		},
	})
	switch {
	case err != nil:
		return err
	case place >= 0:
		slices.SortStableFunc(hits, source.Hit.Compare)
		b.Statements = &stops.Statements{Hits: hits}
		return nil
	}
	b.Hits = d.S.HitsAfter(events)
	b.All = b.Hits.All()
	return nil
}

// hitAt is the statement that a position of a row names: 41@bank.1:17.
func (d In) hitAt(position string) (h source.Hit, ok bool) {
	base, statement, ok := strings.Cut(position, "@")
	event, err := strconv.Atoi(base)
	if !ok || err != nil {
		return h, false
	}
	id, n, err := d.S.ParseStatement(statement)
	return source.Hit{Thread: id, N: n, Event: event - 1}, err == nil
}

// Queries in SQL, and tables.
type (
	QueryEngine  = tables.QueryEngine // answers queries (Options.Queries)
	QueryOutput  = tables.Output      // takes the answer of a query while it comes
	TableColumn  = tables.Column      // of a table, or of an answer
	Gathering    = tables.Gathering   // the rows of many answers as a table rows, and the runs of these as a table runs
	ExportFormat = export.Format      // of another tool, in which a run can be written
)

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

// Answer is the answer of a query, and how it can be walked.
func (d In) Answer(ctx context.Context, sql string, most int) (*QueryAnswer, *present.Walk, error) {
	x := &QueryAnswer{Query: sql}
	way := &present.Walk{}
	var events []int
	place := -1
	err := d.Query(ctx, sql, tables.Output{
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
			way.Rows = append(way.Rows, d.EventsOf(row, events))
			if place >= 0 {
				way.Places = append(way.Places, ValueText(row[place]))
			}
			return true, nil
		},
	})
	if err != nil {
		return nil, nil, err
	}
	return x, way, nil
}

// Gather adds the answer of a query to those of other runs.
func (d In) Gather(ctx context.Context, sql string, to Gathering) error {
	rec := d.S.Rec
	seed, verdict := int64(rec.Seed), string(rec.Verdict())
	q, err := d.Engine.Open(d.Catalogue(), tables.Constant{Name: "seed", Value: tables.Int(seed)},
		tables.Constant{Name: "verdict", Value: tables.String(verdict)})
	if err != nil {
		return err
	}
	defer q.Close()
	before := 0
	row := []any{seed, verdict}
	return present.Shown(q.Query(ctx, sql, tables.Output{
		Head: func(columns []tables.Column) error {
			if !hasColumn(columns, "seed") && !hasColumn(columns, "verdict") {
				columns = append([]tables.Column{{Name: "seed"}, {Name: "verdict", Type: tables.Text}}, columns...)
				before = 2
			}
			return to.Run(rec.Seed, verdict, columns)
		},
		Row: func(values []any) (bool, error) { return true, to.Add(append(row[:before:before], values...)) },
	}))
}

// hasColumn says whether one of the columns has a name.
func hasColumn(columns []tables.Column, name string) bool {
	return slices.ContainsFunc(columns, func(c tables.Column) bool { return c.Name == name })
}

// Query asks a query in SQL of the present run.
func (d In) Query(ctx context.Context, sql string, to tables.Output) error {
	if d.Engine == nil {
		return ErrNoSQL
	}
	if d.queries == nil {
		q, err := d.Engine.Open(d.Catalogue())
		if err != nil {
			return err
		}
		d.queries = q
	}
	return present.Shown(d.queries.Query(ctx, sql, to))
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

// ExportFormats lists the formats of Export.
func ExportFormats() []ExportFormat { return export.Formats }

// Export writes the run in a format, for another tool.
func (d In) Export(ctx context.Context, w io.Writer, format, table string) error {
	f, err := export.Named(format)
	if err != nil {
		return err
	}
	return f.Write(ctx, w, export.Run{Session: d.S, Tables: d.Catalogue(), Table: table})
}
