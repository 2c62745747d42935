package sqlafar

import (
	"context"

	"machsim/debugger/data/tables"
)

// gathering is the rows of many answers, which the host keeps.
type gathering struct {
	queries
	rows []byte // that the host does not have yet
}

// Run begins the answer of a run.
func (g *gathering) Run(seed uint64, verdict string, columns []tables.Column) error {
	if err := g.flush(); err != nil {
		return err
	}
	_, err := g.asked(message{Kind: begins, Seed: seed, Text: verdict, Columns: columnsOf(columns)})
	return err
}

// Add adds a row of the run.
func (g *gathering) Add(row []any) error {
	if g.rows = appendRow(g.rows, row); len(g.rows) < turn {
		return nil
	}
	return g.flush()
}

// flush hands the rows over.
func (g *gathering) flush() (err error) {
	if len(g.rows) > 0 {
		_, err = g.asked(message{Kind: adds, rows: g.rows})
		g.rows = g.rows[:0]
	}
	return err
}

// Query asks what was gathered.
func (g *gathering) Query(ctx context.Context, sql string, to tables.Output) error {
	if err := g.flush(); err != nil {
		return err
	}
	return g.queries.Query(ctx, sql, to)
}
