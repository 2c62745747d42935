package debugger

import (
	"context"
	"errors"
	"io"

	"machsim/debugger/export"
)

// ExportFormat is a format of another tool, in which a run can be written.
type ExportFormat = export.Format

// ExportFormats lists the formats of Export.
func ExportFormats() []ExportFormat { return export.Formats }

// Export writes the present run in a format, for another tool. Of the format csv, table is the name of the table. What
// has been written when it fails is of no use.
func (d *Debugger) Export(ctx context.Context, w io.Writer, format, table string) error {
	return d.Do(ctx, "export", func(ctx context.Context) error {
		f, err := export.Named(format)
		if err != nil {
			return err
		}
		return f.Write(ctx, w, export.Run{Session: d.s(), Tables: d.on.catalogue(), Table: table})
	})
}

// ExportDatabase writes the tables of the present run into a new SQLite database, and returns how many rows these are.
func (d *Debugger) ExportDatabase(ctx context.Context, path string) (rows int, err error) {
	return ask(ctx, d, "export", func(ctx context.Context) (int, error) {
		if d.o.Queries == nil {
			return 0, errors.New("this build of machsim has no SQL, and writes no databases")
		}
		return d.o.Queries.Export(ctx, d.on.catalogue(), path)
	})
}
