package wire

import (
	"context"

	"machsim/debugger"
)

// The methods here show the run as tables: of its events, messages, locks, ports and so on.

var tableMethods = Group{"Tables", []Method{
	calls[none]("tables", "Lists the tables of the run, with their columns.", (*debugger.Debugger).Tables),
	with("rows", "Lists rows of a table: of the whole run, wherever the position is.", tableRows),
}}

// RowQuery asks for rows of a table.
type RowQuery struct {
	Table string   `json:"table" doc:"its name"`
	Where []string `json:"where" doc:"conditions, which hold all: a column, =, <>, <, <=, > or >=, and a value; or is null"`
	Order []string `json:"order" doc:"columns; with - before it, the greatest come first"`
	From  int      `json:"from" doc:"how many rows are left out before the first"`
	Most  int      `json:"most" doc:"how many rows there are to be at most; 0 is 1000"`
}

// mostRows is the number of rows of an answer when no other is given.
const mostRows = 1000

func tableRows(ctx context.Context, d *debugger.Debugger, q RowQuery) (*debugger.Rows, error) {
	if q.Most == 0 {
		q.Most = mostRows
	}
	return d.Rows(ctx, debugger.RowQuery{Table: q.Table, Where: q.Where, Order: q.Order, From: q.From, Most: q.Most})
}
