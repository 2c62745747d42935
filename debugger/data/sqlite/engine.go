//go:build !js && !wasip1

package sqlite

import "machsim/debugger/data/tables"

// Engine answers the queries of a Debugger, within limits.
type Engine struct{ Limits }

// Open opens a catalogue for queries.
func (e Engine) Open(c tables.Asked, more ...tables.Constant) (tables.Queries, error) {
	db, err := Open(c, e.Limits, more...)
	if err != nil {
		return nil, err // a nil *DB would be no nil
	}
	return db, nil
}

// Gather begins a table for the rows of many answers.
func (e Engine) Gather() (tables.Gathering, error) {
	g, err := Gather(e.Limits)
	if err != nil {
		return nil, err
	}
	return g, nil
}
