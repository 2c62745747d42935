package tables

import (
	"context"
	"strings"

	"machsim/debugger/history"
)

// historyTable is the view of an execution history: history_enqueue, history_dequeue_notify, ...
func (c *Catalogue) historyTable(k history.Kind) *Table {
	d := &history.Kinds[k]
	return &Table{
		Name:    "history_" + strings.ReplaceAll(d.Name, "-", "_"),
		Doc:     d.Doc + " (history " + d.Name + thesisTable(d) + ")",
		Columns: historyColumns(d),
		fill: func(ctx context.Context, t *Table) error {
			all, err := c.s.Histories(ctx.Done())
			if err != nil {
				return because(ctx, err)
			}
			to := newRows(t)
			for _, row := range all.History(k) {
				to.add(historyRow(&row)...)
			}
			to.close()
			return nil
		},
	}
}

// thesisTable says which of the thesis's tables a history is, "" if it is none.
func thesisTable(d *history.Description) string {
	if d.Table == "" {
		return ""
	}
	return ", the thesis's table " + d.Table
}

// because is the error of work that a context has ended.
func because(ctx context.Context, err error) error {
	if why := ctx.Err(); why != nil {
		return why
	}
	return err
}

// historyTypes are the types of the columns of histories that are not texts.
var historyTypes = map[string]Type{
	"n": Integer, "sent": Event, "signal": Event, "waited": Bool, "taken": Bool, "limit_ms": Integer, "result": Any,
	"rpc": Integer, "for": Integer,
}

// historyColumns are the columns of a history.
func historyColumns(d *history.Description) []Column {
	all := []Column{
		{"n", Event, "the event; NULL for the program's Main"},
		{"time_us", Time, "virtual time before it"},
		{"thread", Text, "the thread that acted; kernel or Main if it was none"},
		{"object", Text, "the " + d.Of},
	}
	for _, c := range d.Columns {
		name := c.Key
		if name == "n" {
			name = "number"
		}
		all = append(all, Column{name, historyTypes[c.Key], c.Doc})
		if _, known := historyTypes[c.Key]; !known {
			all[len(all)-1].Type = Text
		}
	}
	return all
}

// historyRow is a row of a history.
func historyRow(r *history.Row) []Value {
	row := []Value{number(int(r.Event)), moment(int(r.Event), r.Time), word(r.Thread), word(r.Object)}
	for _, v := range r.Data {
		switch v := v.(type) {
		case int64:
			row = append(row, Int(v))
		case uint64:
			row = append(row, Int(int64(v)))
		case bool:
			row = append(row, yes(v))
		default:
			row = append(row, word(history.InWords(v)))
		}
	}
	return row
}
