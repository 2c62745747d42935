package history

import (
	"fmt"
	"io"
	"strings"

	"machsim/debugger/event/text"
)

// List returns a line for each history; of those that were gathered, if that is not nil, with the number of rows.
func List(gathered *Collector) string {
	t := text.NewTable("", "")
	if gathered != nil {
		t = text.NewTable("", ">", "")
	}
	for k := range NumKinds {
		row := []string{"  " + k.String(), Kinds[k].Doc}
		if gathered != nil {
			row = []string{row[0], fmt.Sprint(len(gathered.History(k))), row[1]}
		}
		t.Add(row...)
	}
	return t.Text(0)
}

// Text returns the history, which has kind k, in columns.
func (h History) Text(k Kind, width int) string {
	d := Kinds[k]
	if len(h) == 0 {
		return fmt.Sprintf("%s: there are none\n", d.Doc)
	}
	heads := []string{">event", ">ms", "thread", d.Of}
	columns := h.Columns(k)
	for _, i := range columns {
		name := strings.ReplaceAll(d.Columns[i].Key, "_", " ")
		if IsNumber(h[0].Data[i]) {
			name = ">" + name
		}
		heads = append(heads, name)
	}
	t := text.NewTable(heads...)
	for _, r := range h {
		words := []string{fmt.Sprint(r.Event), fmt.Sprintf("%d.%03d", r.Time/1000, r.Time%1000), r.Thread, r.Object}
		t.Add(append(words, text.Each(columns, func(i int) string { return InWords(r.Data[i]) })...)...)
	}
	return fmt.Sprintf("%s:\n%s", d.Doc, t.Text(width))
}

// JSON writes the history, which has kind k, an object on a line for each row.
func (h History) JSON(w io.Writer, k Kind) error {
	keys := []string{"history", "event", "time_us", "thread", "object"}
	for _, c := range Kinds[k].Columns {
		keys = append(keys, c.Key)
	}
	for _, r := range h {
		line, err := text.Object(keys, append([]any{k.String(), r.Event, r.Time, r.Thread, r.Object}, r.Data...))
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
