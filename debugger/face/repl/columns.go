package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
)

// maxRows is the number of rows that a table shows; a person who wants more asks for a part.
const maxRows = 1000

// kinds says what the words of a column name, by its head.
var kinds = map[string]string{
	"event": "event", "sent": "event", "after": "event", "position": "position",
	"thread": "thread", "client": "thread", "caller": "thread", "server": "thread",
	"checked in by": "thread", "held by": "thread",
	"task": "task", "host": "host", "port": "port", "to port": "port", "mutex": "mutex", "condition": "condition",
	"number": "breakpoint", "note": "note", "variable": "variable", "fork": "fork", "history": "history",
	"source": "source", "where": "source", "locked at": "source",
}

// newTable begins a table with the heads of its columns, as text.NewTable does.
func newTable(heads ...string) *text.Table {
	columns := make([]text.Column, len(heads))
	for i, h := range heads {
		name, right := strings.CutPrefix(h, ">")
		columns[i] = text.Column{Name: name, Right: right, Kind: kinds[strings.TrimSpace(name)]}
	}
	t := text.NewColumns(columns...)
	t.Keep(maxRows)
	return t
}

// table adds a table to the answer.
func (p *Prompt) table(t *text.Table) {
	p.noticed()
	p.answer.Add(t)
}

// tableOr prints a table, or none if it has no rows.
func (p *Prompt) tableOr(none string, t *text.Table) {
	if len(t.Rows) == 0 {
		p.printf("%s\n", none)
		return
	}
	p.table(t)
}

// list gets rows from a method of the Debugger and prints them as a table, or none if there are no rows.
func list[T any](
	p *Prompt, none string, t *text.Table, get func(context.Context) ([]T, error), row func(T) []string,
) error {
	all, err := get(p.ctx)
	if err != nil {
		return err
	}
	rows(p, none, t, all, row)
	return nil
}

// rows prints a table with a row for each x, or none if there are no rows.
func rows[T any](p *Prompt, none string, t *text.Table, all []T, row func(T) []string) {
	for _, x := range all {
		t.Add(row(x)...)
	}
	p.tableOr(none, t)
}

// after leads to the position after an event; nowhere if there is none.
func after(event uint64) text.Link {
	if event == 0 {
		return text.Link{}
	}
	return text.Link{Goto: strconv.FormatUint(event, 10)}
}

// names joins names for a cell: the first few, and how many more there are.
func names(all []string) string {
	const most = 6
	if len(all) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
	}
	return strings.Join(all, ", ")
}
