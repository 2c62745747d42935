package export

import (
	"bufio"
	"context"
	"encoding/csv"

	"machsim/debugger/data/tables"
)

// table writes a table: the names of its columns, and a line for each row, in which NULL is empty.
func table(ctx context.Context, b *bufio.Writer, r *Run) error {
	t, err := r.Tables.Table(r.Table)
	if err != nil {
		return err
	}
	w := csv.NewWriter(b)
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
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
