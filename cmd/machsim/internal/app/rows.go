package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/event/history"
	"machsim/debugger/event/text"
	"machsim/ipc/quote"
)

// kindsText returns a line for each kind of history, with its number of rows in a run if gathered
// is not nil.
func kindsText(gathered *history.Collector) string {
	t := text.NewTable("", "")
	if gathered != nil {
		t = text.NewTable("", ">", "")
	}
	for k := range history.NumKinds {
		row := []string{"  " + k.String(), history.Kinds[k].Doc}
		if gathered != nil {
			row = []string{row[0], fmt.Sprint(len(gathered.History(k))), row[1]}
		}
		t.Add(row...)
	}
	return t.Text(0)
}

// rowsText prints a history in columns.
func rowsText(w io.Writer, kind history.Kind, rows history.History) {
	d := history.Kinds[kind]
	if len(rows) == 0 {
		fmt.Fprintf(w, "%s: there are none\n", d.Doc)
		return
	}
	heads := []string{">event", ">ms", "thread", d.Of}
	columns := rows.Columns(kind)
	for _, i := range columns {
		name := strings.ReplaceAll(d.Columns[i].Key, "_", " ")
		if history.IsNumber(rows[0].Data[i]) {
			name = ">" + name
		}
		heads = append(heads, name)
	}
	t := text.NewTable(heads...)
	for _, r := range rows {
		words := []string{fmt.Sprint(r.Event), fmt.Sprintf("%d.%03d", r.Time/1000, r.Time%1000), r.Thread, r.Object}
		for _, i := range columns {
			words = append(words, history.InWords(r.Data[i]))
		}
		t.Add(words...)
	}
	fmt.Fprint(w, term.Fold(w, fmt.Sprintf("%s:\n%s", d.Doc, t.Text(term.Width(w)))))
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
