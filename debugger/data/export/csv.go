package export

import (
	"bufio"
	"context"
	"encoding/csv"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
)

// table writes a table: the names of its columns, and a line for each row, in which NULL is empty.
func table(ctx context.Context, b *bufio.Writer, r *Run) error {
	t, err := r.Tables.Table(r.Table)
	if err != nil {
		return err
	}
	w := csv.NewWriter(b)
	names := text.Each(t.Columns, func(c tables.Column) string { return c.Name })
	if err := w.Write(names); err != nil {
		return err
	}
	line := make([]string, len(names))
	err = r.rows(ctx, r.Table, names, func(row []tables.Value) error {
		for i, v := range row {
			line[i] = v.String()
		}
		return w.Write(line)
	})
	w.Flush()
	if err == nil {
		err = w.Error()
	}
	return err
}
