package debugger

import (
	"context"
	"io"

	"machsim/debugger/data/export"
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
