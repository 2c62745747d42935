package tables

import (
	"context"
	"strings"

	"machsim/debugger/event/history"
)

// historyTable is the view of an execution history: history_enqueue, history_dequeue_notify, ...
func (c *Catalogue) historyTable(k history.Kind) *Table {
	d := &history.Kinds[k]
	return &Table{
		Name:    "history_" + strings.ReplaceAll(d.Name, "-", "_"),
		Doc:     d.Doc + " (history " + d.Name + thesisTable(d) + ")",
		Columns: heads(historyColumns(d)),
		fill: func(ctx context.Context, t *Table) error {
			all, err := c.s.Histories(ctx.Done())
			rows := &source[history.Row]{}
			if err == nil {
				rows.all = all.History(k)
			}
			return rows.fill(ctx, t, historyColumns(d), err)
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
func historyColumns(d *history.Description) []derived[history.Row] {
	all := []derived[history.Row]{
		{"n", Event, "the event; NULL for the program's Main", eventOf(func(r *history.Row) uint64 { return r.Event })},
		{"time_us", Time, "virtual time before it", numberOf(historyTime)},
		{"thread", Text, "the thread that acted; kernel or Main if it was none",
			textOf(func(r *history.Row) string { return r.Thread })},
		{"object", Text, "the " + d.Of, textOf(func(r *history.Row) string { return r.Object })},
	}
	for i, c := range d.Columns {
		name := c.Key
		if name == "n" {
			name = "number"
		}
		kind, known := historyTypes[c.Key]
		if !known {
			kind = Text
		}
		all = append(all, derived[history.Row]{name, kind, c.Doc,
			coded(func(r *history.Row) Value { return historyValue(r.Data[i]) }, same)})
	}
	return all
}

func historyTime(r *history.Row) int64 {
	if r.Event == 0 {
		return missing
	}
	return r.Time
}

// historyValue is a value of a row of a history.
func historyValue(v any) Value {
	switch v := v.(type) {
	case int64:
		return Int(v)
	case uint64:
		return Int(int64(v))
	case bool:
		return yes(v)
	}
	return word(history.InWords(v))
}
