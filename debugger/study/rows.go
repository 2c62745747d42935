package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/ipc/quote"
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
	if w.JSON {
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

// object writes a row as a JSON object.
func (w *Rows) object(values []any) error {
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
	_, err := w.To.Write(quote.JSON(b.Bytes()))
	return err
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
