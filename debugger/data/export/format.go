package export

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
	"machsim/debugger/session"
)

// Run is what is exported: a run, at the position of its session.
type Run struct {
	Session *session.Session
	Tables  *tables.Catalogue
	Table   string // of a table: its name
}

// Format is a format of another tool.
type Format struct {
	Name  string
	Doc   string // what is written, in a sentence without its full stop
	write func(context.Context, *bufio.Writer, *Run) error
	file  func(context.Context, io.WriteSeeker, *Run) error // in place of write
}

// NeedsFile says whether Write needs an io.WriteSeeker, such as a file.
func (f *Format) NeedsFile() bool { return f.file != nil }

// Formats are the formats.
var Formats = []Format{
	{Name: "perfetto", Doc: "trace events for ui.perfetto.dev: calls, waits, mutexes, messages and queues",
		write: perfetto},
	{Name: "shiviz", Doc: "a log for ShiViz: all events of threads with vector clocks", write: shiViz},
	{Name: "otlp", Doc: "spans of remote calls, as OpenTelemetry's OTLP has them in JSON", write: otlp},
	{Name: "dot", Doc: "who waits for whom at the position, as a graph for dot", write: dot},
	{Name: "csv", Doc: "a table, as comma-separated values", write: table},
	{Name: "sqlite", Doc: "all tables, as an SQLite database", file: database},
}

// Named returns the format of a name. The error names the nearest one.
func Named(name string) (*Format, error) {
	var names []string
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i], nil
		}
		names = append(names, Formats[i].Name)
	}
	return nil, fmt.Errorf("there is no format %q%s", name, text.DidYouMean(name, names))
}

// Write writes a run.
func (f *Format) Write(ctx context.Context, w io.Writer, r Run) error {
	if f.NeedsFile() {
		file, ok := w.(io.WriteSeeker)
		if !ok {
			return fmt.Errorf("%s is written to a file: what stands at its beginning is known last", f.Name)
		}
		return f.file(ctx, file, &r)
	}
	b := bufio.NewWriterSize(w, 1<<16)
	if err := f.write(ctx, b, &r); err != nil {
		return err
	}
	return b.Flush()
}

// rows visits the rows of a table; value returns a value of the row at hand by the name of its column.
func (r *Run) rows(ctx context.Context, table string, columns []string, visit func([]tables.Value) error) error {
	t, err := r.Tables.Table(table)
	if err != nil {
		return err
	}
	at := make([]int, len(columns))
	for i, name := range columns {
		if at[i] = t.Column(name); at[i] < 0 {
			return fmt.Errorf("table %s has no column %s", table, name)
		}
	}
	rows, err := t.Rows(ctx, tables.Scan{})
	if err != nil {
		return err
	}
	values := make([]tables.Value, len(columns))
	for rows.Next() {
		for i := range at {
			values[i] = rows.Value(at[i])
		}
		if err := visit(values); err != nil {
			return err
		}
	}
	return rows.Err()
}
