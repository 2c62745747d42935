// Package answers is what is made of the events of a run when somebody asks: tables and queries, a report in numbers,
// diagrams, and the tiles of a picture of all of it.
package answers

import (
	"machsim/debugger/data/tables"
	"machsim/debugger/picture/tile"
	"machsim/debugger/stops"
)

// In is the run that is asked about, with what was made of it already.
type In struct {
	stops.In
	*Made
	Engine tables.QueryEngine // answers queries in SQL; nil if there is none
}

// Made is what was made of the events of a run for an answer. All of it is nil until it is asked for.
type Made struct {
	tileMap  *tile.Map         // what its tiles are made from
	TableSet *tables.Catalogue // its tables
	queries  tables.Queries    // the same, open for queries
	Counted  *Stats            // the part of its report that needs no causal order
	Whole    *Stats            // its report
}

// Forget lets go of it.
func (m *Made) Forget() {
	if m.queries != nil {
		m.queries.Close()
	}
	*m = Made{}
}
