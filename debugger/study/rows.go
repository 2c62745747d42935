package study

import (
	"encoding/csv"
	"fmt"
	"io"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// Rows writes the rows of an answer: as a table or, while they come, as CSV or JSON.
type Rows struct {
	To    io.Writer
	CSV   bool
	JSON  bool
	Width int // columns of the table
	Most  int // so many rows are written at most; 0 for all

	Written int
	More    bool // there are more rows

	columns []string
	table   *text.Table
	comma   *csv.Writer // nil unless rows are comma-separated
}

// Output takes the answer.
func (w *Rows) Output() debugger.QueryOutput { return debugger.QueryOutput{Head: w.head, Row: w.row} }

func (w *Rows) head(columns []debugger.TableColumn) error {
	var heads []text.Column
	taken := map[string]int{}
	for _, c := range columns {
		name := c.Name
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprint(name, "_", taken[name])
		}
		w.columns = append(w.columns, name)
		kind := c.Type.String()
		heads = append(heads, text.Column{Name: c.Name, Right: kind != "text" && kind != "any"})
	}
	switch {
	case w.CSV:
		w.comma = csv.NewWriter(w.To)
		return w.comma.Write(w.columns)
	case !w.JSON:
		w.table = text.NewColumns(heads...)
	}
	return nil
}

func (w *Rows) row(values []any) (bool, error) {
	if w.More = w.Most > 0 && w.Written == w.Most; w.More {
		return false, nil
	}
	w.Written++
	words := make([]string, len(values))
	for i, v := range values {
		if words[i] = debugger.ValueText(v); w.JSON {
			if _, raw := v.([]byte); raw {
				values[i] = words[i]
			}
		}
	}
	switch {
	case w.JSON:
		line, err := text.Object(w.columns, values)
		if err == nil {
			_, err = w.To.Write(line)
		}
		return true, err
	case w.comma != nil:
		return true, w.comma.Write(words)
	}
	w.table.Add(words...)
	return true, nil
}

// End writes what is left.
func (w *Rows) End() error {
	if w.comma != nil {
		w.comma.Flush()
		return w.comma.Error()
	}
	if w.table == nil {
		return nil
	}
	_, err := io.WriteString(w.To, w.table.Text(w.Width))
	return err
}
