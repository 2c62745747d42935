package answer

import (
	"context"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
)

// MaxRows is the number of rows that a table shows; a person who wants more asks for a part.
const MaxRows = 1000

// Kinds says what the words of a column name, by its head.
var Kinds = map[string]string{
	"event": "event", "sent": "event", "after": "event", "position": "position",
	"thread": "thread", "client": "thread", "caller": "thread", "server": "thread",
	"checked in by": "thread", "held by": "thread",
	"task": "task", "host": "host", "port": "port", "to port": "port", "mutex": "mutex", "condition": "condition",
	"number": "breakpoint", "note": "note", "variable": "variable", "fork": "fork", "history": "history",
	"source": "source", "where": "source", "locked at": "source",
}

// NewTable begins a table with the heads of its columns, as text.NewTable does.
func NewTable(heads ...string) *text.Table {
	columns := make([]text.Column, len(heads))
	for i, h := range heads {
		name, right := strings.CutPrefix(h, ">")
		columns[i] = text.Column{Name: name, Right: right, Kind: Kinds[strings.TrimSpace(name)]}
	}
	t := text.NewColumns(columns...)
	t.Keep(MaxRows)
	return t
}

// List gets rows from a method of the Debugger and prints them as a table, or none if there are no rows.
func List[T any](
	a *Answer, none string, t *text.Table, get func(context.Context) ([]T, error), row func(T) []string,
) error {
	all, err := get(a.Ctx)
	if err != nil {
		return err
	}
	Rows(a, none, t, all, row)
	return nil
}

// Rows prints a table with a row for each x, or none if there are no rows.
func Rows[T any](a *Answer, none string, t *text.Table, all []T, row func(T) []string) {
	for _, x := range all {
		t.Add(row(x)...)
	}
	a.TableOr(none, t)
}

// After leads to the position after an event; nowhere if there is none.
func After(event uint64) text.Link {
	if event == 0 {
		return text.Link{}
	}
	return text.Link{Goto: strconv.FormatUint(event, 10)}
}

// Names joins names for a cell: the first few, and how many more there are.
func Names(all []string) string { return text.Few(all) }
