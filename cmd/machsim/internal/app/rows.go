package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"machsim/debugger/history"
	"machsim/kernel/quote"
)

// kindsText is a line for each kind of history; with a run's histories, with
// the number of rows.
func kindsText(gathered *history.Collector) string {
	t := table{}
	for k := range history.NumKinds {
		row := []cell{{text: "  " + k.String()}, {text: history.Kinds[k].Doc}}
		if gathered != nil {
			row = append([]cell{row[0], {fmt.Sprint(len(gathered.History(k))), true}}, row[1])
		}
		t = append(t, row)
	}
	return t.String()
}

// rowsText prints a history in columns.
func rowsText(w io.Writer, kind history.Kind, rows history.History) {
	d := history.Kinds[kind]
	if len(rows) == 0 {
		fmt.Fprintf(w, "%s: there are none\n", d.Doc)
		return
	}
	head := []cell{{"event", true}, {"ms", true}, {text: "thread"}, {text: d.Of}}
	columns := rows.Columns(kind)
	for _, i := range columns {
		head = append(head, cell{strings.ReplaceAll(d.Columns[i].Key, "_", " "), history.IsNumber(rows[0].Data[i])})
	}
	t := table{head}
	for _, r := range rows {
		t = append(t, rowCells(r, columns))
	}
	fmt.Fprint(w, fitted(w, fmt.Sprintf("%s:\n%s", d.Doc, t)))
}

func rowCells(r history.Row, columns []int) []cell {
	cells := []cell{
		{fmt.Sprint(r.Event), true}, {fmt.Sprintf("%d.%03d", r.Time/1000, r.Time%1000), true},
		{text: r.Thread}, {text: or(r.Object)},
	}
	for _, i := range columns {
		cells = append(cells, cell{or(history.InWords(r.Data[i])), history.IsNumber(r.Data[i])})
	}
	return cells
}

// or puts a mark where there is nothing.
func or(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// rowsJSON prints a history, an object on a line for each row.
func rowsJSON(w io.Writer, kind history.Kind, rows history.History) error {
	var b bytes.Buffer
	for _, r := range rows {
		b.WriteString("{")
		pair(&b, "history", kind.String())
		for i, v := range append([]any{r.Event, r.Time, r.Thread, r.Object}, r.Data...) {
			b.WriteString(",")
			pair(&b, jsonKey(kind, i), v)
		}
		b.WriteString("}\n")
		if _, err := w.Write(quote.JSON(b.Bytes())); err != nil {
			return err
		}
		b.Reset()
	}
	return nil
}

// fixedKeys are the keys that the rows of all histories have.
var fixedKeys = []string{"event", "time_us", "thread", "object"}

func jsonKey(kind history.Kind, i int) string {
	if i < len(fixedKeys) {
		return fixedKeys[i]
	}
	return history.Kinds[kind].Columns[i-len(fixedKeys)].Key
}

// pair writes a key and its value. The values of a row can all be written.
func pair(b *bytes.Buffer, key string, v any) {
	fmt.Fprintf(b, "%q:", key)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	b.Truncate(b.Len() - 1) // the encoder's newline
}

// cell is a word in a table.
type cell struct {
	text  string
	right bool // at the right of its column, as numbers are
}

// table is rows of as many cells each.
type table [][]cell

// String is the table with its columns below each other.
func (t table) String() string {
	if len(t) == 0 {
		return ""
	}
	widths := make([]int, len(t[0]))
	for _, row := range t {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c.text))
		}
	}
	var b strings.Builder
	for _, row := range t {
		b.WriteString(strings.TrimRight(line(row, widths), " "))
		b.WriteString("\n")
	}
	return b.String()
}

func line(row []cell, widths []int) string {
	words := make([]string, len(row))
	for i, c := range row {
		gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c.text))
		words[i] = c.text + gap
		if c.right {
			words[i] = gap + c.text
		}
	}
	return strings.Join(words, "  ")
}
