package repl

import (
	"context"
	"fmt"
	"strings"

	"machsim/debugger/text"
)

// maxRows is the number of rows that a table shows; a person who wants more asks for a part.
const maxRows = 1000

// newTable begins a table with the heads of its columns, as text.NewTable does.
func newTable(heads ...string) *text.Table {
	t := text.NewTable(heads...)
	t.Max = maxRows
	return t
}

// table prints a table as wide as the screen is.
func (p *Prompt) table(t *text.Table) { p.printf("%s", t.Text(p.o.Width)) }

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
	if len(all) == 0 {
		p.printf("%s\n", none)
		return
	}
	for _, x := range all {
		t.Add(row(x)...)
	}
	p.table(t)
}

// names joins names for a cell: the first few, and how many more there are.
func names(all []string) string {
	const most = 6
	if len(all) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
	}
	return strings.Join(all, ", ")
}
