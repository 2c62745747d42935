package tables

import "context"

// QueryEngine answers queries in SQL. Builds that have no SQL have none.
type QueryEngine interface {
	// Open opens a catalogue for queries, whose tables have some columns more.
	Open(c Asked, more ...Constant) (Queries, error)
	// Gather begins a table for the rows of many answers.
	Gather() (Gathering, error)
}

// Asked is what queries ask: a Catalogue, or one that another process has. An error of a call ends the query.
type Asked interface {
	Tables() []*Table
	LocalTable() *Table                            // describes those that Local returns
	Local(name string, reads bool) (*Table, error) // the same each time, until LetGo
	LetGo()                                        // a query has ended: local tables that still grow are given up
	Call(function string, args ...Value) (Value, error)
}

// Queries is a catalogue that is open for queries, for one goroutine at a time. What is wrong with the text of a query
// is a *text.Mistake.
type Queries interface {
	Query(ctx context.Context, query string, to Output) error
	Close()
}

// Output takes an answer: Head its columns, once, then Row each row. The values are nil, int64, float64, string and
// []byte; the slice is used again for the next row. After Row returns false, no more rows come.
type Output struct {
	Head func([]Column) error
	Row  func([]any) (goesOn bool, err error)
}

// Constant is a column of all tables that has one value, and that SELECT * leaves out.
type Constant struct {
	Name  string
	Value Value
}

// Type is the type of the column.
func (c Constant) Type() Type {
	if c.Value.IsText() {
		return Text
	}
	return Integer
}

// Gathering is a table rows of the rows of many answers, each with the run that it comes from, and a table runs of
// these.
type Gathering interface {
	Queries
	// Run begins the answer of a run, whose rows have the columns; these have to be the same for all runs.
	Run(seed uint64, verdict string, columns []Column) error
	// Add adds a row of the run, which was begun without an error.
	Add(values []any) error
}
